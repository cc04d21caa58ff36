package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link BlockingParkTest}, for locks and what is made of them. */
class BlockingLockTest {

    private static final int ROUNDS = 200;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void reentrantLock_guardsACounter(int procs) {
        Runtimes.run(procs, () -> {
            ReentrantLock lock = new ReentrantLock();
            int[] counter = {0};
            Goroutines.all(8, me -> {
                for (int i = 0; i < ROUNDS; i++) {
                    lock.lock();
                    try {
                        int before = counter[0];
                        if (i % 16 == 0) {
                            Go.gosched(); // the others run into the lock
                        }
                        counter[0] = before + 1;
                    } finally {
                        lock.unlock();
                    }
                }
            });
            assertEquals(8 * ROUNDS, counter[0]);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void reentrantLock_heldWhileWaitingOnAChannel(int procs) {
        Runtimes.run(procs, () -> {
            ReentrantLock lock = new ReentrantLock(true);
            Chan<Integer> values = chan();
            AtomicInteger sum = new AtomicInteger();
            List<GoHandle> receivers = Goroutines.start(8, me -> {
                for (int i = 0; i < 25; i++) {
                    lock.lock();
                    try {
                        sum.addAndGet(values.recv().get());
                        assertTrue(lock.isHeldByCurrentThread());
                    } finally {
                        lock.unlock();
                    }
                }
            });
            for (int i = 1; i <= 8 * 25; i++) {
                values.send(i);
            }
            Goroutines.join(receivers);
            assertEquals(200 * 201 / 2, sum.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void condition_boundedBuffer(int procs) {
        Runtimes.run(procs, () -> {
            ReentrantLock lock = new ReentrantLock();
            Condition changed = lock.newCondition();
            int[] state = {0, 0}; // number in the buffer, sum of all taken
            List<GoHandle> all = Goroutines.start(4, me -> {
                for (int i = 0; i < ROUNDS; i++) {
                    lock.lock();
                    try {
                        boolean producer = me % 2 == 0;
                        while (state[0] == (producer ? 2 : 0)) {
                            changed.await();
                        }
                        state[0] += producer ? 1 : -1;
                        state[1]++;
                        changed.signalAll();
                    } finally {
                        lock.unlock();
                    }
                }
            });
            Goroutines.join(all);
            assertArrayEquals(new int[] {0, 4 * ROUNDS}, state);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void readWriteLock_readersSeeWholeWrites(int procs) {
        Runtimes.run(procs, () -> {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            int[] pair = {0, 0};
            Goroutines.all(8, me -> {
                for (int i = 0; i < ROUNDS; i++) {
                    if (me < 2) {
                        lock.writeLock().lock();
                        pair[0]++;
                        if (i % 8 == 0) {
                            Go.gosched();
                        }
                        pair[1]++;
                        lock.writeLock().unlock();
                    } else {
                        lock.readLock().lock();
                        assertEquals(pair[0], pair[1]);
                        lock.readLock().unlock();
                    }
                }
            });
            assertEquals(2 * ROUNDS, pair[0]);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void semaphore_admitsNoMoreThanItsPermits(int procs) {
        Runtimes.run(procs, () -> {
            Semaphore semaphore = new Semaphore(2);
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger passed = new AtomicInteger();
            Goroutines.all(8, me -> {
                for (int i = 0; i < 50; i++) {
                    semaphore.acquire();
                    assertTrue(inside.incrementAndGet() <= 2);
                    Go.gosched();
                    inside.decrementAndGet();
                    semaphore.release();
                    passed.incrementAndGet();
                }
            });
            assertEquals(8 * 50, passed.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void countDownLatch_isReleasedByTheLast(int procs) {
        Runtimes.run(procs, () -> {
            CountDownLatch ready = new CountDownLatch(20);
            CountDownLatch begin = new CountDownLatch(1);
            AtomicInteger begun = new AtomicInteger();
            List<GoHandle> all = Goroutines.start(20, me -> {
                ready.countDown();
                begin.await();
                begun.incrementAndGet();
            });
            ready.await();
            assertEquals(0, begun.get());
            begin.countDown();
            Goroutines.join(all);
            assertEquals(20, begun.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void barriers_keepThePartiesInStep(int procs) {
        Runtimes.run(procs, () -> {
            CyclicBarrier barrier = new CyclicBarrier(5);
            Phaser phaser = new Phaser(5);
            AtomicInteger steps = new AtomicInteger();
            Goroutines.all(5, me -> {
                for (int i = 1; i <= 30; i++) {
                    steps.incrementAndGet();
                    barrier.await();
                    assertEquals(5 * i, steps.get());
                    phaser.arriveAndAwaitAdvance();
                }
            });
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void exchanger_swaps(int procs) {
        Runtimes.run(procs, () -> {
            Exchanger<Integer> exchanger = new Exchanger<>();
            Goroutines.all(2, me -> {
                for (int i = 0; i < 50; i++) {
                    assertEquals(1 - me, exchanger.exchange(me));
                }
            });
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void completableFuture_isCompletedByAnother(int procs) {
        Runtimes.run(procs, () -> {
            int sum = 0;
            for (int i = 0; i < ROUNDS; i++) {
                CompletableFuture<Integer> question = new CompletableFuture<>();
                CompletableFuture<Integer> answer = new CompletableFuture<>();
                go(() -> answer.complete(question.get() + 1));
                if (i % 2 == 0) {
                    Go.gosched(); // the other one asks before the question is there
                }
                question.complete(i);
                sum += i % 3 == 0 ? answer.join() : answer.get(1, TimeUnit.DAYS);
            }
            assertEquals(IntStream.rangeClosed(1, ROUNDS).sum(), sum);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void blockingQueues_handOver(int procs) {
        Runtimes.run(procs, () -> {
            List<BlockingQueue<Integer>> queues =
                    List.of(new SynchronousQueue<>(), new ArrayBlockingQueue<>(1), new LinkedTransferQueue<>());
            for (BlockingQueue<Integer> queue : queues) {
                AtomicInteger sum = new AtomicInteger();
                Goroutines.all(6, me -> {
                    for (int i = 0; i < 100; i++) {
                        if (me % 2 == 0) {
                            queue.put(i);
                        } else {
                            sum.addAndGet(i % 2 == 0 ? queue.take() : pollLong(queue));
                        }
                    }
                });
                assertEquals(3 * 4950, sum.get());
            }
        });
    }

    private static int pollLong(BlockingQueue<Integer> queue) throws InterruptedException {
        Integer value = queue.poll(1, TimeUnit.DAYS);
        return java.util.Objects.requireNonNull(value);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void queuesAndChannels_inTurn(int procs) {
        Runtimes.run(procs, () -> {
            SynchronousQueue<Integer> queue = new SynchronousQueue<>();
            Chan<Integer> channel = chan();
            go(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    queue.put(channel.recv().get() + 1);
                }
            });
            int value = 0;
            for (int i = 0; i < ROUNDS; i++) {
                channel.send(value);
                value = queue.take();
            }
            assertEquals(ROUNDS, value);
        });
    }
}
