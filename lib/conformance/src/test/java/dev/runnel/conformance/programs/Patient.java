package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.time.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * Programs that stand still for a while, and are no deadlock: somebody will come, perhaps one that the runtime does not
 * know.
 */
final class Patient {

    /** The longer it is, the better a false alarm is seen; it is never too short for the program to be right. */
    private static final int DELAY = 300;

    private static final Duration WHILE = Duration.ofMillis(DELAY);

    private interface Way {
        /** Sees to it that something is sent later. */
        void sendLater(Chan<Integer> to) throws Exception;
    }

    static final Map<String, Body> PROGRAMS = Map.ofEntries(
            entry(
                    "SomeoneSleeps",
                    to -> go(() -> {
                        Go.sleep(WHILE);
                        to.send(1);
                    })),
            entry("PendingAfterFunc", to -> Go.afterFunc(WHILE, () -> to.send(1))),
            entry(
                    "TickerIsRead",
                    to -> go(() -> {
                        Ticker ticker = new Ticker(WHILE.dividedBy(3));
                        for (int i = 0; i < 3; i++) {
                            ticker.c().recv();
                        }
                        to.send(1);
                    })),
            entry(
                    "TimeoutOfAContext",
                    to -> go(() -> {
                        Context.withTimeout(Context.background(), WHILE).done().recv();
                        to.send(1);
                    })),
            entry(
                    "SelectWithAfter",
                    to -> go(() -> Go.select()
                            .recv(chan(), () -> {})
                            .after(WHILE, () -> to.send(1))
                            .run())),
            entry(
                    "TimedTries",
                    to -> go(() -> {
                        Chan<Integer> never = chan();
                        for (int i = 0; i < 3; i++) {
                            if (!(never.tryRecv(WHILE.dividedBy(3)) instanceof TryRecv.Empty)) {
                                throw new AssertionError();
                            }
                        }
                        to.send(1);
                    })),
            entry(
                    "BlockedInTheJdk",
                    to -> go(() -> {
                        Thread.sleep(DELAY);
                        to.send(1);
                    })),
            entry(
                    "Hog",
                    to -> go(() -> {
                        long end = System.nanoTime() + WHILE.toNanos();
                        while (System.nanoTime() - end < 0) {
                            Thread.onSpinWait();
                        }
                        to.send(1);
                    })),
            entry(
                    "FutureOfAnExecutor",
                    to -> go(() -> {
                        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
                            int value = pool.submit(() -> {
                                        Thread.sleep(DELAY);
                                        return 1;
                                    })
                                    .get();
                            to.send(value);
                        }
                    })),
            entry(
                    "DelayedExecutor",
                    to -> CompletableFuture.delayedExecutor(DELAY, TimeUnit.MILLISECONDS)
                            .execute(() -> to.send(1))),
            entry("PlatformThread", to -> new Thread(() -> sleepAndSend(to)).start()),
            entry("DaemonThread", to -> Thread.ofPlatform().daemon().start(() -> sleepAndSend(to))),
            entry("VirtualThread", to -> Thread.ofVirtual().start(() -> sleepAndSend(to))),
            entry(
                    "AnotherRuntime",
                    to -> new GoRuntime().go(() -> {
                        Go.sleep(WHILE);
                        to.send(1);
                    })),
            entry("ThreadWithAMutex", to -> {
                Mutex mutex = new Mutex();
                Chan<Boolean> isHeld = chan();
                new Thread(() -> {
                            mutex.lock();
                            isHeld.send(true);
                            sleep();
                            mutex.unlock();
                        })
                        .start();
                isHeld.recv();
                go(() -> {
                    mutex.lock();
                    to.send(1);
                });
            }),
            entry("ThreadWithAPermit", to -> {
                Semaphore semaphore = new Semaphore(1);
                semaphore.acquire();
                new Thread(() -> {
                            sleep();
                            semaphore.release();
                        })
                        .start();
                go(() -> {
                    semaphore.acquire();
                    to.send(1);
                });
            }),
            entry("QueueOfTheJdk", to -> {
                SynchronousQueue<Integer> queue = new SynchronousQueue<>();
                go(() -> {
                    Thread.sleep(DELAY);
                    queue.put(1);
                });
                go(() -> to.send(queue.take()));
            }),
            entry("StandardInput", to -> go(() -> to.send(System.in.read()))));

    private Patient() {}

    private static Map.Entry<String, Body> entry(String name, Way way) {
        return Map.entry(name, () -> {
            Chan<Integer> c = chan();
            way.sendLater(c);
            c.recv();
            System.out.print("done");
        });
    }

    private static void sleepAndSend(Chan<Integer> to) {
        sleep();
        to.send(1);
    }

    private static void sleep() {
        try {
            Thread.sleep(DELAY);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
