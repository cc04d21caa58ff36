package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Goroutines.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Everything at once: goroutines that communicate, select, yield, sleep, spawn and block in the JDK, foreign threads
 * that send and receive, one that takes dumps, and one that interrupts. Nothing hangs, and all sums come out.
 */
class StressTest {

    private static final int PAIRS = 6;
    private static final int ROUNDS = 200;
    private static final Duration SHORT = Duration.ofNanos(20_000);

    /** What was sent and what was received, by everyone. */
    private static final class Ledger {
        final AtomicLong sent = new AtomicLong();
        final AtomicLong received = new AtomicLong();
        final AtomicInteger interrupted = new AtomicInteger();
        final AtomicInteger dumps = new AtomicInteger();

        void send(Chan<Integer> to, int value) {
            to.send(value);
            sent.addAndGet(value);
        }

        void receive(Chan<Integer> from) {
            received.addAndGet(from.recv().get());
        }
    }

    /** The threads that may be interrupted; none is interrupted once it has left. */
    private static final class Targets {
        private final ReentrantLock lock = new ReentrantLock();
        private final List<Thread> threads = new ArrayList<>();

        void join() {
            lock.lock();
            threads.add(Thread.currentThread());
            lock.unlock();
        }

        void leave() {
            lock.lock();
            threads.remove(Thread.currentThread());
            lock.unlock();
            boolean unused = Thread.interrupted();
        }

        void interruptOne() {
            lock.lock();
            if (!threads.isEmpty()) {
                threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            }
            lock.unlock();
        }
    }

    /** A platform thread that does something again and again. */
    private static final class Pest implements AutoCloseable {
        private volatile boolean over;
        private final Thread thread;

        Pest(String name, long pause, Runnable action) {
            thread = Thread.ofPlatform().daemon().name(name).start(() -> {
                while (!over) {
                    action.run();
                    LockSupport.parkNanos(pause);
                }
            });
        }

        @Override
        public void close() {
            over = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "4, false", "1, true", "2, true"})
    void everything_atOnce(int procs, boolean garbage) {
        Ledger ledger = new Ledger();
        Targets targets = new Targets();
        try (Pest dumper = new Pest("dumper", 1_000_000, () -> {
                    if (Go.dump().contains("goroutine 1 ")) {
                        ledger.dumps.incrementAndGet();
                    }
                });
                Pest interrupter = new Pest("interrupter", 200_000, targets::interruptOne);
                Pest collector = new Pest("collector", 20_000_000, () -> {
                    if (garbage) {
                        System.gc();
                    }
                })) {
            Runtimes.run(procs, () -> {
                List<GoHandle> all = new ArrayList<>();
                all.addAll(pingPong(ledger));
                all.addAll(selects(ledger));
                all.addAll(jdkBlockers(ledger));
                all.addAll(yieldersAndSleepers(ledger));
                all.addAll(spawners(ledger, garbage));
                all.addAll(interrupted(ledger, targets));
                List<Thread> foreigners = foreigners(ledger, all);
                Goroutines.join(all);
                for (Thread foreigner : foreigners) {
                    foreigner.join();
                }
                Goroutines.until(() -> ledger.dumps.get() > 0);
            });
        }
        assertEquals(ledger.sent.get(), ledger.received.get());
    }

    private static List<GoHandle> pingPong(Ledger ledger) {
        List<Chan<Integer>> there = new ArrayList<>();
        List<Chan<Integer>> back = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            there.add(chan(i % 3));
            back.add(chan(i % 2));
        }
        return Goroutines.start(2 * PAIRS, me -> {
            int pair = me / 2;
            for (int i = 0; i < ROUNDS; i++) {
                if (me % 2 == 0) {
                    ledger.send(there.get(pair), i);
                    ledger.receive(back.get(pair));
                } else {
                    ledger.receive(there.get(pair));
                    ledger.send(back.get(pair), i);
                }
            }
        });
    }

    /** As many sends as receives, on three channels, in whatever direction is possible. */
    private static List<GoHandle> selects(Ledger ledger) {
        Chan<Integer> one = chan();
        Chan<Integer> two = chan(1);
        Chan<Integer> three = chan(4);
        AtomicInteger left = new AtomicInteger(4 * ROUNDS);
        Chan<Void> done = chan();
        List<GoHandle> receivers = Goroutines.start(3, me -> {
            boolean[] over = {false};
            while (!over[0]) {
                Go.select()
                        .recv(one, value -> ledger.received.addAndGet(value.get()))
                        .recv(two, value -> ledger.received.addAndGet(value.get()))
                        .recv(three, value -> ledger.received.addAndGet(value.get()))
                        .recv(done, () -> over[0] = true)
                        .after(SHORT, Go::gosched)
                        .run();
            }
            for (Chan<Integer> channel : List.of(two, three)) { // what is left in the buffers
                channel.tryRecv().toOption().forEach(ledger.received::addAndGet);
            }
        });
        List<GoHandle> all = new ArrayList<>(receivers);
        all.addAll(Goroutines.start(4, me -> {
            for (int i = 0; i < ROUNDS; i++) {
                int value = i;
                Go.select()
                        .send(one, value, () -> ledger.sent.addAndGet(value))
                        .send(two, value, () -> ledger.sent.addAndGet(value))
                        .send(three, value, () -> ledger.sent.addAndGet(value))
                        .run();
                if (left.decrementAndGet() == 0) {
                    Goroutines.until(() -> two.len() + three.len() == 0);
                    done.close();
                }
            }
        }));
        return all;
    }

    private static List<GoHandle> jdkBlockers(Ledger ledger) {
        ReentrantLock lock = new ReentrantLock();
        Object monitor = new Object();
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Chan<Integer> relay = chan(2);
        Member body = me -> {
            for (int i = 0; i < ROUNDS / 2; i++) {
                switch (me % 4) {
                    case 0 -> {
                        queue.put(i);
                        ledger.sent.addAndGet(i);
                    }
                    case 1 -> ledger.send(relay, queue.take());
                    case 2 -> {
                        lock.lock();
                        try {
                            int value = relay.recv().get();
                            ledger.received.addAndGet(2L * value); // for the queue, and for the channel
                        } finally {
                            lock.unlock();
                        }
                    }
                    default -> {
                        synchronized (monitor) {
                            Thread.sleep(0, 10_000);
                        }
                        LockSupport.parkNanos(10_000);
                        Thread.yield();
                    }
                }
            }
        };
        return Goroutines.start(8, body);
    }

    private static List<GoHandle> yieldersAndSleepers(Ledger ledger) {
        return Goroutines.start(6, me -> {
            for (int i = 0; i < ROUNDS; i++) {
                switch (me % 3) {
                    case 0 -> Go.gosched();
                    case 1 -> Go.sleep(SHORT);
                    default -> Go.after(SHORT).recv();
                }
            }
            ledger.sent.incrementAndGet();
            ledger.received.incrementAndGet();
        });
    }

    private static List<GoHandle> spawners(Ledger ledger, boolean garbage) {
        return Goroutines.start(4, me -> {
            List<byte[]> kept = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                int value = i;
                Chan<Integer> channel = chan();
                GoHandle child = go("child", () -> ledger.send(channel, value));
                ledger.receive(channel);
                child.join();
                if (garbage) {
                    kept.add(new byte[10_000]);
                    if (kept.size() > 50) {
                        kept.clear();
                    }
                }
            }
        });
    }

    /** Goroutines that are to be interrupted, and then go on where they were: nothing is lost or done twice. */
    private static List<GoHandle> interrupted(Ledger ledger, Targets targets) {
        Chan<Integer> channel = chan();
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        return Goroutines.start(4, me -> {
            targets.join();
            for (int i = 0; i < ROUNDS; ) {
                try {
                    switch (me) {
                        case 0 -> {
                            channel.sendInterruptibly(i);
                            ledger.sent.addAndGet(i);
                        }
                        case 1 ->
                            ledger.received.addAndGet(
                                    channel.recvInterruptibly().get());
                        case 2 -> {
                            Go.sleepInterruptibly(SHORT);
                            queue.add(i);
                            ledger.sent.addAndGet(i);
                        }
                        default -> ledger.received.addAndGet(queue.take());
                    }
                    i++;
                } catch (InterruptedException e) {
                    ledger.interrupted.incrementAndGet();
                }
            }
            targets.leave();
        });
    }

    private static List<Thread> foreigners(Ledger ledger, List<GoHandle> goroutines) {
        Chan<Integer> in = chan();
        Chan<Integer> out = chan(3);
        goroutines.addAll(Goroutines.start(4, me -> {
            for (int i = 0; i < ROUNDS; i++) {
                if (me % 2 == 0) {
                    ledger.receive(in);
                } else {
                    ledger.send(out, i);
                }
            }
        }));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean sends = i % 2 == 0;
            Thread.Builder builder = i < 2 ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
            threads.add(builder.start(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    if (sends) {
                        ledger.send(in, round);
                    } else {
                        ledger.receive(out);
                    }
                }
            }));
        }
        return threads;
    }
}
