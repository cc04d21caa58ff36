package dev.runnel.sync;

import static dev.runnel.sync.Parties.LONG;
import static dev.runnel.sync.Parties.awaitWaiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers that do not get the lock, or do not keep it: they were interrupted before, or are unwound when it comes. */
class RWMutexMissedTest {

    private final RWMutex rw = new RWMutex();

    @ParameterizedTest
    @EnumSource
    void interruptedBefore_doesNotTakeWhatIsFree(Kind kind) {
        List<Parties.Op<RWMutex>> interruptible = List.of(
                RWMutex::readLockInterruptibly,
                RWMutex::lockInterruptibly,
                lock -> lock.tryReadLock(LONG),
                lock -> lock.tryLock(LONG));
        kind.run(crew -> {
            for (Parties.Op<RWMutex> op : interruptible) {
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, () -> op.on(rw));
                assertTrue(rw.tryLock());
                rw.unlock();
            }
        });
    }

    @Test
    void readerThatIsUnwound_whenTheWriterHasLetItIn_givesTheLockBack() throws InterruptedException {
        rw.lock();
        assertUnwound(RWMutex::readLock, () -> awaitWaiting(rw, 1), rw::unlock);
    }

    @Test
    void writerThatIsUnwound_whenTheLastReaderHasLetItIn_givesTheLockBack() throws InterruptedException {
        rw.readLock();
        assertUnwound(RWMutex::lock, this::awaitWriter, rw::readUnlock);
    }

    @Test
    void writerThatIsUnwound_whenTheOneBeforeHasLetItIn_givesTheLockBack() throws InterruptedException {
        rw.lock();
        assertUnwound(RWMutex::lock, this::awaitWriter, rw::unlock);
    }

    private void awaitWriter() {
        Await.until(() -> rw.toString().endsWith("(a writer waits)"));
    }

    /** The goroutine that lets this one in runs on the only P until the runtime closes. */
    private void assertUnwound(Parties.Op<RWMutex> takes, Runnable awaitIt, Runnable letsItIn)
            throws InterruptedException {
        GoRuntime runtime = new GoRuntime(Runtimes.oneP());
        AtomicBoolean wentOn = new AtomicBoolean();
        AtomicBoolean letIn = new AtomicBoolean();
        AtomicBoolean over = new AtomicBoolean();
        GoHandle unwound = runtime.go(() -> {
            takes.on(rw);
            wentOn.set(true);
        });
        awaitIt.run();
        runtime.go(() -> {
            letsItIn.run();
            letIn.set(true);
            while (!over.get()) {
                Thread.onSpinWait(); // no call: the P is kept
            }
        });
        Await.until(letIn::get);
        Thread closes = Thread.ofPlatform().start(runtime::close);
        Await.until(() -> Runtimes.isClosing(runtime));
        over.set(true);
        closes.join();
        assertTrue(unwound.hasEnded());
        assertFalse(wentOn.get());
        assertTrue(rw.tryLock());
        assertEquals(0, Parties.waiting(rw));
    }

    /** A writer that waits for the readers has not got the lock either, so there is nothing to give back. */
    @ParameterizedTest
    @EnumSource
    void unlock_whileAWriterWaitsForReaders_failsAndChangesNothing(Kind kind) {
        kind.run(crew -> {
            rw.readLock();
            AtomicBoolean writes = new AtomicBoolean();
            Member writer = crew.go(() -> rw.locked(() -> writes.set(true)));
            awaitWriter();
            assertThrows(SyncException.NotLocked.class, rw::unlock);
            assertFalse(writes.get());
            assertFalse(rw.tryReadLock(), "the writer still waits");
            rw.readUnlock();
            writer.join();
            assertTrue(writes.get());
            assertTrue(rw.tryLock());
        });
    }
}
