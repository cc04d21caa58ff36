package dev.runnel.sync;

import static dev.runnel.Go.go;
import static dev.runnel.sync.Parties.LONG;
import static dev.runnel.sync.Parties.MOMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting for signals, by parties of all kinds; CV1 and CV2. */
class CondTest {

    private final Mutex m = new Mutex();
    private final Cond c = new Cond(m);

    /** Who stands in line and has given the lock back; under the lock. */
    private int inLine;

    private final List<Integer> woken = new ArrayList<>();

    private Member waiter(Crew crew, int number) {
        Member member = crew.go(() -> m.locked(() -> {
            inLine++;
            c.await();
            assertFalse(m.tryLock(), "has the lock again");
            woken.add(number);
        }));
        awaitInLine(number + 1);
        return member;
    }

    private void awaitInLine(int n) {
        Await.until(() -> {
            m.lock();
            int now = inLine;
            m.unlock();
            return now == n;
        });
    }

    private void awaitWoken(int n) {
        Await.until(() -> {
            m.lock();
            int now = woken.size();
            m.unlock();
            return now >= n;
        });
    }

    @ParameterizedTest
    @EnumSource
    void signal_wakesTheLongestWaiting(Kind kind) {
        kind.run(crew -> {
            List<Member> members = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                members.add(waiter(crew, i));
            }
            for (int i = 1; i <= 5; i++) {
                c.signal();
                awaitWoken(i);
                m.locked(() -> assertEquals(woken.size() - 1, woken.getLast()));
            }
            members.forEach(Member::join);
            assertEquals(List.of(0, 1, 2, 3, 4), woken);
        });
    }

    @ParameterizedTest
    @EnumSource
    void broadcast_wakesAllWhoWaitNow(Kind kind) {
        kind.run(crew -> {
            c.signal(); // lost: nobody waits
            List<Member> members = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                members.add(waiter(crew, i));
            }
            m.lock();
            assertEquals(List.of(), woken);
            c.broadcast();
            m.unlock();
            members.forEach(Member::join);
            assertEquals(5, woken.size());
        });
    }

    @ParameterizedTest
    @EnumSource
    void givingUp_usesNoSignalUp_andHasTheLockAgain(Kind kind) {
        kind.run(crew -> {
            m.lock();
            assertFalse(c.await(Duration.ZERO));
            assertFalse(c.await(Duration.ofSeconds(Long.MIN_VALUE)));
            assertFalse(c.await(MOMENT));
            assertFalse(m.tryLock());
            m.unlock();
            List<Parties.Op<Cond>> forms = List.of(Cond::awaitInterruptibly, cond -> cond.await(LONG));
            for (Parties.Op<Cond> form : forms) {
                inLine = 0;
                Member member = crew.go(() -> m.locked(() -> {
                    inLine++;
                    assertThrows(InterruptedException.class, () -> form.on(c));
                    assertFalse(m.tryLock());
                }));
                awaitInLine(1);
                member.thread().interrupt();
                member.join();
            }
            inLine = 0;
            Member patient = waiter(crew, 0);
            c.signal();
            patient.join();
            m.lock();
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> c.await(LONG));
            assertFalse(m.tryLock());
        });
    }

    /** Who is signalled takes the item; if one that gives up swallowed the signal, nobody would. */
    @ParameterizedTest
    @EnumSource
    void givingUp_whileBeingSignalled_losesNoSignal(Kind kind) {
        kind.run(crew -> {
            boolean[] item = {false};
            AtomicBoolean over = new AtomicBoolean();
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < 3; party++) {
                members.add(crew.go(() -> {
                    while (!over.get()) {
                        m.lock();
                        if (c.await(Duration.ofNanos(20_000))) {
                            item[0] = false;
                        }
                        m.unlock();
                    }
                }));
            }
            Member patient = crew.go(() -> m.locked(() -> {
                while (!over.get()) {
                    if (item[0]) {
                        item[0] = false;
                    } else {
                        c.await();
                    }
                }
            }));
            for (int i = 0; i < 1_000; i++) {
                m.lock();
                item[0] = true;
                c.signal();
                m.unlock();
                awaitTaken(item);
            }
            over.set(true);
            members.forEach(Member::join);
            m.locked(c::broadcast);
            patient.join();
        });
    }

    private void awaitTaken(boolean[] item) {
        Await.until(() -> {
            m.lock();
            boolean taken = !item[0];
            m.unlock();
            return taken;
        });
    }

    /** It is looked at first: who cannot wait does not let others have the lock. */
    @ParameterizedTest
    @EnumSource
    void interruptedOrCancelledBefore_keepsTheLock(Kind kind) {
        kind.run(crew -> {
            Refusing locker = new Refusing();
            locker.onUnlock = () -> {
                throw new AssertionError("it was given back");
            };
            Cond cond = new Cond(locker);
            List<Parties.Op<Cond>> forms =
                    List.of(Cond::awaitInterruptibly, on -> on.await(LONG), on -> on.await(Context.background()));
            for (Parties.Op<Cond> form : forms) {
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, () -> form.on(cond));
                assertFalse(Thread.interrupted());
            }
            CancelContext cancelled = Context.withCancel(Context.background());
            cancelled.cancel();
            assertThrows(CancelledException.class, () -> cond.await(cancelled));
        });
    }

    /** Its wait has ended, and it has not gone on since: the signal goes to the next one, and no further. */
    @Test
    void signal_passesOverWhoGivesUp_whoThenWakesNobody() {
        Runtimes.run(Runtimes.oneP(), () -> {
            CancelContext context = Context.withCancel(Context.background());
            GoHandle givesUp = go(() -> assertThrows(CancelledException.class, () -> m.locked(() -> c.await(context))));
            Await.until(() -> Go.dump().contains(givesUp + " [sync.Cond.Wait"));
            GoHandle next = go(() -> m.locked(c::await));
            Await.until(() -> Go.dump().contains(next + " [sync.Cond.Wait"));
            GoHandle last = go(() -> m.locked(c::await));
            Await.until(() -> Go.dump().contains(last + " [sync.Cond.Wait"));
            context.cancel();
            assertFalse(givesUp.hasEnded());
            c.signal();
            givesUp.join();
            next.join();
            Go.gosched(); // were it woken, it would run
            assertFalse(last.hasEnded());
            c.signal();
            last.join();
        });
    }

    @ParameterizedTest
    @EnumSource
    void anyLocker_willDo(Kind kind) {
        kind.run(crew -> {
            ReentrantLock jdks = new ReentrantLock();
            Locker locker = new Locker() {
                @Override
                public void lock() {
                    jdks.lock();
                }

                @Override
                public void unlock() {
                    jdks.unlock();
                }
            };
            Cond cond = new Cond(locker);
            boolean[] told = {false};
            Member member = crew.go(() -> cond.locker().locked(() -> {
                while (!told[0]) {
                    cond.await();
                }
            }));
            locker.locked(() -> told[0] = true);
            cond.broadcast();
            member.join();
        });
    }

    @Test
    void readSide_mayBeTheLock() {
        Runtimes.runOnAll(() -> {
            RWMutex rw = new RWMutex();
            Cond cond = new Cond(rw.readLocker());
            boolean[] told = {false};
            WaitGroup waiting = new WaitGroup();
            for (int i = 0; i < 3; i++) {
                waiting.go(() -> cond.locker().locked(() -> {
                    while (!told[0]) {
                        cond.await();
                    }
                }));
            }
            rw.locked(() -> told[0] = true);
            cond.broadcast();
            waiting.await();
            assertTrue(rw.tryLock());
            rw.unlock();
        });
    }

    @Test
    void await_withoutTheLock_failsAndLeavesNoTrace() {
        assertThrows(SyncException.NotLocked.class, c::await);
        Runtimes.run(2, () -> {
            WaitGroup wg = new WaitGroup();
            wg.go(() -> m.locked(() -> {
                inLine++;
                c.await();
            }));
            awaitInLine(1);
            c.signal(); // for who waits, and not for who failed
            wg.await();
        });
    }

    /**
     * Whom a broadcast finds in line, and who then fails to give the lock back, has used up what nobody else is to
     * have.
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
                Go.gosched(); // it waits
                throw new IllegalStateException("refused");
            };
            assertThrows(IllegalStateException.class, cond::await);
            Go.gosched(); // were it woken, it would run
            assertEquals(0, later[0]);
            cond.signal();
            others.get(0).join();
            assertEquals(1, later[0]);
        });
    }

    /** It has been in line, and given the lock back, and has not begun to wait; another one has. */
    private static void signalledBeforeItWaits(Cond cond, Refusing locker, Runnable then, List<GoHandle> others) {
        locker.onUnlock = () -> {
            others.add(go(cond::await));
            Go.gosched(); // it waits
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
            Go.gosched(); // were the other one woken, it would run
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

    /** Does something once, when it is first given back. */
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

    /** Who is unwound as its runtime closes does not keep the signal to itself. */
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

    /** It has been woken, and has the lock, which is none of this package, and so has not unwound it. */
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

    /** As above: a broadcast is for nobody who came later. */
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
            Go.gosched(); // were it woken, it would run
            assertFalse(later.hasEnded());
            cond.signal();
            later.join();
        });
    }

    /** It has been woken, and waits for the lock. */
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

    /** In its clean-up: it has the signal, and goes on, as it need not wait. */
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
                            Thread.onSpinWait(); // a call that lets others run would unwind it
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
            Go.gosched(); // were it woken, it would run
            assertFalse(later.hasEnded());
            cond.signal();
            later.join();
        });
    }
}
