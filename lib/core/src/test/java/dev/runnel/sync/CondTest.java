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
import dev.runnel.Runtimes;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
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

    /** How many stand in line and have given the lock back; under the lock. */
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

    /** The one that is signalled takes the item; if one that gives up swallowed the signal, nobody would. */
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

    /** Interrupts and cancels are looked at first: a caller that cannot wait does not let others have the lock. */
    @ParameterizedTest
    @EnumSource
    void interruptedOrCancelledBefore_keepsTheLock(Kind kind) {
        kind.run(crew -> {
            Cond cond = new Cond(new Locker() {
                @Override
                public void lock() {}

                @Override
                public void unlock() {
                    throw new AssertionError("it was given back");
                }
            });
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

    /**
     * The wait of the one that gives up has ended, and it has not gone on yet: the signal goes to the next one, and no
     * further.
     */
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
            Go.gosched(); // if it were woken, it would run
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
            c.signal(); // for the one that waits, not for the one that failed
            wg.await();
        });
    }
}
