package dev.runnel.channel;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.select.Select;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Receives of several values: which they take, which senders they let go on, and what they leave. */
class RecvUpToTest {

    /** A receive of up to that many values, by one of the forms. */
    private interface Form {
        List<Integer> recv(Chan<Integer> c, int most) throws Exception;
    }

    private static final java.util.List<Form> FORMS = java.util.List.of(
            (c, most) -> c.recvUpTo(most),
            (c, most) -> c.recvUpToInterruptibly(most),
            (c, most) -> {
                try (CancelContext context = Context.withCancel(Context.background())) {
                    return c.recvUpTo(most, context);
                }
            },
            (c, most) ->
                    choose().recvUpTo(c, most, values -> (List<Integer>) values).get(),
            (c, most) -> choose().recv(nilChan(), () -> List.<Integer>empty())
                    .recvUpTo(c, most, values -> (List<Integer>) values)
                    .get());

    /** Senders of these values, which wait in this order. */
    private static java.util.List<Member> sendersOf(Crew crew, Chan<Integer> c, int... values) {
        java.util.List<Member> members = new ArrayList<>();
        for (int value : values) {
            int before = senders(c);
            members.add(crew.go(() -> c.send(value)));
            awaitSenders(c, before + 1);
        }
        return members;
    }

    /**
     * The buffer comes first, then the values of the waiting senders. As many senders as values were taken move up and
     * go on.
     */
    @ParameterizedTest
    @EnumSource
    void bufferAndSenders_areTakenInOrder(Kind kind) {
        kind.run(crew -> {
            for (Form form : FORMS) {
                Chan<Integer> c = chan(3);
                for (int i = 0; i < 3; i++) {
                    c.send(i);
                }
                java.util.List<Member> members = sendersOf(crew, c, 3, 4, 5, 6);
                assertEquals(List.of(0, 1), form.recv(c, 2));
                members.subList(0, 2).forEach(Member::join);
                assertEquals(2, senders(c));
                assertEquals(3, c.len());
                assertEquals(List.of(2, 3, 4, 5), form.recv(c, 4));
                members.forEach(Member::join);
                assertEquals(List.of(6), form.recv(c, Integer.MAX_VALUE));
                assertEquals(0, c.len());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void counted_eachValueIsOneReceive(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(new Buffering.Bounded(2));
            c.send(1);
            c.send(2);
            Member third = crew.go(() -> c.send(3));
            awaitSenders(c, 1);
            assertEquals(List.of(1, 2, 3), c.recvUpTo(5));
            third.join();
            assertEquals(new ChanStats(3, 3, 0, 0, 1, 0, 0, 2), c.stats().get());
        });
    }

    @ParameterizedTest
    @EnumSource
    void unbuffered_allWhoWaitToSend(Kind kind) {
        kind.run(crew -> {
            for (Form form : FORMS) {
                Chan<Integer> c = chan();
                java.util.List<Member> members = sendersOf(crew, c, 1, 2, 3);
                assertEquals(List.of(1, 2, 3), form.recv(c, 10));
                members.forEach(Member::join);
            }
        });
    }

    /** Waits for one value, and no longer. */
    @ParameterizedTest
    @EnumSource
    void nothingThere_waitsForOne(Kind kind) {
        kind.run(crew -> {
            for (Form form : FORMS) {
                for (int capacity : new int[] {0, 2}) {
                    Chan<Integer> c = chan(capacity);
                    Member waits = crew.go(() -> assertEquals(7, form.recv(c, 5).head()));
                    awaitReceivers(c, 1);
                    c.send(7);
                    waits.join();
                    assertEquals(0, receivers(c) + c.len());
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void closed_givesWhatIsLeft_thenNothing(Kind kind) {
        kind.run(crew -> {
            for (Form form : FORMS) {
                Chan<Integer> c = chan(2);
                c.send(1);
                c.send(2);
                c.close();
                assertEquals(List.of(1), form.recv(c, 1));
                assertEquals(List.of(2), form.recv(c, 5));
                assertEquals(List.empty(), form.recv(c, 5));
                Chan<Integer> later = chan();
                Member waits = crew.go(() -> assertEquals(List.empty(), form.recv(later, 5)));
                awaitReceivers(later, 1);
                later.close();
                waits.join();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void givingUp_takesNothing(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(1);
            Member interrupted =
                    crew.go(() -> assertThrows(InterruptedException.class, () -> c.recvUpToInterruptibly(2)));
            awaitReceivers(c, 1);
            interrupted.thread().interrupt();
            interrupted.join();
            CancelContext context = Context.withCancel(Context.background());
            Member cancelled = crew.go(() -> assertThrows(Canceled.class, () -> c.recvUpTo(2, context)));
            awaitReceivers(c, 1);
            context.cancel();
            cancelled.join();
            assertEquals(0, receivers(c));
            c.send(1);
            assertThrows(Canceled.class, () -> c.recvUpTo(2, context));
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> c.recvUpToInterruptibly(2));
            assertEquals(1, c.len());
            Member kept = crew.go(() -> {
                Thread.currentThread().interrupt();
                c.recvUpTo(2);
                assertTrue(Thread.interrupted());
            });
            kept.join();
        });
    }

    @ParameterizedTest
    @EnumSource
    void clauseThatLoses_takesNothing(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 100; i++) {
                Chan<Integer> a = chan(2);
                Chan<Integer> b = chan(2);
                a.send(1);
                a.send(2);
                b.send(3);
                b.send(4);
                List<Integer> got = choose().recvUpTo(a, 2, v -> (List<Integer>) v)
                        .recvUpTo(b, 2, v -> (List<Integer>) v)
                        .get();
                assertEquals(2, got.size());
                assertEquals(2, a.len() + b.len());
            }
            Chan<Integer> a = chan();
            Chan<Integer> b = chan();
            Member waits = crew.go(() -> assertEquals(
                    List.of(9),
                    choose().recvUpTo(a, 2, v -> (List<Integer>) v)
                            .recvUpTo(b, 2, v -> (List<Integer>) v)
                            .get()));
            Await.until(() -> receivers(a) + receivers(b) == 2);
            b.send(9);
            waits.join();
            assertEquals(0, receivers(a) + receivers(b));
        });
    }

    /** A select that is kept keeps its run, which must not keep the values of an earlier one. */
    @Test
    void keptSelect_givesTheValuesOfTheClauseThatWasChosen() {
        Chan<Integer> several = chan(3);
        Chan<Integer> single = chan(1);
        ArrayList<Object> got = new ArrayList<>();
        Select next = select().recvUpTo(several, 3, got::add).recv(single, got::add);
        several.send(1);
        several.send(2);
        next.run();
        single.send(3);
        next.run();
        several.send(4);
        next.run();
        assertEquals(java.util.List.of(List.of(1, 2), Option.some(3), List.of(4)), got);
    }

    @Test
    void timerChannel_hasOneValue() {
        assertEquals(1, after(Duration.ofNanos(1)).recvUpTo(10).size());
    }

    @Test
    void lessThanOne_isRefused() {
        for (Chan<Integer> c : java.util.List.of(Chans.open(), dev.runnel.Go.<Integer>nilChan())) {
            assertThrows(IllegalArgumentException.class, () -> c.recvUpTo(0));
            assertThrows(IllegalArgumentException.class, () -> c.recvUpToInterruptibly(-1));
            assertThrows(IllegalArgumentException.class, () -> c.recvUpTo(0, Context.background()));
            assertThrows(IllegalArgumentException.class, () -> choose().recvUpTo(c, 0, v -> v));
        }
    }

    @Test
    void nilChannel_blocksUntilItIsCancelled() {
        CancelContext context = Context.withTimeout(Context.background(), Duration.ofMillis(1));
        assertThrows(CancelledException.class, () -> nilChan().recvUpTo(3, context));
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> nilChan().recvUpToInterruptibly(3));
    }

    private static final class Chans {
        static Chan<Integer> open() {
            return chan();
        }
    }
}
