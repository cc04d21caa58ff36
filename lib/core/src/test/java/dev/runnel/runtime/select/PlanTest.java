package dev.runnel.runtime.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.select.Action;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is worked out about a select before it runs: S1, S5, S9, S10, S17-S19. */
class PlanTest {

    private static final Action BODY = () -> {};

    private final Channel<Object> a = new Channel<>(0);
    private final Channel<Object> b = new Channel<>(1);
    private final Channel<Object> c = new Channel<>(0);

    @BeforeEach
    void numberThem() {
        assertTrue(a.id() < b.id() && b.id() < c.id());
    }

    private static Plan plan(Consumer<Clauses> written) {
        Clauses clauses = new Clauses();
        written.accept(clauses);
        return clauses.plan();
    }

    /**
     * S10: unique ids, which do not change, instead of addresses; the later a channel was asked for its id, the later
     * it is locked.
     */
    @Test
    void ids_growWithEachChannelThatIsAsked() {
        Channel<Object> made = new Channel<>(0);
        Channel<Object> madeLater = new Channel<>(0);
        long first = madeLater.id();
        assertTrue(c.id() < first && first < made.id());
        assertEquals(first, madeLater.id());
    }

    @Test
    void id_askedForByManyAtOnce_isOne() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            Channel<Object> channel = new Channel<>(0);
            Set<Long> told = ConcurrentHashMap.newKeySet();
            List<Thread> asking = Stream.generate(() -> Thread.ofPlatform().start(() -> told.add(channel.id())))
                    .limit(3)
                    .toList();
            for (Thread thread : asking) {
                thread.join();
            }
            assertEquals(Set.of(channel.id()), told);
        }
    }

    @Test
    void channels_areLockedInOrderOfTheirIds() {
        Plan plan = plan(s -> {
            s.recv(c, BODY, false);
            s.send(a, 1, BODY);
            s.recv(b, BODY, false);
        });
        assertEquals(List.of(a, b, c), plan.channels());
        assertArrayEquals(new int[] {1, 2, 0}, plan.lockOrder);
        assertArrayEquals(new int[] {0, 1, 2}, plan.live);
    }

    /** S10, S19: a channel in several clauses is locked once; all its clauses queue up, as they are written. */
    @Test
    void channelInSeveralClauses_isLockedOnce() {
        Plan plan = plan(s -> {
            s.recv(b, BODY, false);
            s.send(a, 1, BODY);
            s.recv(a, BODY, false);
            s.recv(b, BODY, false);
            s.recv(a, BODY, true);
        });
        assertEquals(List.of(a, b), plan.channels());
        assertArrayEquals(new int[] {1, 2, 4, 0, 3}, plan.lockOrder);
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, plan.live);
    }

    /** Parties that take turns at a channel without a buffer, or with one place, want it back at once. */
    @Test
    void plan_isPatient_ifAChannelHasABuffer() {
        assertTrue(plan(s -> {
                    s.recv(a, BODY, false);
                    s.recv(new Channel<>(2), BODY, false);
                })
                .isPatient);
        assertFalse(plan(s -> {
                    s.recv(a, BODY, false);
                    s.send(new Channel<>(1), 1, BODY);
                    s.recv(null, BODY, false);
                })
                .isPatient);
    }

    /** S9: out of both orders; S1: but what they send is asked for all the same. */
    @Test
    void nilClauses_areLeftOut() {
        Plan plan = plan(s -> {
            s.recv(null, BODY, false);
            s.sendFrom(null, () -> 1, BODY);
            s.sendFrom(a, () -> 2, BODY);
            s.send(null, 3, BODY);
            s.sendFrom(null, () -> 4, BODY);
        });
        assertArrayEquals(new int[] {2}, plan.live);
        assertArrayEquals(new int[] {2}, plan.lockOrder);
        assertEquals(List.of(a), plan.channels());
        assertArrayEquals(new int[] {1, 2, 4}, plan.sources);
        assertThrows(IllegalStateException.class, () -> plan.channel(0));
        assertEquals(a, plan.channel(2));
    }

    @Test
    void valuesThatAreFixed_areNotAskedFor() {
        Plan plan = plan(s -> {
            s.send(a, 1, BODY);
            s.recv(b, BODY, false);
        });
        assertArrayEquals(new int[0], plan.sources);
    }

    @Test
    void timeouts_theShortestCounts() {
        assertEquals(-1, plan(s -> s.recv(a, BODY, false)).timeout);
        Plan plan = plan(s -> {
            s.after(Duration.ofSeconds(2), BODY);
            s.recv(a, BODY, false);
            s.after(Duration.ofSeconds(1), BODY);
            s.after(Duration.ofSeconds(1), BODY);
            s.after(Duration.ofSeconds(3), BODY);
        });
        assertEquals(2, plan.timeout);
        assertArrayEquals(new int[] {1}, plan.live);
        assertArrayEquals(new int[] {1}, plan.lockOrder);
    }

    /** Like a receive from {@code time.After(0)}, it can be chosen at once, but has no channel to lock. */
    @Test
    void timeoutOfNothing_isReadyLikeAChannel() {
        Plan plan = plan(s -> {
            s.after(Duration.ZERO, BODY);
            s.recv(a, BODY, false);
            s.after(Duration.ofNanos(-1), BODY);
            s.after(Duration.ofNanos(1), BODY);
        });
        assertArrayEquals(new int[] {0, 1, 2}, plan.live);
        assertArrayEquals(new int[] {1}, plan.lockOrder);
    }

    @Test
    void otherwise_isNoClause() {
        Plan with = plan(s -> {
            s.otherwise(BODY);
            s.recv(a, BODY, false);
        });
        assertTrue(with.hasOtherwise);
        assertEquals(1, with.clauses.length);
        assertFalse(plan(s -> s.recv(a, BODY, false)).hasOtherwise);
    }

    /**
     * S17, S18: a single clause waits as the plain operation does, no clause as the empty select, all else as a select.
     */
    @Test
    void reason_isThatOfThePlainOperationForASingleClause() {
        assertEquals(WaitReason.SELECT_NO_CASES, plan(s -> {}).reason);
        assertEquals(WaitReason.CHAN_RECEIVE, plan(s -> s.recv(a, BODY, false)).reason);
        assertEquals(WaitReason.CHAN_RECEIVE_NIL, plan(s -> s.recv(null, BODY, false)).reason);
        assertEquals(WaitReason.CHAN_SEND, plan(s -> s.send(a, 1, BODY)).reason);
        assertEquals(WaitReason.CHAN_SEND, plan(s -> s.sendFrom(a, () -> 1, BODY)).reason);
        assertEquals(WaitReason.CHAN_SEND_NIL, plan(s -> s.send(null, 1, BODY)).reason);
        assertEquals(WaitReason.SELECT, plan(s -> s.after(Duration.ofSeconds(1), BODY)).reason);
        assertEquals(
                WaitReason.SELECT,
                plan(s -> {
                            s.recv(null, BODY, false);
                            s.recv(null, BODY, false);
                        })
                        .reason);
    }

    /** C62, C63: the words of Go's dumps. */
    @Test
    void reasons_haveGosWords() {
        assertEquals("chan receive", WaitReason.CHAN_RECEIVE.toString());
        assertEquals("chan receive (nil chan)", WaitReason.CHAN_RECEIVE_NIL.toString());
        assertEquals("chan send", WaitReason.CHAN_SEND.toString());
        assertEquals("chan send (nil chan)", WaitReason.CHAN_SEND_NIL.toString());
        assertEquals("select", WaitReason.SELECT.toString());
        assertEquals("select (no cases)", WaitReason.SELECT_NO_CASES.toString());
        assertEquals("sleep", WaitReason.SLEEP.toString());
        assertEquals("synctest.Wait", WaitReason.QUIET.toString());
    }

    @Test
    void text_namesEachClause() {
        Plan plan = plan(s -> {
            s.recv(a, BODY, false);
            s.send(null, 1, BODY);
            s.after(Duration.ofSeconds(3), BODY);
        });
        assertEquals("receive from " + a + ", send to Chan#nil, after PT3S", plan.toString());
    }
}
