package dev.runnel.sync;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * A waiter is signalled and cannot go on: the signal goes once to the next that waits now, or is used up; CV1 and CV2.
 */
class CondPassedOnTest {

    private final Mutex m = new Mutex();
    private final Cond c = new Cond(m);

    /** How many stand in line and have given the lock back; under the lock. */
    private int inLine;

    private void awaitInLine(int n) {
        Await.until(() -> {
            m.lock();
            int now = inLine;
            m.unlock();
            return now == n;
        });
    }

    /**
     * A waiter that a broadcast finds in line, and that then fails to give the lock back, has used up what nobody else
     * is to have.
     */
    @Test
    void broadcast_isNotPassedOnToWhoComesLater() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Refusing locker = new Refusing();
            Cond cond = new Cond(locker);
            int[] later = {0};
            List<GoHandle> others = new ArrayList<>();
            locker.onUnlock = () -> {
                cond.broadcast();
                others.add(go(() -> {
                    cond.await();
                    later[0]++;
                }));
                Go.gosched(); // the other one waits
                throw new IllegalStateException("refused");
            };
            assertThrows(IllegalStateException.class, cond::await);
            Go.gosched(); // if it were woken, it would run
            assertEquals(0, later[0]);
            cond.signal();
            others.get(0).join();
            assertEquals(1, later[0]);
        });
    }

    /** The one that is signalled is in line, and gives the lock back, but has not begun to wait; another one has. */
    private static void signalledBeforeItWaits(Cond cond, Refusing locker, Runnable then, List<GoHandle> others) {
        locker.onUnlock = () -> {
            others.add(go(cond::await));
            Go.gosched(); // the other one waits
            cond.signal();
            then.run();
        };
    }

    @Test
    void signal_forOneThatHasNotBegunToWait_wakesNobodyElse() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Refusing locker = new Refusing();
            Cond cond = new Cond(locker);
            List<GoHandle> others = new ArrayList<>();
            signalledBeforeItWaits(cond, locker, () -> {}, others);
            cond.await();
            Go.gosched(); // if the other one were woken, it would run
            assertFalse(others.get(0).hasEnded());
            cond.signal();
            others.get(0).join();
        });
    }

    @Test
    void signal_forOneThatHasNotBegunToWait_andFails_goesToTheNext() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Refusing locker = new Refusing();
            Cond cond = new Cond(locker);
            List<GoHandle> others = new ArrayList<>();
            Runnable refuse = () -> {
                throw new IllegalStateException("refused");
            };
            signalledBeforeItWaits(cond, locker, refuse, others);
            assertThrows(IllegalStateException.class, cond::await);
            others.get(0).join();
        });
    }

    /** A lock that does something once, when it is first given back. */
    private static final class Refusing implements Locker {
        private Runnable onUnlock = () -> {};

        @Override
        public void lock() {}

        @Override
        public void unlock() {
            Runnable once = onUnlock;
            onUnlock = () -> {};
            once.run();
        }
    }

    private void waitsInLine() throws Exception {
        m.locked(() -> {
            inLine++;
            c.await();
        });
    }

    /** A waiter that is unwound as its runtime closes does not keep the signal to itself. */
    @Test
    void signal_forOneWhoseRuntimeEnds_goesToTheNext() {
        Thread other = new Thread(() -> Go.run(Runtimes.oneP(), this::waitsInLine));
        Go.run(Runtimes.oneP(), () -> {
            go(this::waitsInLine);
            Go.gosched();
            awaitInLine(1);
            other.start();
            awaitInLine(2);
            m.locked(c::signal);
        });
        Await.until(() -> !other.isAlive());
    }

    /**
     * The waiter has been woken, and has the lock, which is not one of this package, and so has not unwound the waiter.
     */
    @Test
    void await_ofOneWhoseRuntimeEndsAsItIsWoken_doesNotReturn_andPassesTheSignalOn() {
        AtomicBoolean hasIt = new AtomicBoolean();
        AtomicBoolean wentOn = new AtomicBoolean();
        Cond cond = new Cond(new Locker() {
            @Override
            public void lock() {
                if (hasIt.compareAndSet(false, true)) {
                    while (!Checkpoint.unwindsAtAnEnd()) {
                        Thread.onSpinWait();
                    }
                }
            }

            @Override
            public void unlock() {}
        });
        Runtimes.run(Runtimes.oneP(), () -> {
            GoRuntime runtime = new GoRuntime(Runtimes.oneP());
            runtime.go(() -> {
                cond.await();
                wentOn.set(true);
            });
            Await.until(() -> runtime.dump().contains("[sync.Cond.Wait"));
            GoHandle next = go(cond::await);
            Await.until(() -> Go.dump().contains(next + " [sync.Cond.Wait"));
            cond.signal();
            Await.until(hasIt::get);
            runtime.close();
            assertFalse(wentOn.get());
            next.join();
        });
    }

    /** As above: a broadcast is not for one that came later. */
    @Test
    void broadcast_forOneThatIsCutOffBeforeItHasTheLockAgain_isUsedUp() {
        Chan<Void> open = Go.chan();
        Cond cond = new Cond(new Locker() {
            @Override
            public void lock() {
                open.recv();
            }

            @Override
            public void unlock() {}
        });
        Runtimes.run(Runtimes.oneP(), () -> {
            GoRuntime runtime = new GoRuntime(Runtimes.oneP());
            runtime.go(cond::await);
            Await.until(() -> runtime.dump().contains("[sync.Cond.Wait"));
            cond.broadcast();
            Await.until(() -> runtime.dump().contains("[chan receive"));
            GoHandle later = go(cond::await);
            Await.until(() -> Go.dump().contains(later + " [sync.Cond.Wait"));
            runtime.close();
            open.close();
            Go.gosched(); // if it were woken, it would run
            assertFalse(later.hasEnded());
            cond.signal();
            later.join();
        });
    }

    /** The waiter has been woken, and waits for the lock. */
    @Test
    void signal_forOneThatIsCutOffBeforeItHasTheLockAgain_goesToTheNext() {
        Thread other = new Thread(() -> Go.run(Runtimes.oneP(), this::waitsInLine));
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            runtime.go(this::waitsInLine);
            awaitInLine(1);
            other.start();
            awaitInLine(2);
            m.lock();
            c.signal();
            Await.until(() -> runtime.dump().contains("[sync.Mutex.Lock"));
        }
        m.unlock();
        Await.until(() -> !other.isAlive());
    }

    /** The waiter is in its clean-up: it has the signal, and goes on, as it need not wait. */
    @Test
    void signal_forOneThatIsUnwoundAlready_wakesNobodyElse() {
        Refusing locker = new Refusing();
        Cond cond = new Cond(locker);
        AtomicBoolean inLine = new AtomicBoolean();
        AtomicBoolean another = new AtomicBoolean();
        AtomicBoolean wentOn = new AtomicBoolean();
        Runtimes.run(Runtimes.oneP(), () -> {
            GoRuntime runtime = new GoRuntime(Runtimes.oneP());
            runtime.go(() -> {
                try {
                    Go.chan().recv();
                } finally {
                    locker.onUnlock = () -> {
                        inLine.set(true);
                        while (!another.get()) {
                            Thread.onSpinWait(); // a call that lets others run would unwind this one
                        }
                        cond.signal();
                    };
                    cond.await();
                    wentOn.set(true);
                }
            });
            Await.until(() -> runtime.dump().contains("[chan receive"));
            Thread closes = Thread.ofPlatform().start(runtime::close);
            Await.until(inLine::get);
            GoHandle later = go(cond::await);
            Await.until(() -> Go.dump().contains(later + " [sync.Cond.Wait"));
            another.set(true);
            closes.join();
            assertTrue(wentOn.get());
            Go.gosched(); // if it were woken, it would run
            assertFalse(later.hasEnded());
            cond.signal();
            later.join();
        });
    }
}
