package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Queues;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An interrupt that comes after the other side has acted, and before the goroutine goes on: the operation has happened,
 * and the status is kept. On one P nothing runs in between.
 */
class InterruptedTest {

    private static final int ATTEMPTS = 100;
    private static final Duration LONG = Duration.ofHours(1);

    private enum Receive {
        PLAIN {
            @Override
            Option<Integer> from(Chan<Integer> c) {
                return c.recv();
            }
        },
        INTERRUPTIBLE {
            @Override
            Option<Integer> from(Chan<Integer> c) throws Exception {
                return c.recvInterruptibly();
            }
        },
        TIMED {
            @Override
            Option<Integer> from(Chan<Integer> c) throws Exception {
                return c.tryRecv(LONG).toOption();
            }
        },
        CONTEXT {
            @Override
            Option<Integer> from(Chan<Integer> c) throws Exception {
                return c.recv(Context.background());
            }
        },
        SELECT {
            @Override
            Option<Integer> from(Chan<Integer> c) throws Exception {
                return Go.choose()
                        .<Integer, Option<Integer>>recv(c, value -> value)
                        .getInterruptibly();
            }
        };

        abstract Option<Integer> from(Chan<Integer> c) throws Exception;
    }

    private enum Send {
        PLAIN {
            @Override
            boolean to(Chan<Integer> c) {
                c.send(1);
                return true;
            }
        },
        INTERRUPTIBLE {
            @Override
            boolean to(Chan<Integer> c) throws Exception {
                c.sendInterruptibly(1);
                return true;
            }
        },
        TIMED {
            @Override
            boolean to(Chan<Integer> c) throws Exception {
                return c.trySend(1, LONG);
            }
        },
        CONTEXT {
            @Override
            boolean to(Chan<Integer> c) throws Exception {
                c.send(1, Context.background());
                return true;
            }
        },
        SELECT {
            @Override
            boolean to(Chan<Integer> c) throws Exception {
                return Go.choose().send(c, 1, () -> true).getInterruptibly();
            }
        };

        abstract boolean to(Chan<Integer> c) throws Exception;
    }

    private interface Part {
        void play(Chan<Integer> c) throws Exception;
    }

    @ParameterizedTest
    @EnumSource
    void receive_interruptedWhenItsValueHasCome_hasIt(Receive form) {
        Runtimes.run(1, () -> {
            boolean kept = false;
            for (int attempt = 0; attempt < ATTEMPTS && !kept; attempt++) {
                kept = interruptAfter(
                        c -> assertEquals(Option.some(1), form.from(c)), c -> Queues.receivers(c) == 1, c -> c.send(1));
            }
            assertTrue(kept);
        });
    }

    @ParameterizedTest
    @EnumSource
    void send_interruptedWhenItsValueIsTaken_hasHappened(Send form) {
        Runtimes.run(1, () -> {
            boolean kept = false;
            for (int attempt = 0; attempt < ATTEMPTS && !kept; attempt++) {
                kept = interruptAfter(
                        c -> assertTrue(form.to(c)),
                        c -> Queues.senders(c) == 1,
                        c -> assertEquals(Option.some(1), c.recv()));
            }
            assertTrue(kept);
        });
    }

    /**
     * Gives whether the status was kept. It is not if the machine is so slow that the waiter goes on before the
     * interrupt.
     */
    private static boolean interruptAfter(Part waiter, Predicate<Chan<Integer>> waits, Part other) throws Exception {
        Chan<Integer> c = chan();
        Thread[] thread = {null};
        boolean[] kept = {false};
        GoHandle goroutine = go(() -> {
            thread[0] = Thread.currentThread();
            waiter.play(c);
            kept[0] = Thread.interrupted();
        });
        while (!waits.test(c)) {
            Go.gosched();
        }
        other.play(c);
        thread[0].interrupt();
        goroutine.join();
        return kept[0];
    }
}
