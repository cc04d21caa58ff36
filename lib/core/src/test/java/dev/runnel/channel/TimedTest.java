package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.context.Context;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operations that give up in time or when interrupted: they have either happened or not. */
class TimedTest {

    private static final Duration MOMENT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);

    /** Something on a channel. */
    private interface Op {
        void on(Chan<Integer> c) throws Exception;
    }

    private static final List<Op> INTERRUPTIBLE_RECEIVES = List.of(
            c -> c.recvInterruptibly(),
            c -> c.tryRecv(LONG),
            c -> c.tryRecv(EVER),
            c -> Go.select().recv(c, () -> {}).runInterruptibly(),
            c -> Go.select()
                    .recv(c, () -> {})
                    .recv(Go.<Integer>chan(), () -> {})
                    .after(LONG, () -> {})
                    .runInterruptibly(),
            c -> Go.choose().recv(c, v -> v).recv(Go.<Integer>nilChan(), v -> v).getInterruptibly());

    private static final List<Op> INTERRUPTIBLE_SENDS = List.of(
            c -> c.sendInterruptibly(1),
            c -> c.trySend(1, LONG),
            c -> c.trySend(1, EVER),
            c -> Go.select().send(c, 1, () -> {}).runInterruptibly(),
            c -> Go.choose()
                    .sendFrom(c, () -> 1, () -> 0)
                    .recv(Go.<Integer>chan(), () -> 0)
                    .getInterruptibly());

    private static final List<Op> PLAIN_RECEIVES = List.of(
            c -> c.recv(),
            c -> c.recvOrNull(),
            c -> c.iterator().next(),
            c -> Go.select().recv(c, () -> {}).run(),
            c -> Go.choose().recv(c, v -> v).recv(Go.<Integer>nilChan(), v -> v).get(),
            c -> Go.select()
                    .recv(c, () -> {})
                    .recv(Go.<Integer>chan(), () -> {})
                    .after(LONG, () -> {})
                    .run());

    private static final List<Op> PLAIN_SENDS = List.of(
            c -> c.send(1),
            c -> Go.select().send(c, 1, () -> {}).run(),
            c -> Go.select().send(c, 1, () -> {}).recv(nilChan(), () -> {}).run());

    // ---------------------------------------------------------------- timeouts

    @ParameterizedTest
    @EnumSource
    void tryRecv_nothingInTime_isEmptyAndLeavesNoTrace(Kind kind) {
        kind.run(crew -> {
            for (int capacity = 0; capacity < 2; capacity++) {
                Chan<Integer> c = chan(capacity);
                assertTrue(c.tryRecv(MOMENT).isEmpty());
                assertEquals(0, receivers(c));
                assertFalse(c.trySend(1) && capacity == 0, "nobody waits any more");
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void trySend_noRoomInTime_isFalseAndLeavesNoTrace(Kind kind) {
        kind.run(crew -> {
            for (int capacity = 0; capacity < 2; capacity++) {
                Chan<Integer> c = chan(capacity);
                while (c.trySend(0)) {
                    // until it is full
                }
                assertFalse(c.trySend(1, MOMENT));
                assertEquals(0, senders(c));
                for (int i = 0; i < capacity; i++) {
                    assertEquals(0, c.recv().get());
                }
                assertTrue(c.tryRecv().isEmpty(), "the value will never be sent");
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void timedOperations_possibleAtOnce_doNotWait(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(1);
            for (Duration timeout : List.of(Duration.ZERO, Duration.ofDays(-1), LONG, EVER, EVER.negated())) {
                assertTrue(c.trySend(1, timeout));
                assertEquals(Option.some(1), c.tryRecv(timeout).toOption());
            }
            for (Duration timeout : List.of(Duration.ZERO, Duration.ofDays(-1), EVER.negated())) {
                assertTrue(c.tryRecv(timeout).isEmpty());
            }
            c.send(1);
            for (Duration timeout : List.of(Duration.ZERO, Duration.ofDays(-1), EVER.negated())) {
                assertFalse(c.trySend(1, timeout));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void timedOperations_partnerComes_succeed(Kind kind) {
        kind.run(crew -> {
            for (Duration timeout : List.of(LONG, EVER)) {
                for (int capacity = 0; capacity < 2; capacity++) {
                    Chan<Integer> c = chan(capacity);
                    Member receiver = crew.go(() ->
                            assertEquals(Option.some(7), c.tryRecv(timeout).toOption()));
                    awaitReceivers(c, 1);
                    c.send(7);
                    receiver.join();
                    while (c.trySend(0)) {
                        // until it is full
                    }
                    Member sender = crew.go(() -> assertTrue(c.trySend(8, timeout)));
                    awaitSenders(c, 1);
                    for (int i = 0; i < capacity; i++) {
                        c.recv();
                    }
                    assertEquals(8, c.recv().get());
                    sender.join();
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void timedOperations_closedWhileWaiting_say(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Member receiver = crew.go(() -> assertTrue(c.tryRecv(LONG).isClosed()));
            awaitReceivers(c, 1);
            c.close();
            receiver.join();
            Chan<Integer> d = chan();
            Member sender = crew.go(() -> assertThrows(ChannelException.SendOnClosed.class, () -> d.trySend(1, LONG)));
            awaitSenders(d, 1);
            d.close();
            sender.join();
        });
    }

    /** Many wait in vain at once, and those behind them are served in their order. */
    @ParameterizedTest
    @EnumSource
    void timeouts_betweenOthers_keepTheQueue(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Chan<Integer> got = chan(3);
            AtomicInteger timeouts = new AtomicInteger();
            for (int i = 0; i < 3; i++) {
                crew.go(() -> got.send(c.recv().get()));
                crew.go(() -> {
                    if (c.tryRecv(MOMENT).isEmpty()) {
                        timeouts.incrementAndGet();
                    }
                });
            }
            dev.runnel.Await.until(() -> timeouts.get() == 3);
            awaitReceivers(c, 3);
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                c.send(1 << i);
                sum += got.recv().get();
            }
            assertEquals(7, sum);
            assertEquals(0, receivers(c));
        });
    }

    // ---------------------------------------------------------------- interrupts

    @ParameterizedTest
    @EnumSource
    void interruptedBefore_interruptibleForms_throwAndDoNothing(Kind kind) {
        kind.run(crew -> {
            for (Op receive : INTERRUPTIBLE_RECEIVES) {
                Chan<Integer> c = chan(1);
                c.send(1);
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, () -> receive.on(c));
                assertFalse(Thread.currentThread().isInterrupted());
                assertEquals(1, c.len());
            }
            for (Op send : INTERRUPTIBLE_SENDS) {
                Chan<Integer> c = chan(1);
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, () -> send.on(c));
                assertFalse(Thread.currentThread().isInterrupted());
                assertEquals(0, c.len());
            }
            Chan<Integer> c = chan(1);
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> c.tryRecv(Duration.ZERO));
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> c.trySend(1, Duration.ZERO));
            assertFalse(Thread.currentThread().isInterrupted());
            assertEquals(0, c.len());
        });
    }

    @ParameterizedTest
    @EnumSource
    void interruptedWhileWaiting_interruptibleForms_throwAndDoNothing(Kind kind) {
        kind.run(crew -> {
            for (Op receive : INTERRUPTIBLE_RECEIVES) {
                Chan<Integer> c = chan();
                Member member = crew.go(() -> {
                    assertThrows(InterruptedException.class, () -> receive.on(c));
                    assertFalse(Thread.currentThread().isInterrupted());
                });
                awaitReceivers(c, 1);
                member.thread().interrupt();
                member.join();
                assertEquals(0, receivers(c));
                assertFalse(c.trySend(1));
            }
            for (Op send : INTERRUPTIBLE_SENDS) {
                Chan<Integer> c = chan();
                Member member = crew.go(() -> {
                    assertThrows(InterruptedException.class, () -> send.on(c));
                    assertFalse(Thread.currentThread().isInterrupted());
                });
                awaitSenders(c, 1);
                member.thread().interrupt();
                member.join();
                assertEquals(0, senders(c));
                assertTrue(c.tryRecv().isEmpty());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void interrupted_plainForms_waitOnAndKeepTheStatus(Kind kind) {
        kind.run(crew -> {
            for (boolean before : new boolean[] {true, false}) {
                for (Op receive : PLAIN_RECEIVES) {
                    Chan<Integer> c = chan();
                    Member member = crew.go(() -> keepsStatus(before, c, receive));
                    awaitReceivers(c, 1);
                    member.thread().interrupt();
                    for (int i = 0; i < 5; i++) {
                        Go.gosched();
                        assertEquals(1, receivers(c));
                    }
                    c.send(1);
                    member.join();
                }
                for (Op send : PLAIN_SENDS) {
                    Chan<Integer> c = chan();
                    Member member = crew.go(() -> keepsStatus(before, c, send));
                    awaitSenders(c, 1);
                    member.thread().interrupt();
                    for (int i = 0; i < 5; i++) {
                        Go.gosched();
                        assertEquals(1, senders(c));
                    }
                    assertEquals(1, c.recv().get());
                    member.join();
                }
            }
        });
    }

    private static void keepsStatus(boolean before, Chan<Integer> c, Op op) throws Exception {
        if (before) {
            Thread.currentThread().interrupt();
        }
        op.on(c);
        assertTrue(Thread.interrupted());
    }

    /** The status also survives operations that do not wait. */
    @ParameterizedTest
    @EnumSource
    void interrupted_operationsThatDoNotWait_keepTheStatus(Kind kind) {
        kind.run(crew -> {
            Thread.currentThread().interrupt();
            Chan<Integer> c = chan(1);
            assertTrue(c.trySend(1));
            assertFalse(c.trySend(1));
            c.recv();
            c.tryRecv();
            c.send(1);
            Go.select().recv(c, () -> {}).run();
            Go.gosched();
            c.close();
            Go.sleep(Duration.ofNanos(1));
            assertTrue(Thread.interrupted());
        });
    }

    /** The interrupt of one party does not end the wait of another. */
    @ParameterizedTest
    @EnumSource
    void interruptedOne_othersWaitOn(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Member first = crew.go(() -> assertEquals(Option.some(1), c.recvInterruptibly()));
            awaitReceivers(c, 1);
            Member second = crew.go(() -> assertThrows(InterruptedException.class, c::recvInterruptibly));
            awaitReceivers(c, 2);
            Member third = crew.go(() -> assertEquals(Option.some(2), c.recvInterruptibly()));
            awaitReceivers(c, 3);
            second.thread().interrupt();
            second.join();
            c.send(1);
            c.send(2);
            first.join();
            third.join();
        });
    }

    @ParameterizedTest
    @EnumSource
    void sleepInterruptibly_interrupted_throws(Kind kind) {
        kind.run(crew -> {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> Go.sleepInterruptibly(LONG));
            assertFalse(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> Go.sleepInterruptibly(Duration.ZERO));
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> Go.sleep(Duration.ZERO, Context.background()));
            assertFalse(Thread.currentThread().isInterrupted());
            Go.sleepInterruptibly(MOMENT);
            Member member = crew.go(() -> {
                assertThrows(InterruptedException.class, () -> Go.sleepInterruptibly(EVER));
                assertFalse(Thread.currentThread().isInterrupted());
            });
            member.thread().interrupt();
            member.join();
        });
    }
}
