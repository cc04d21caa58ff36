package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A run that a goroutine of another runtime can wake is not deadlocked; P77, P81. The delays are the subject. */
class StrangersTest {

    private static final int DELAY = 100;

    @Test
    void run_goroutineOfTheDefaultRuntimeSendsLater_isNoDeadlock() {
        Chan<Integer> c = chan();
        GoHandle sender = go(() -> {
            Go.sleep(Duration.ofMillis(DELAY));
            c.send(7);
        });
        Runtimes.run(2, () -> assertEquals(7, c.recv().get()));
        sender.join();
    }

    @Test
    void run_goroutineOfAnotherRuntimeSendsLater_isNoDeadlock() {
        try (GoRuntime other = new GoRuntime(Runtimes.withProcs(1))) {
            Chan<Integer> c = chan();
            other.go(() -> {
                Go.sleep(Duration.ofMillis(DELAY));
                c.send(7);
            });
            Runtimes.run(2, () -> assertEquals(7, c.recv().get()));
        }
    }

    @Test
    void run_goroutineOfTheOuterRunSendsLater_isNoDeadlock() {
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan();
            go(() -> {
                Go.sleep(Duration.ofMillis(DELAY));
                c.send(7);
            });
            Runtimes.run(2, () -> assertEquals(7, c.recv().get()));
        });
    }

    @Test
    void run_othersStandStillToo_isADeadlock() {
        Chan<Integer> never = chan();
        GoHandle waits = go(never::recv);
        Runtimes.run(2, () -> {
            go(never::recv);
            DeadlockException dead = assertThrows(DeadlockException.class, () -> Runtimes.run(2, never::recv));
            assertTrue(dead.getMessage().startsWith(DeadlockTest.ASLEEP), dead.getMessage());
        });
        never.close();
        waits.join();
    }

    @Test
    void run_goroutineOfAnotherRuntimeHasWokenIt_nextStandstillIsADeadlock() {
        Chan<Integer> c = chan();
        GoHandle sender = go(() -> {
            Go.sleep(Duration.ofMillis(DELAY));
            c.send(7);
        });
        assertThrows(
                DeadlockException.class,
                () -> Runtimes.run(2, () -> {
                    assertEquals(7, c.recv().get());
                    c.recv();
                }));
        sender.join();
    }

    /**
     * A daemon of the user's own class that was there before, and waits. The search for threads that may wake a run
     * asks it what it does.
     */
    private static final class Asked extends Thread {
        private final CountDownLatch over = new CountDownLatch(1);
        private final AtomicReference<Thread> searcher = new AtomicReference<>();
        private final Chan<Integer> wakesAnother;

        Asked(Chan<Integer> wakesAnother) {
            this.wakesAnother = wakesAnother;
            setDaemon(true);
        }

        @Override
        public void run() {
            Closing.await(over);
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            if (searcher.compareAndSet(null, Thread.currentThread())) {
                Closing.join(Thread.ofPlatform().start(() -> wakesAnother.send(7)));
            }
            return new StackTraceElement[0];
        }

        boolean isSearching() {
            Thread asks = searcher.get();
            return asks != null
                    && Stream.of(asks.getStackTrace())
                            .anyMatch(frame -> frame.getClassName().endsWith("DeadlockCheck"));
        }
    }

    /**
     * The thread that has woken the goroutine has ended by the time the threads are looked at, and the other runtime
     * was looked at before that.
     */
    @Test
    void run_goroutineOfAnotherRuntimeIsWokenDuringTheSearch_isNoDeadlock() {
        Chan<Integer> there = chan();
        Chan<Integer> back = chan();
        Asked asked = new Asked(there);
        asked.start();
        try (GoRuntime other = new GoRuntime(Runtimes.withProcs(1))) {
            other.go(() -> {
                int value = there.recv().get();
                while (asked.isSearching()) {
                    Thread.onSpinWait();
                }
                back.send(value);
            });
            Runtimes.run(2, () -> assertEquals(7, back.recv().get()));
        }
        asked.over.countDown();
    }
}
