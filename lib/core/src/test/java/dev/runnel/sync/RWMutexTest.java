package dev.runnel.sync;

import static dev.runnel.Go.go;
import static dev.runnel.sync.Parties.LONG;
import static dev.runnel.sync.Parties.MOMENT;
import static dev.runnel.sync.Parties.awaitWaiting;
import static dev.runnel.sync.Parties.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers and writers of all kinds; RW1 to RW5. */
class RWMutexTest {

    private static final int ROUNDS = 1_000;
    private static final int WRITING = 10_000;
    private static final Duration SHORT = Duration.ofNanos(20_000);

    private final RWMutex rw = new RWMutex();
    private final AtomicInteger activity = new AtomicInteger();

    private void read() {
        int n = activity.incrementAndGet();
        assertTrue(n >= 1 && n < WRITING, () -> "" + n);
        activity.decrementAndGet();
    }

    private void write() {
        assertEquals(WRITING, activity.addAndGet(WRITING));
        activity.addAndGet(-WRITING);
    }

    @ParameterizedTest
    @EnumSource
    void readersAndWriters_ofAllForms_neverMeet(Kind kind) {
        kind.run(crew -> {
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < 6; party++) {
                int form = party % 3;
                boolean writes = party < 3;
                members.add(crew.go(() -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        if (writes && i % 3 == 0) {
                            if (writeBy(form)) {
                                write();
                                rw.unlock();
                            }
                        } else if (readBy(form)) {
                            read();
                            rw.readUnlock();
                        }
                    }
                }));
            }
            members.forEach(Member::join);
            assertTrue(rw.tryLock());
            assertEquals(0, waiting(rw));
        });
    }

    private boolean writeBy(int form) throws InterruptedException {
        switch (form) {
            case 0 -> rw.lock();
            case 1 -> rw.lockInterruptibly();
            default -> {
                return rw.tryLock(SHORT);
            }
        }
        return true;
    }

    private boolean readBy(int form) throws InterruptedException {
        switch (form) {
            case 0 -> rw.readLock();
            case 1 -> rw.readLockInterruptibly();
            default -> {
                return rw.tryReadLock(SHORT);
            }
        }
        return true;
    }

    /** Starts a writer; when this returns it waits for a reader. */
    private Member pendingWriter(dev.runnel.Crew crew, AtomicBoolean writes) {
        Member writer = crew.go(() -> {
            rw.lock();
            writes.set(true);
            Await.until(() -> !writes.get());
            rw.unlock();
        });
        Await.until(() -> rw.toString().endsWith("(a writer waits)"));
        return writer;
    }

    @ParameterizedTest
    @EnumSource
    void pendingWriter_keepsNewReadersAway_andTheyGoBeforeTheNextWriter(Kind kind) {
        kind.run(crew -> {
            AtomicBoolean writes = new AtomicBoolean();
            List<String> order = new ArrayList<>();
            rw.readLock();
            Member writer = pendingWriter(crew, writes);
            assertFalse(rw.tryReadLock());
            assertFalse(rw.tryReadLock(MOMENT));
            assertFalse(rw.tryLock());
            Member reader = crew.go(() -> {
                rw.readLock();
                order.add("reader");
                rw.readUnlock();
            });
            awaitWaiting(rw, 1);
            Member second = crew.go(() -> rw.locked(() -> order.add("writer")));
            rw.readUnlock();
            Await.until(writes::get);
            assertTrue(rw.toString().endsWith(" (locked)"), rw::toString);
            assertEquals(1, waiting(rw));
            writes.set(false);
            List.of(writer, reader, second).forEach(Member::join);
            assertEquals(List.of("reader", "writer"), order);
        });
    }

    @ParameterizedTest
    @EnumSource
    void writerThatGivesUp_letsTheReadersInThatWaitedBehindIt(Kind kind) {
        kind.run(crew -> {
            List<Parties.Op<RWMutex>> impatient = List.of(lock -> lock.tryLock(LONG), RWMutex::lockInterruptibly);
            for (Parties.Op<RWMutex> op : impatient) {
                rw.readLock();
                Member writer = crew.go(() -> assertThrows(InterruptedException.class, () -> op.on(rw)));
                Await.until(() -> rw.toString().endsWith("(a writer waits)"));
                Member reader = crew.go(() -> {
                    rw.readLock();
                    rw.readUnlock();
                });
                awaitWaiting(rw, 1);
                writer.thread().interrupt();
                writer.join();
                reader.join();
                rw.readUnlock();
                assertTrue(rw.tryLock());
                rw.unlock();
            }
            rw.readLock();
            assertFalse(rw.tryLock(MOMENT));
            assertTrue(rw.tryReadLock(), "no writer is left");
            rw.readUnlock();
            rw.readUnlock();
            assertTrue(rw.tryLock());
        });
    }

    @ParameterizedTest
    @EnumSource
    void writerThatGivesUp_whileAnotherWrites_letsNobodyIn(Kind kind) {
        kind.run(crew -> {
            rw.lock();
            Member second = crew.go(() -> assertThrows(InterruptedException.class, rw::lockInterruptibly));
            Await.until(() -> rw.toString().endsWith("(locked) (a writer waits)"));
            Member reader = crew.go(() -> {
                rw.readLock();
                read();
                rw.readUnlock();
            });
            awaitWaiting(rw, 1);
            second.thread().interrupt();
            second.join();
            assertEquals(1, waiting(rw), "the reader waits for the writer that has the lock");
            assertFalse(rw.tryReadLock());
            assertFalse(rw.tryLock());
            write();
            rw.unlock();
            reader.join();
            assertTrue(rw.tryLock());
        });
    }

    /** The writer waits elsewhere by now, and is not taken for one that waits here. */
    @ParameterizedTest
    @EnumSource
    void writerThatGaveUp_isForgotten(Kind kind) {
        kind.run(crew -> {
            Mutex m = new Mutex();
            m.lock();
            rw.readLock();
            Member gaveUp = crew.go(() -> {
                assertFalse(rw.tryLock(MOMENT));
                m.lock();
            });
            awaitWaiting(m, 1);
            Member next = crew.go(rw::lock);
            Await.until(() -> rw.toString().endsWith("(a writer waits)"));
            rw.readUnlock();
            next.join();
            assertEquals(1, waiting(m));
            m.unlock();
            gaveUp.join();
        });
    }

    @ParameterizedTest
    @EnumSource
    void writersThatWaitForAWriter_goOnOneAfterTheOther(Kind kind) {
        kind.run(crew -> {
            rw.lock();
            Member second = crew.go(() -> rw.locked(this::write));
            Await.until(() -> rw.toString().endsWith("(locked) (a writer waits)"));
            Member third = crew.go(() -> rw.locked(this::write));
            rw.unlock();
            second.join();
            third.join();
            assertTrue(rw.tryLock());
        });
    }

    @ParameterizedTest
    @EnumSource
    void writersInLine_comeAfterTheReadersOfTheOneBefore(Kind kind) {
        kind.run(crew -> {
            List<String> order = new ArrayList<>();
            rw.lock();
            List<Member> members = new ArrayList<>();
            members.add(crew.go(() -> rw.locked(() -> order.add("writer"))));
            Await.until(() -> rw.toString().endsWith("(locked) (a writer waits)"));
            members.add(crew.go(() -> rw.locked(() -> order.add("writer"))));
            members.add(crew.go(() -> {
                rw.readLock();
                order.add("reader");
                rw.readUnlock();
            }));
            awaitWaiting(rw, 1);
            rw.unlock();
            members.forEach(Member::join);
            assertEquals(List.of("reader", "writer", "writer"), order);
            assertTrue(rw.tryLock(), "nobody has it, and nobody waits");
        });
    }

    @ParameterizedTest
    @EnumSource
    void readerThatGivesUp_leavesNoTrace(Kind kind) {
        kind.run(crew -> {
            rw.lock();
            List<Parties.Op<RWMutex>> impatient =
                    List.of(lock -> lock.tryReadLock(LONG), RWMutex::readLockInterruptibly);
            for (Parties.Op<RWMutex> op : impatient) {
                Member reader = crew.go(() -> assertThrows(InterruptedException.class, () -> op.on(rw)));
                awaitWaiting(rw, 1);
                reader.thread().interrupt();
                reader.join();
            }
            assertFalse(rw.tryReadLock(MOMENT));
            assertEquals(0, waiting(rw));
            rw.unlock();
            assertTrue(rw.tryLock(), "nobody reads");
        });
    }

    @ParameterizedTest
    @EnumSource
    void plainForms_keepTheInterrupt(Kind kind) {
        kind.run(crew -> {
            rw.lock();
            Member reader = crew.go(() -> {
                rw.readLock();
                assertTrue(Thread.interrupted());
                rw.readUnlock();
            });
            awaitWaiting(rw, 1);
            reader.thread().interrupt();
            rw.unlock();
            reader.join();
            rw.readLock();
            Member writer = crew.go(() -> {
                rw.lock();
                assertTrue(Thread.interrupted());
                rw.unlock();
            });
            Await.until(() -> rw.toString().endsWith("(a writer waits)"));
            writer.thread().interrupt();
            rw.readUnlock();
            writer.join();
        });
    }

    @Test
    void tryForms_answerByWhoHasTheLock() throws InterruptedException {
        assertTrue(rw.tryReadLock());
        assertTrue(rw.tryReadLock(Duration.ZERO));
        assertFalse(rw.tryLock());
        rw.readUnlock();
        assertFalse(rw.tryLock(Duration.ZERO));
        rw.readUnlock();
        assertTrue(rw.tryLock());
        assertFalse(rw.tryLock());
        assertFalse(rw.tryReadLock());
        rw.unlock();
        assertTrue(rw.tryReadLock());
    }

    @Test
    void misuse_failsInGosWordsAndChangesNothing() {
        assertEquals(
                "sync: Unlock of unlocked RWMutex",
                assertThrows(SyncException.NotLocked.class, rw::unlock).getMessage());
        assertEquals(
                "sync: RUnlock of unlocked RWMutex",
                assertThrows(SyncException.NotLocked.class, rw::readUnlock).getMessage());
        rw.readLock();
        assertThrows(SyncException.NotLocked.class, rw::unlock);
        rw.readUnlock();
        assertThrows(SyncException.NotLocked.class, rw::readUnlock);
        rw.lock();
        assertThrows(SyncException.NotLocked.class, rw::readUnlock);
        rw.unlock();
        assertThrows(SyncException.NotLocked.class, rw::unlock);
        assertTrue(rw.tryLock());
    }

    @Test
    void readLocker_isTheReadSide() {
        Locker reader = rw.readLocker();
        reader.lock();
        reader.locked(() -> assertFalse(rw.tryLock()));
        reader.unlock();
        assertTrue(rw.tryLock());
        assertThrows(SyncException.NotLocked.class, reader::unlock);
        assertEquals(reader, rw.readLocker());
        assertNotEquals(reader, new RWMutex().readLocker());
    }

    @Test
    void readingTwice_waitsForAWriterThatWaitsForIt() {
        Runtimes.run(Runtimes.oneP(), () -> {
            rw.readLock();
            GoHandle writer = go(rw::lock);
            Await.until(() -> rw.toString().endsWith("(a writer waits)"));
            assertFalse(rw.tryReadLock(MOMENT));
            rw.readUnlock();
            writer.join();
        });
    }

    /** One reader more would look like none at all. */
    @Test
    void reader_beyondWhatCanBeCounted_failsAndChangesNothing() throws Exception {
        RWMutex rw = new RWMutex();
        Field state = RWState.class.getDeclaredField("state");
        state.setAccessible(true);
        state.setInt(rw, (1 << 29) - 2);
        rw.readLock();
        for (Executable more : List.<Executable>of(
                rw::readLock, rw::tryReadLock, rw::readLockInterruptibly, () -> rw.tryReadLock(Duration.ofHours(1)))) {
            SyncException.TooManyReaders e = assertThrows(SyncException.TooManyReaders.class, more);
            assertEquals("sync: RWMutex has 536870911 readers, which is the most", e.getMessage());
        }
        assertFalse(rw.tryLock());
        assertTrue(rw.toString().endsWith(" (536870911 reading)"), rw::toString);
        rw.readUnlock();
        assertTrue(rw.tryReadLock());
    }

    /** Readers that queue up behind a writer get the lock in addition to those that have it. */
    @Test
    void readersBehindAWriter_beyondWhatCanBeCounted_fail() throws Exception {
        RWMutex rw = new RWMutex();
        Field state = RWState.class.getDeclaredField("state");
        state.setAccessible(true);
        state.setInt(rw, (1 << 29) - 2);
        Thread writer =
                Thread.ofPlatform().start(() -> assertThrows(InterruptedException.class, rw::lockInterruptibly));
        Await.until(() -> rw.toString().endsWith("(a writer waits)"));
        Thread last = Thread.ofPlatform().start(rw::readLock);
        Await.until(() -> last.getState() == Thread.State.WAITING);
        for (Executable more : List.<Executable>of(
                rw::readLock, rw::readLockInterruptibly, () -> rw.tryReadLock(Duration.ofHours(1)))) {
            assertThrows(SyncException.TooManyReaders.class, more);
        }
        writer.interrupt();
        last.join();
        writer.join();
        assertTrue(rw.toString().endsWith(" (536870911 reading)"), rw::toString);
        assertThrows(SyncException.TooManyReaders.class, rw::readLock);
        rw.readUnlock();
        assertTrue(rw.tryReadLock());
    }
}
