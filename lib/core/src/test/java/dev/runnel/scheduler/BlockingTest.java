package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.invoke.MethodHandles;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goroutines that block in the JDK give their P to others, and get one back (P51-P56, P102). In nearly all of these what
 * blocks can only be ended by another goroutine, so that on one P nothing ends if the P stays where it is.
 */
class BlockingTest {

    private static final int ROUNDS = 200;

    /** Starts a goroutine, and gives its thread once it runs. */
    private static Thread threadOf(AtomicReference<@Nullable Thread> where) {
        Goroutines.until(() -> where.get() != null);
        return java.util.Objects.requireNonNull(where.get());
    }

    // ---------------------------------------------------------------- sleeping and parking

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void threadSleep_isInterruptedByAnother(int procs) {
        Runtimes.run(procs, () -> {
            AtomicReference<@Nullable Thread> sleeper = new AtomicReference<>();
            GoHandle sleeps = go(() -> {
                sleeper.set(Thread.currentThread());
                assertThrows(InterruptedException.class, () -> Thread.sleep(Long.MAX_VALUE));
                assertFalse(Thread.currentThread().isInterrupted());
            });
            Thread thread = threadOf(sleeper);
            Goroutines.until(() -> Goroutines.isBlocked(thread));
            thread.interrupt();
            sleeps.join();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void threadSleep_ofManyOverlaps(int procs) {
        Runtimes.run(procs, () -> {
            AtomicInteger asleep = new AtomicInteger();
            AtomicInteger woken = new AtomicInteger();
            List<GoHandle> sleepers = Goroutines.start(50, i -> {
                asleep.incrementAndGet();
                while (asleep.get() < 50) { // nobody goes on until all have been in here
                    Thread.sleep(1);
                }
                woken.incrementAndGet();
            });
            Goroutines.join(sleepers);
            assertEquals(50, woken.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void parkNanos_isUnparkedByAnother(int procs) {
        Runtimes.run(procs, () -> {
            AtomicReference<@Nullable Thread> parker = new AtomicReference<>();
            AtomicInteger turn = new AtomicInteger();
            GoHandle parks = go(() -> {
                parker.set(Thread.currentThread());
                for (int i = 1; i <= ROUNDS; i++) {
                    turn.set(i);
                    while (turn.get() == i) {
                        if (i % 2 == 0) {
                            LockSupport.park(this);
                        } else {
                            LockSupport.parkNanos(this, TimeUnit.DAYS.toNanos(1));
                        }
                    }
                }
            });
            Thread thread = threadOf(parker);
            for (int i = 1; i <= ROUNDS; i++) {
                int round = i;
                Goroutines.until(() -> turn.get() == round);
                turn.set(-i);
                LockSupport.unpark(thread);
                Goroutines.until(() -> turn.get() != -round || parks.hasEnded());
                if (i == ROUNDS) {
                    parks.join();
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void unpark_doesNotEndAWaitOnAChannel(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> values = chan();
            AtomicReference<@Nullable Thread> receiver = new AtomicReference<>();
            AtomicInteger received = new AtomicInteger();
            GoHandle receives = go(() -> {
                receiver.set(Thread.currentThread());
                for (int i = 1; i <= ROUNDS; i++) {
                    assertEquals(i, values.recv().get());
                    received.set(i);
                }
            });
            Thread thread = threadOf(receiver);
            for (int i = 1; i <= ROUNDS; i++) {
                LockSupport.unpark(thread);
                Go.gosched();
                assertEquals(i - 1, received.get());
                values.send(i);
                int round = i;
                Goroutines.until(() -> received.get() == round);
            }
            receives.join();
        });
    }

    /** On the JDK's own pool no more than leave one carrier free: from 22 on, it starves what is new beside them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void threadYield_letsOthersSetTheFlag(int procs) {
        int n = 1 + Math.min(2, Goroutines.mayBePinned());
        Runtimes.run(procs, () -> {
            AtomicInteger turn = new AtomicInteger();
            Goroutines.all(n, me -> {
                for (int i = 0; i < ROUNDS; i++) {
                    while (turn.get() % n != me) {
                        Thread.yield();
                    }
                    turn.incrementAndGet();
                }
            });
            assertEquals(n * ROUNDS, turn.get());
        });
    }

    // ---------------------------------------------------------------- locks and what is made of them

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
            int[] state = {0, 0}; // in the buffer, sum of all taken
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
                    Go.gosched(); // it asks before the question is there
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

    // ---------------------------------------------------------------- monitors

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
        assumeTrue(Goroutines.mayWaitInMonitors() > 0);
        Runtimes.run(procs, () -> {
            Object lock = new Object();
            Chan<Integer> values = chan();
            AtomicInteger sum = new AtomicInteger();
            int n = Math.min(6, Goroutines.mayWaitInMonitors());
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
        assumeTrue(Goroutines.mayWaitInMonitors() > 0);
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

    /** As many as must not exhaust spare carriers, where waiting pins. */
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

    /** Each test defines a class of its own from this one, which never is initialized itself. */
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
        assumeTrue(Goroutines.mayBePinned() > 0);
        byte[] code;
        try (InputStream in = BlockingTest.class.getResourceAsStream("BlockingTest$SlowToInitialize.class")) {
            code = java.util.Objects.requireNonNull(in).readAllBytes();
        }
        Class<?> fresh = MethodHandles.lookup().defineHiddenClass(code, false).lookupClass();
        Runtimes.run(procs, () -> {
            AtomicInteger sum = new AtomicInteger();
            List<GoHandle> users = Goroutines.start(Math.min(4, Goroutines.mayBePinned()), me -> {
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

    // ---------------------------------------------------------------- threads

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void join_ofThreadsThatWaitForGoroutines(int procs) {
        Runtimes.run(procs, () -> {
            for (int i = 0; i < 20; i++) {
                CountDownLatch latch = new CountDownLatch(1);
                AtomicInteger passed = new AtomicInteger();
                Runnable body = () -> {
                    try {
                        latch.await();
                        passed.incrementAndGet();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
                Thread virtual = Thread.ofVirtual().start(body);
                Thread platform = Thread.ofPlatform().daemon().start(body);
                go(latch::countDown);
                virtual.join();
                platform.join();
                assertEquals(2, passed.get());
            }
        });
    }

    // ---------------------------------------------------------------- input and output

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void sockets_echo(int procs) {
        Runtimes.run(procs, () -> {
            try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                GoHandle serves = go("server", () -> {
                    List<GoHandle> handlers = new ArrayList<>();
                    for (int i = 0; i < 8; i++) {
                        Socket connection = server.accept();
                        handlers.add(go(() -> {
                            try (connection) {
                                connection.getInputStream().transferTo(connection.getOutputStream());
                            }
                        }));
                    }
                    Goroutines.join(handlers);
                });
                AtomicInteger echoed = new AtomicInteger();
                Goroutines.all(8, me -> {
                    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
                        for (int i = 0; i < 20; i++) {
                            String line = "line " + i + " of " + me;
                            socket.getOutputStream().write((line + "\n").getBytes(UTF_8));
                            assertEquals(line, in.readLine());
                            echoed.incrementAndGet();
                        }
                    }
                });
                serves.join();
                assertEquals(160, echoed.get());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void accept_isEndedByClosingTheSocket(int procs) {
        Runtimes.run(procs, () -> {
            ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            AtomicReference<@Nullable Thread> acceptor = new AtomicReference<>();
            GoHandle accepts = go(() -> {
                acceptor.set(Thread.currentThread());
                assertThrows(java.net.SocketException.class, server::accept);
            });
            Thread thread = threadOf(acceptor);
            Goroutines.until(() -> Goroutines.isBlocked(thread));
            server.close();
            accepts.join();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void pipedStreams_carryText(int procs) {
        Runtimes.run(procs, () -> {
            PipedOutputStream out = new PipedOutputStream();
            PipedInputStream in = new PipedInputStream(out, 64);
            byte[] text = "0123456789".repeat(100).getBytes(UTF_8);
            go(() -> {
                try (out) {
                    out.write(text);
                }
            });
            assertArrayEquals(text, in.readAllBytes());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void selector_isWokenByAnother(int procs) {
        assumeTrue(Goroutines.mayBePinned() > 0);
        Runtimes.run(procs, () -> {
            Pipe pipe = Pipe.open();
            try (Selector selector = Selector.open();
                    Pipe.SourceChannel source = pipe.source();
                    Pipe.SinkChannel sink = pipe.sink()) {
                source.configureBlocking(false);
                source.register(selector, SelectionKey.OP_READ);
                Chan<Integer> read = chan();
                go(() -> {
                    ByteBuffer buffer = ByteBuffer.allocate(1);
                    for (int i = 0; i < 20; i++) {
                        assertEquals(1, selector.select());
                        selector.selectedKeys().clear();
                        assertEquals(1, source.read(buffer.clear()));
                        read.send((int) buffer.get(0));
                    }
                });
                for (int i = 0; i < 20; i++) {
                    sink.write(ByteBuffer.wrap(new byte[] {(byte) i}));
                    assertEquals(i, read.recv().get());
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void files_areReadAndWritten(int procs, @TempDir Path directory) {
        Runtimes.run(procs, () -> {
            Chan<Path> written = chan();
            byte[] content = "abc".repeat(1000).getBytes(UTF_8);
            Goroutines.start(10, me -> {
                Path file = directory.resolve("file" + me);
                Files.write(file, content);
                written.send(file);
            });
            for (int i = 0; i < 10; i++) {
                Path file = written.recv().get();
                assertArrayEquals(content, Files.readAllBytes(file));
                try (FileChannel channel = FileChannel.open(file)) {
                    assertEquals(content.length, channel.read(ByteBuffer.allocate(4096)));
                }
            }
        });
    }
}
