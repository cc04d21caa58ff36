package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.ChannelException.ClosedWithCause;
import dev.runnel.channel.ChannelException.SendOnClosed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Selects that look in the order written, and selects whose clauses take turns. The default is in
 * {@link SelectFairnessTest}.
 */
class SelectPolicyTest {

    private static final int RUNS = 1_000;

    /** A closed channel, so that a receive is always ready. */
    private static Chan<Integer> ready() {
        Chan<Integer> c = chan();
        c.close();
        return c;
    }

    private static List<Integer> runs(Choice<Integer> choice, int n) {
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            chosen.add(choice.get());
        }
        return chosen;
    }

    @ParameterizedTest
    @EnumSource
    void ordered_firstReadyInTheOrderWritten(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> first = chan(1);
            Choice<Integer> choice = choose().ordered()
                    .recv(nilChan(), () -> 0)
                    .recv(first, () -> 1)
                    .after(Duration.ZERO, () -> 2)
                    .recv(ready(), () -> 3);
            for (int i = 0; i < RUNS; i++) {
                assertEquals(2, choice.get());
                first.send(i);
                assertEquals(1, choice.get());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void ordered_sendOnClosedBeforeAReadyClause_throwsEachTime(Kind kind) {
        kind.run(crew -> {
            Select select =
                    select().send(ready(), 1, () -> {}).recv(ready(), () -> {}).ordered();
            for (int i = 0; i < RUNS; i++) {
                assertThrows(SendOnClosed.class, select::run);
            }
        });
    }

    /** The order is that of looking; a select that waits gets what comes first. */
    @ParameterizedTest
    @EnumSource
    void ordered_waiting_takesWhatComesFirst(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> a = chan();
            Chan<Integer> b = chan();
            Member waits = crew.go(() -> assertEquals(
                    2, choose().ordered().recv(a, () -> 1).recv(b, () -> 2).get()));
            awaitReceivers(a, 1);
            awaitReceivers(b, 1);
            b.send(0);
            waits.join();
        });
    }

    @ParameterizedTest
    @EnumSource
    void rotating_readyClausesTakeTurns(Kind kind) {
        kind.run(crew -> {
            Choice<Integer> choice = choose().rotating()
                    .recv(ready(), () -> 0)
                    .recv(chan(), () -> 1)
                    .recv(ready(), () -> 2)
                    .recv(nilChan(), () -> 3)
                    .recv(ready(), () -> 4);
            assertEquals(List.of(0, 2, 4, 0, 2, 4, 0), runs(choice, 7));
            choice.recv(ready(), () -> 5); // the turn goes on where it was
            assertEquals(List.of(2, 4, 5, 0), runs(choice, 4));
        });
    }

    /** A clause that throws has had its turn. */
    @ParameterizedTest
    @EnumSource
    void rotating_sendOnClosed_hasItsTurnLikeOthers(Kind kind) {
        kind.run(crew -> {
            int[] received = {0};
            Select select = select().rotating().send(ready(), 1, () -> {}).recv(ready(), () -> received[0]++);
            for (int i = 0; i < RUNS; i++) {
                assertThrows(SendOnClosed.class, select::run);
                select.run();
            }
            assertEquals(RUNS, received[0]);
        });
    }

    @ParameterizedTest
    @EnumSource
    void rotating_closeWithACause_hasItsTurnLikeOthers(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> failed = chan();
            failed.close(new IOException());
            int[] received = {0};
            Select select = select().rotating().recv(failed, () -> {}).recv(ready(), () -> received[0]++);
            for (int i = 0; i < RUNS; i++) {
                assertThrows(ClosedWithCause.class, select::run);
                select.run();
            }
            assertEquals(RUNS, received[0]);
        });
    }

    @ParameterizedTest
    @EnumSource
    void rotating_clauseThatWasWaitedForAndThrows_comesLast(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> other = chan(1);
            Chan<Integer> toSend = chan();
            Chan<Integer> toReceive = chan();
            throwsOnceWaitedFor(crew, toSend, select().rotating().send(toSend, 1, () -> {}), other);
            throwsOnceWaitedFor(crew, toReceive, select().rotating().recv(toReceive, () -> {}), other);
        });
    }

    private static void throwsOnceWaitedFor(Crew crew, Chan<Integer> failing, Select first, Chan<Integer> other) {
        Select select = first.recv(other, () -> {});
        Member waits = crew.go(() -> assertThrows(ChannelException.class, select::run));
        awaitReceivers(other, 1);
        failing.close(new IOException());
        waits.join();
        other.send(0);
        select.run();
        assertEquals(0, other.len());
    }

    @ParameterizedTest
    @EnumSource
    void rotating_clauseThatWasWaitedFor_comesLast(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> a = chan(1);
            Chan<Integer> b = chan(1);
            Choice<Integer> choice = choose().rotating().recv(a, () -> 0).recv(b, () -> 1);
            Member waits = crew.go(() -> assertEquals(0, choice.get()));
            awaitReceivers(b, 1);
            a.send(0);
            waits.join();
            a.send(0);
            b.send(0);
            assertEquals(List.of(1, 0), runs(choice, 2));
        });
    }

    @ParameterizedTest
    @EnumSource
    void rotating_runThatChoosesNoClause_isNoTurn(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> a = chan(1);
            Chan<Integer> b = chan(1);
            Choice<Integer> choice = choose().rotating().recv(a, () -> 0).recv(b, () -> 1);
            Choice<Integer> polls =
                    choose().rotating().recv(a, () -> 0).recv(b, () -> 1).otherwise(() -> -1);
            a.send(0);
            assertEquals(List.of(0, -1), runs(polls, 2));
            a.send(0);
            b.send(0);
            assertEquals(List.of(1, 0), runs(polls, 2));
            a.send(0);
            assertEquals(0, choice.get());
            Member waits = crew.go(() -> assertThrows(InterruptedException.class, choice::getInterruptibly));
            awaitReceivers(b, 1);
            waits.thread().interrupt();
            waits.join();
            a.send(0);
            b.send(0);
            assertEquals(List.of(1, 0), runs(choice, 2));
        });
    }

    /** A loop that always has something else to do notices the end in its next two runs; if ordered, it never does. */
    @ParameterizedTest
    @EnumSource
    void busyLoop_rotatingNoticesTheEnd_orderedDoesNot(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> quit = chan();
            boolean[] over = {false};
            int[] late = {0};
            Chan<Boolean> closed = chan(1);
            Select work = select().rotating()
                    .recv(ready(), () -> late[0] += closed.len())
                    .recv(quit, () -> over[0] = true);
            crew.go(() -> {
                quit.close();
                closed.send(true);
            });
            while (!over[0]) {
                work.run();
                crew.poll();
            }
            assertTrue(late[0] <= 1, "runs that overlooked the close: " + late[0]);
            Select stubborn = select().ordered().recv(ready(), () -> {}).recv(quit, () -> {
                throw new AssertionError("the first is always ready");
            });
            for (int i = 0; i < RUNS; i++) {
                stubborn.run();
            }
        });
    }

    /**
     * Several parties run the same select: of n clauses, with m runs at a time, each has its turn within n times m
     * runs.
     */
    @ParameterizedTest
    @EnumSource
    void rotating_severalAtOnce_nobodyStarves(Kind kind) {
        int clauses = 4;
        int parties = 3;
        kind.run(crew -> {
            AtomicIntegerArray counts = new AtomicIntegerArray(clauses);
            Select select = select().rotating();
            for (int i = 0; i < clauses; i++) {
                int mine = i;
                select.recv(ready(), () -> counts.incrementAndGet(mine));
            }
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < parties; party++) {
                members.add(crew.go(() -> {
                    for (int i = 0; i < RUNS; i++) {
                        select.run();
                    }
                }));
            }
            members.forEach(Member::join);
            for (int i = 0; i < clauses; i++) {
                assertTrue(counts.get(i) >= parties * RUNS / (clauses * parties) - 1, counts.toString());
            }
        });
    }

    @Test
    void order_isChosenOnceAtMost() {
        assertThrows(IllegalStateException.class, () -> select().ordered().rotating());
        assertThrows(IllegalStateException.class, () -> select().rotating().ordered());
        assertThrows(
                IllegalStateException.class,
                () -> choose().ordered().recv(ready(), () -> 0).rotating());
        assertEquals(
                1,
                choose().recv(chan(), () -> 0).recv(ready(), () -> 1).ordered().get());
    }

    /** A clause whose callback throws has had its turn. */
    @Test
    void rotating_callbackThrows_othersHaveTheirTurn() {
        Chan<Integer> full = chan(Buffering.dropping(1), value -> {
            throw new IllegalArgumentException("of the callback");
        });
        full.send(0);
        Chan<Integer> ready = chan(20);
        for (int i = 0; i < 20; i++) {
            ready.send(i);
        }
        List<Integer> received = new ArrayList<>();
        Select rotating = select().send(full, 1, () -> {})
                .recv(ready, value -> received.add(value.get()))
                .rotating();
        int thrown = 0;
        for (int i = 0; i < 20; i++) {
            try {
                rotating.run();
            } catch (IllegalArgumentException e) {
                thrown++;
            }
        }
        assertEquals(10, thrown);
        assertEquals(10, received.size());
    }

    /** An event that fails when it is asked has had its turn. */
    @Test
    void rotating_eventFails_othersHaveTheirTurn() {
        Event<Integer> fails = new Event<>() {
            @Override
            public Integer poll() {
                throw new IllegalArgumentException("of the event");
            }

            @Override
            public Cancellation.Stop onReady(Runnable wake) {
                return () -> true;
            }
        };
        int[] received = {0};
        Select rotating = select().rotating().on(fails, () -> {}).recv(ready(), () -> received[0]++);
        for (int i = 0; i < 10; i++) {
            assertThrows(IllegalArgumentException.class, rotating::run);
            rotating.run();
        }
        assertEquals(10, received[0]);
    }

    @Test
    void choiceWithoutAClause_hasOneOrderAtMost() {
        for (Executable second : List.<Executable>of(
                () -> choose().ordered().rotating(),
                () -> choose().rotating().ordered(),
                () -> choose().ordered().ordered())) {
            assertEquals(
                    "a select has one order at most",
                    assertThrows(IllegalStateException.class, second).getMessage());
        }
    }
}
