package dev.runnel.sync;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.select;
import static dev.runnel.sync.Parties.awaitWaiting;
import static dev.runnel.sync.Parties.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.select.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects of this package as clauses of a select. */
class SyncEventTest {

    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration TINY = Duration.ofNanos(30_000);

    private static void awaitOnlooker(Primitive on) {
        Await.until(() -> on.waiters().hasOnlookers());
    }

    private static void assertNobodyLooksOn(Primitive on) {
        assertFalse(on.waiters().hasOnlookers());
        assertEquals(0, waiting(on));
    }

    /** Something that is taken, its event, and how it is given back. */
    private record Case(Primitive on, Event<?> event, Runnable take, Runnable giveBack, boolean isForMany) {
        static List<Case> all() {
            Mutex m = new Mutex();
            RWMutex reads = new RWMutex();
            RWMutex writes = new RWMutex();
            RWMutex afterReaders = new RWMutex();
            Semaphore s = new Semaphore(3);
            return List.of(
                    new Case(m, m.lockEvent(), m::lock, m::unlock, false),
                    new Case(reads, reads.readLockEvent(), reads::lock, reads::unlock, true),
                    new Case(writes, writes.lockEvent(), writes::lock, writes::unlock, false),
                    new Case(
                            afterReaders,
                            afterReaders.lockEvent(),
                            afterReaders::readLock,
                            afterReaders::readUnlock,
                            false),
                    new Case(s, s.acquireEvent(2), () -> s.acquire(2), () -> s.release(2), false));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsFree_isTakenAtOnce_andOnceOnly(Kind kind) {
        kind.run(crew -> {
            for (Case each : Case.all()) {
                assertSame(
                        each.on,
                        choose().on(each.event, taken -> (Object) taken).get());
                boolean again = choose().on(each.event, () -> true)
                        .otherwise(() -> false)
                        .get();
                assertEquals(each.isForMany, again);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatGetsFree_endsTheWait(Kind kind) {
        kind.run(crew -> {
            for (Case each : Case.all()) {
                Chan<Integer> c = chan();
                each.take.run();
                Member waits = crew.go(() -> assertEquals(
                        1,
                        choose().recv(c, () -> 0)
                                .on(each.event, () -> 1)
                                .after(LONG, () -> 2)
                                .get()));
                awaitOnlooker(each.on);
                each.giveBack.run();
                waits.join();
                assertNobodyLooksOn(each.on);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void otherClause_leavesItAlone(Kind kind) {
        kind.run(crew -> {
            for (Case each : Case.all()) {
                Chan<Integer> c = chan();
                each.take.run();
                Member waits = crew.go(() -> assertEquals(
                        0, choose().recv(c, () -> 0).on(each.event, () -> 1).get()));
                awaitOnlooker(each.on);
                c.send(1);
                waits.join();
                assertEquals(
                        2, choose().on(each.event, () -> 1).after(TINY, () -> 2).get());
                assertNobodyLooksOn(each.on);
                each.giveBack.run();
                each.take.run(); // free, as nobody has it
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void groupThatIsDone_endsTheWait(Kind kind) {
        kind.run(crew -> {
            WaitGroup wg = new WaitGroup();
            assertSame(wg, choose().on(wg.awaitEvent(), g -> g).get());
            wg.add(2);
            Member waits = crew.go(() -> select().on(wg.awaitEvent(), () -> {}).run());
            Member awaits = crew.go(wg::await);
            awaitOnlooker(wg);
            awaitWaiting(wg, 1);
            wg.done();
            assertFalse(choose().on(wg.awaitEvent(), () -> true)
                    .otherwise(() -> false)
                    .get());
            wg.done();
            waits.join();
            awaits.join();
            assertNobodyLooksOn(wg);
        });
    }

    /** A select does not overtake those in the line of a semaphore, and is told when the line has gone. */
    @ParameterizedTest
    @EnumSource
    void select_doesNotOvertakeTheLine(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(3);
            s.acquire(2);
            Member large = crew.go(() -> assertThrows(InterruptedException.class, () -> s.acquireInterruptibly(3)));
            awaitWaiting(s, 1);
            assertFalse(choose().on(s.acquireEvent(1), () -> true)
                    .otherwise(() -> false)
                    .get());
            Member waits =
                    crew.go(() -> select().on(s.acquireEvent(1), () -> {}).run());
            awaitOnlooker(s);
            large.thread().interrupt();
            large.join();
            waits.join();
            s.release(3);
            assertTrue(s.tryAcquire(3));
            assertNobodyLooksOn(s);
        });
    }

    /** The writer has kept the selects away, and readers still have the lock. */
    @ParameterizedTest
    @EnumSource
    void writerThatGivesUp_letsSelectsRead(Kind kind) {
        kind.run(crew -> {
            RWMutex rw = new RWMutex();
            rw.readLock();
            Member writer = crew.go(() -> assertThrows(InterruptedException.class, rw::lockInterruptibly));
            Await.until(() -> rw.toString().endsWith("(a writer waits)"));
            Member reads =
                    crew.go(() -> select().on(rw.readLockEvent(), () -> {}).run());
            awaitOnlooker(rw);
            writer.thread().interrupt();
            writer.join();
            reads.join();
            assertNobodyLooksOn(rw);
            rw.readUnlock();
            rw.readUnlock();
            assertTrue(rw.tryLock());
        });
    }

    /** Of two locks that are free a select takes one. */
    @ParameterizedTest
    @EnumSource
    void twoLocks_oneIsTaken(Kind kind) {
        kind.run(crew -> {
            Mutex a = new Mutex();
            Mutex b = new Mutex();
            for (int i = 0; i < 200; i++) {
                Mutex taken = choose().on(a.lockEvent(), m -> m)
                        .on(b.lockEvent(), m -> m)
                        .get();
                Mutex other = taken == a ? b : a;
                assertTrue(other.tryLock());
                other.unlock();
                assertFalse(taken.tryLock());
                taken.unlock();
            }
        });
    }

    /** The mutex is locked by all forms, and by selects that may choose a value or run out of time instead. */
    @ParameterizedTest
    @EnumSource
    void mutex_isExclusive_alsoByWayOfSelects(Kind kind) {
        kind.run(crew -> {
            Mutex m = new Mutex();
            Chan<Integer> c = chan(1);
            int[] counter = {0};
            AtomicInteger expected = new AtomicInteger();
            AtomicInteger received = new AtomicInteger();
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < 5; party++) {
                int form = party;
                members.add(crew.go(() -> {
                    for (int i = 0; i < 400; i++) {
                        boolean locked = switch (form) {
                            case 0 -> {
                                m.lock();
                                yield true;
                            }
                            case 1 -> m.tryLock(TINY);
                            case 2 -> choose().on(m.lockEvent(), () -> true).get();
                            case 3 ->
                                choose().on(m.lockEvent(), () -> true)
                                        .recv(c, v -> {
                                            received.incrementAndGet();
                                            return false;
                                        })
                                        .get();
                            default ->
                                choose().on(m.lockEvent(), () -> true)
                                        .after(TINY, () -> false)
                                        .get();
                        };
                        if (locked) {
                            expected.incrementAndGet();
                            counter[0]++;
                            m.unlock();
                        }
                        if (form == 4) {
                            c.trySend(i);
                        }
                    }
                }));
            }
            members.forEach(Member::join);
            assertEquals(expected.get(), counter[0]);
            assertTrue(m.tryLock());
            assertNobodyLooksOn(m);
        });
    }

    /** The same for the two sides of a lock, and for a semaphore. */
    @ParameterizedTest
    @EnumSource
    void readersWritersAndShares_areNeverTooMany(Kind kind) {
        kind.run(crew -> {
            RWMutex rw = new RWMutex();
            Semaphore s = new Semaphore(4);
            AtomicInteger activity = new AtomicInteger();
            AtomicInteger shares = new AtomicInteger();
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < 4; party++) {
                int n = 1 + party;
                boolean plain = party == 3;
                members.add(crew.go(() -> {
                    for (int i = 0; i < 300; i++) {
                        if (plain) {
                            rw.lock();
                            assertEquals(1_000, activity.addAndGet(1_000));
                            activity.addAndGet(-1_000);
                            rw.unlock();
                        }
                        select().on(rw.readLockEvent(), () -> {
                                    assertTrue(activity.incrementAndGet() < 1_000);
                                    activity.decrementAndGet();
                                    rw.readUnlock();
                                })
                                .on(rw.lockEvent(), () -> {
                                    assertEquals(1_000, activity.addAndGet(1_000));
                                    activity.addAndGet(-1_000);
                                    rw.unlock();
                                })
                                .on(s.acquireEvent(n), () -> {
                                    assertTrue(shares.addAndGet(n) <= 4);
                                    shares.addAndGet(-n);
                                    s.release(n);
                                })
                                .run();
                        select().on(rw.lockEvent(), rw2 -> rw2.unlock()).run();
                        select().on(s.acquireEvent(n), s2 -> s2.release(n)).run();
                    }
                }));
            }
            members.forEach(Member::join);
            assertTrue(rw.tryLock());
            assertTrue(s.tryAcquire(4));
            assertNobodyLooksOn(rw);
            assertNobodyLooksOn(s);
        });
    }

    @Test
    void moreThanThereEverIs_isNeverReady() {
        Semaphore s = new Semaphore(2);
        assertFalse(choose().on(s.acquireEvent(3), () -> true)
                .otherwise(() -> false)
                .get());
        assertThrows(IllegalArgumentException.class, () -> s.acquireEvent(-1));
    }

    @Test
    void whoFailsWhenToldOfIt_fallsToWhoGaveItBack_andTheOthersAreTold() {
        Mutex m = new Mutex();
        IllegalStateException planted = new IllegalStateException("planted");
        AtomicInteger told = new AtomicInteger();
        m.lock();
        Event<Mutex> event = m.lockEvent();
        event.onReady(told::incrementAndGet);
        event.onReady(() -> {
            throw planted;
        });
        event.onReady(told::incrementAndGet);
        assertSame(planted, assertThrows(IllegalStateException.class, m::unlock));
        assertEquals(2, told.get());
        assertTrue(m.tryLock(), "it has been given back");
        m.unlock();
        assertEquals(2, told.get(), "each is told once");
    }

    @Test
    void stop_saysWhetherItCameInTime() {
        Mutex m = new Mutex();
        AtomicInteger told = new AtomicInteger();
        m.lock();
        Cancellation.Stop stopped = m.lockEvent().onReady(() -> told.addAndGet(10));
        Cancellation.Stop late = m.lockEvent().onReady(told::incrementAndGet);
        assertTrue(stopped.stop());
        assertFalse(stopped.stop());
        m.unlock();
        assertFalse(late.stop());
        assertEquals(1, told.get());
    }
}
