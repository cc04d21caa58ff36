package dev.runnel.sync;

import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.sync.Parties.LONG;
import static dev.runnel.sync.Parties.MOMENT;
import static dev.runnel.sync.Parties.awaitWaiting;
import static dev.runnel.sync.Parties.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A mutex among parties of all kinds; M1 to M7. */
class MutexTest {

    private static final int ROUNDS = 2_000;
    private static final Duration SHORT = Duration.ofNanos(20_000);

    private final Mutex m = new Mutex();
    private int plain;

    @ParameterizedTest
    @EnumSource
    void lock_ofAnyForm_isExclusiveAndLosesNoUpdate(Kind kind) {
        kind.run(crew -> {
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < 6; party++) {
                int form = party;
                members.add(crew.go(() -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        lockBy(form % 4);
                        plain++;
                        m.unlock();
                    }
                }));
            }
            members.forEach(Member::join);
            assertEquals(6 * ROUNDS, plain);
            assertTrue(m.tryLock());
            assertEquals(0, waiting(m));
        });
    }

    private void lockBy(int form) throws InterruptedException {
        switch (form) {
            case 0 -> m.lock();
            case 1 -> m.lockInterruptibly();
            case 2 -> {
                while (!m.tryLock(SHORT)) {
                    // again
                }
            }
            default -> {
                if (!m.tryLock()) {
                    m.lock();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void waiters_areServedInOrder(Kind kind) {
        kind.run(crew -> {
            List<Integer> order = new ArrayList<>();
            List<Member> members = new ArrayList<>();
            m.lock();
            for (int party = 0; party < 5; party++) {
                int number = party;
                members.add(crew.go(() -> m.locked(() -> order.add(number))));
                awaitWaiting(m, party + 1);
            }
            m.unlock();
            members.forEach(Member::join);
            assertEquals(List.of(0, 1, 2, 3, 4), order);
        });
    }

    @ParameterizedTest
    @EnumSource
    void tryLock_notFreeInTime_isFalseAndLeavesNoTrace(Kind kind) {
        kind.run(crew -> {
            m.lock();
            assertFalse(m.tryLock());
            assertFalse(m.tryLock(Duration.ZERO));
            assertFalse(m.tryLock(Duration.ofSeconds(Long.MIN_VALUE)));
            assertFalse(m.tryLock(MOMENT));
            assertEquals(0, waiting(m));
            m.unlock();
            assertTrue(m.tryLock(Duration.ZERO));
        });
    }

    /** On one P nobody else runs meanwhile. */
    @Test
    void tryForms_withNoTime_doNotWait() {
        RWMutex rw = new RWMutex();
        RWMutex read = new RWMutex();
        Semaphore s = new Semaphore(0);
        WaitGroup wg = new WaitGroup();
        Runtimes.run(Runtimes.oneP(), () -> {
            m.lock();
            rw.lock();
            read.readLock();
            wg.add(1);
            for (int round = 0; round < 100; round++) { // waits for no time let others run now and then
                boolean[] otherRan = {false};
                GoHandle other = go(() -> otherRan[0] = true);
                for (Duration none : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
                    assertFalse(m.tryLock(none));
                    assertFalse(rw.tryLock(none));
                    assertFalse(rw.tryReadLock(none));
                    assertFalse(read.tryLock(none));
                    assertFalse(s.tryAcquire(none));
                    assertFalse(wg.await(none));
                }
                assertFalse(otherRan[0]);
                other.join();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void interrupt_endsOnlyTheInterruptibleForms(Kind kind) {
        kind.run(crew -> {
            m.lock();
            List<Parties.Op<Mutex>> interruptible = List.of(Mutex::lockInterruptibly, mutex -> mutex.tryLock(LONG));
            for (Parties.Op<Mutex> op : interruptible) {
                Member member = crew.go(() -> {
                    assertThrows(InterruptedException.class, () -> op.on(m));
                    assertFalse(Thread.currentThread().isInterrupted());
                });
                awaitWaiting(m, 1);
                member.thread().interrupt();
                member.join();
                assertEquals(0, waiting(m));
            }
            Member member = crew.go(() -> {
                m.lock();
                assertTrue(Thread.interrupted());
                m.unlock();
            });
            awaitWaiting(m, 1);
            member.thread().interrupt();
            m.unlock();
            member.join();
        });
    }

    @ParameterizedTest
    @EnumSource
    void interruptedBefore_doesNotTakeWhatIsFree(Kind kind) {
        kind.run(crew -> {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, m::lockInterruptibly);
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> m.tryLock(LONG));
            assertTrue(m.tryLock());
        });
    }

    /** A waiter that gives up at the moment in which it is woken wakes the next one. */
    @ParameterizedTest
    @EnumSource
    void givingUp_whileBeingWoken_losesNoWakeUp(Kind kind) {
        kind.run(crew -> {
            AtomicBoolean over = new AtomicBoolean();
            List<Member> impatient = new ArrayList<>();
            for (int party = 0; party < 4; party++) {
                impatient.add(crew.go(() -> {
                    while (!over.get()) {
                        if (m.tryLock(SHORT)) {
                            plain++;
                            m.unlock();
                        }
                    }
                }));
            }
            for (int i = 0; i < ROUNDS; i++) {
                m.lock(); // waits for ever if a wake-up is lost
                plain++;
                m.unlock();
            }
            over.set(true);
            impatient.forEach(Member::join);
            assertTrue(m.tryLock());
        });
    }

    @Test
    void newcomer_isFasterThanWhoWasWoken_butNotThanWhoStarves() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<String> order = new ArrayList<>();
            m.lock();
            GoHandle waiter = go(() -> m.locked(() -> order.add("waiter")));
            awaitWaiting(m, 1);
            Parties.longEnough();
            m.unlock();
            assertTrue(m.tryLock(), "the waiter is woken, and has not run yet");
            awaitWaiting(m, 1);
            m.unlock();
            assertEquals(List.of("waiter"), order, "it got the lock, and ran first");
            waiter.join();
        });
    }

    /** A newcomer was faster than the waiter that was woken, which is still before those that came after it. */
    @Test
    void whoWasWokenInVain_isStillTheFirst() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<String> order = new ArrayList<>();
            m.lock();
            GoHandle first = go(() -> m.locked(() -> order.add("first")));
            awaitWaiting(m, 1);
            GoHandle second = go(() -> m.locked(() -> order.add("second")));
            awaitWaiting(m, 2);
            m.unlock();
            assertTrue(m.tryLock(), "the first is woken, and has not run yet");
            awaitWaiting(m, 2);
            m.unlock();
            first.join();
            second.join();
            assertEquals(List.of("first", "second"), order);
        });
    }

    @Test
    void starving_keepsNewcomersAwayUntilOneHasWaitedForLess() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<String> order = new ArrayList<>();
            m.lock();
            go(() -> {
                m.lock();
                order.add("first");
                gosched(); // keeps the lock
                m.unlock();
            });
            awaitWaiting(m, 1);
            Parties.longEnough();
            m.unlock();
            m.lock();
            awaitWaiting(m, 1); // starving now
            m.unlock();
            assertFalse(m.tryLock(), "handed over");
            GoHandle second = go(() -> m.locked(() -> order.add("second")));
            second.join();
            assertEquals(List.of("first", "second"), order);
            m.lock();
            GoHandle third = go(() -> m.locked(() -> order.add("third")));
            awaitWaiting(m, 1);
            m.unlock();
            assertTrue(m.tryLock(), "it is an ordinary lock again");
            m.unlock();
            third.join();
        });
    }

    @Test
    void unlock_ofUnlocked_failsInGosWordsAndChangesNothing() {
        for (int i = 0; i < 2; i++) {
            SyncException e = assertThrows(SyncException.NotLocked.class, m::unlock);
            assertEquals("sync: unlock of unlocked mutex", e.getMessage());
        }
        m.lock();
        m.unlock();
        assertThrows(SyncException.NotLocked.class, m::unlock);
        assertTrue(m.tryLock());
    }

    @ParameterizedTest
    @EnumSource
    void unlock_byAnother_isAllowed(Kind kind) {
        kind.run(crew -> {
            m.lock();
            crew.go(m::unlock).join();
            assertTrue(m.tryLock());
        });
    }

    @Test
    void uncontended_allocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        RWMutex rw = new RWMutex();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 10; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                m.lock();
                m.unlock();
                m.tryLock();
                m.unlock();
                rw.readLock();
                rw.readUnlock();
                rw.lock();
                rw.unlock();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 1_000, least + " bytes for 1,000 rounds");
    }

    @Test
    void locked_givesTheLockBackHoweverTheBodyEnds() {
        IOException thrown = new IOException();
        assertEquals(
                thrown,
                assertThrows(
                        IOException.class,
                        () -> m.locked(() -> {
                            assertFalse(m.tryLock());
                            throw thrown;
                        })));
        assertTrue(m.tryLock());
    }

    /** Nothing may hide the failure of the body. */
    @Test
    void lockedBodyThatGivesTheLockBackAndFails_bothAreTold() {
        IOException thrown = new IOException();
        assertSame(
                thrown,
                assertThrows(
                        IOException.class,
                        () -> m.locked(() -> {
                            m.unlock();
                            throw thrown;
                        })));
        assertInstanceOf(SyncException.NotLocked.class, thrown.getSuppressed()[0]);
        assertThrows(
                SyncException.NotLocked.class,
                () -> m.lockedValue(() -> {
                    m.unlock();
                    return 1;
                }));
    }
}
