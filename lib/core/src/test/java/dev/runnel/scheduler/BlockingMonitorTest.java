package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link BlockingParkTest}, for monitors. */
class BlockingMonitorTest {

    private static final int ROUNDS = 200;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void synchronized_guardsACounter(int procs) {
        Runtimes.run(procs, () -> {
            Object lock = new Object();
            int[] counter = {0};
            Goroutines.all(8, me -> {
                for (int i = 0; i < 5000; i++) {
                    synchronized (lock) {
                        counter[0]++;
                    }
                }
            });
            assertEquals(8 * 5000, counter[0]);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void synchronized_heldWhileWaitingOnAChannel(int procs) {
        assumeTrue(JdkPool.mayWaitInMonitors() > 0);
        Runtimes.run(procs, () -> {
            Object lock = new Object();
            Chan<Integer> values = chan();
            AtomicInteger sum = new AtomicInteger();
            int n = Math.min(6, JdkPool.mayWaitInMonitors());
            List<GoHandle> receivers = Goroutines.start(n, me -> {
                for (int i = 0; i < 20; i++) {
                    synchronized (lock) {
                        sum.addAndGet(values.recv().get());
                    }
                }
            });
            for (int i = 0; i < n * 20; i++) {
                values.send(1);
            }
            Goroutines.join(receivers);
            assertEquals(n * 20, sum.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void synchronized_nestedAroundEveryOperation(int procs) {
        assumeTrue(JdkPool.mayWaitInMonitors() > 0);
        Runtimes.run(procs, () -> {
            Object outer = new Object();
            Object inner = new Object();
            Chan<Integer> there = chan();
            Chan<Integer> back = chan(1);
            GoHandle pinned = go(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    synchronized (outer) {
                        synchronized (inner) {
                            int value = there.recv().get();
                            Go.gosched();
                            Go.go(() -> {}).join();
                            Go.select().send(back, value + 1, () -> {}).run();
                        }
                    }
                }
            });
            int value = 0;
            for (int i = 0; i < ROUNDS; i++) {
                there.send(value);
                value = back.recv().get();
            }
            pinned.join();
            assertEquals(ROUNDS, value);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void waitAndNotify_pingPong(int procs) {
        Runtimes.run(procs, () -> {
            Object lock = new Object();
            int[] turn = {0};
            Goroutines.all(2, me -> {
                for (int i = 0; i < 50; i++) {
                    synchronized (lock) {
                        while (turn[0] % 2 != me) {
                            if (i % 2 == 0) {
                                lock.wait();
                            } else {
                                lock.wait(TimeUnit.DAYS.toMillis(1));
                            }
                        }
                        turn[0]++;
                        lock.notifyAll();
                    }
                }
            });
            assertEquals(100, turn[0]);
        });
    }

    /** So many waiters must not exhaust the spare carriers where waiting pins. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void wait_ofAHundredIsEndedByOne(int procs) {
        Runtimes.run(procs, () -> {
            Object lock = new Object();
            int[] waiting = {0, 0};
            List<GoHandle> waiters = Goroutines.start(100, me -> {
                synchronized (lock) {
                    waiting[0]++;
                    while (waiting[1] == 0) {
                        lock.wait();
                    }
                }
            });
            Goroutines.until(() -> {
                synchronized (lock) {
                    return waiting[0] == 100;
                }
            });
            synchronized (lock) {
                waiting[1] = 1;
                lock.notifyAll();
            }
            Goroutines.join(waiters);
        });
    }

    /** What {@link SlowToInitialize} waits for. */
    static final class Gate {
        static final Chan<Integer> VALUES = chan();

        private Gate() {}
    }

    /** Each test defines a class of its own from this one, which is never initialized itself. */
    static final class SlowToInitialize implements Supplier<Integer> {
        static final int VALUE = Gate.VALUES.recv().get();

        @Override
        public Integer get() {
            return VALUE;
        }
    }

    /** A class initializer that waits on a channel holds on to its carrier, and so do those that wait for the class. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void classInitializer_waitsOnAChannel(int procs) throws Exception {
        assumeTrue(JdkPool.mayBePinned() > 0);
        byte[] code;
        try (InputStream in =
                BlockingMonitorTest.class.getResourceAsStream("BlockingMonitorTest$SlowToInitialize.class")) {
            code = java.util.Objects.requireNonNull(in).readAllBytes();
        }
        Class<?> fresh = MethodHandles.lookup().defineHiddenClass(code, false).lookupClass();
        Runtimes.run(procs, () -> {
            AtomicInteger sum = new AtomicInteger();
            List<GoHandle> users = Goroutines.start(Math.min(4, JdkPool.mayBePinned()), me -> {
                Supplier<?> user = (Supplier<?>) fresh.getDeclaredConstructor().newInstance();
                sum.addAndGet((Integer) user.get());
            });
            for (int i = 0; i < 20; i++) {
                Go.gosched();
            }
            assertEquals(0, sum.get());
            Gate.VALUES.send(7);
            Goroutines.join(users);
            assertEquals(7 * users.size(), sum.get());
        });
    }
}
