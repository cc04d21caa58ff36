package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Forgone;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.select.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A lock that any number of readers may have at a time, or one writer; Go's {@code sync.RWMutex}. Goroutines may use
 * it, and so may any other thread. As a {@link Locker} it is the writer's lock.
 *
 * <p>A writer that waits keeps new readers away, and readers that queued up behind a writer read before the next one
 * writes; so neither side starves. It follows that a reader that wants to read once more may wait for a writer that
 * waits for it: reading is not reentrant. The lock has no owner, and no reader can become the writer, nor the writer a
 * reader. There may be 536,870,911 readers at once; one more gets a {@link SyncException.TooManyReaders}, and not the
 * lock.
 *
 * <p>What was done before an {@link #unlock()} is visible after every later lock of either side; before a
 * {@link #readUnlock()}, after the next lock of the writer. A {@code try} that fails promises nothing.
 */
public final class RWMutex extends RWState implements Locker {

    /** Not locked. */
    public RWMutex() {}

    // ---------------------------------------------------------------- reading

    /**
     * Waits until no writer has the lock or waits for it, and takes it for reading. An interrupt does not end the wait:
     * the status is kept.
     */
    public void readLock() {
        Checkpoint.pass(Act.READ_LOCK, this);
        try {
            takeToRead(Strand.NO_DEADLINE, false, null);
        } catch (Goexit unwound) {
            Forgone.refused(readLocker());
            throw unwound;
        }
    }

    /**
     * As {@link #readLock()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public void readLockInterruptibly() throws InterruptedException {
        Checkpoint.pass(Act.READ_LOCK, this);
        Interrupts.check();
        Interrupts.check(takeToRead(Strand.NO_DEADLINE, true, null));
    }

    /**
     * As {@link #readLock()}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first: if
     * it is already cancelled, the lock is not taken.
     *
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before the caller had the lock; it does not have it then
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public void readLock(Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.READ_LOCK, this);
        Interrupts.check();
        Asked.check(cancellation);
        if (!readIfOpen()) {
            unlessCancelled(cancellation, hook -> takeToRead(Strand.NO_DEADLINE, true, hook));
        }
    }

    /**
     * Takes the lock for reading, if that is possible now.
     *
     * @return false if a writer has the lock or waits for it
     */
    public boolean tryReadLock() {
        Checkpoint.pass(Act.TRY_READ_LOCK, this);
        return readIfOpen();
    }

    /**
     * As {@link #readLock()}, but waits no longer than the timeout, and an interrupt ends the wait.
     *
     * @param timeout how long; zero or less does not wait
     * @return whether the caller may read
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public boolean tryReadLock(Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.READ_LOCK, this);
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (readIfOpen()) {
            return true;
        }
        return nanos > 0 && Interrupts.check(takeToRead(Durations.deadline(Current.now(), nanos), true, null));
    }

    /**
     * Ends one reader's lock. Any goroutine or thread may do so. Does not wait.
     *
     * @throws SyncException.NotLocked if nobody has it for reading
     */
    public void readUnlock() {
        Checkpoint.passToGiveBack(Act.READ_UNLOCK, this);
        if (Forgone.arePossible() && Forgone.isPaidBy(readLocker())) {
            return;
        }
        if (!giveByReader()) {
            throw new SyncException.NotLocked("sync: RUnlock of unlocked RWMutex");
        }
    }

    /**
     * The lock for reading, as a clause of a select takes it: the body has it then, and unlocks it. A select does not
     * stand in the line; it takes the lock if no writer has it or waits for it when it looks.
     *
     * @return an event that gives this, locked for reading
     */
    public Event<RWMutex> readLockEvent() {
        return new Taking<>(this, RWMutex::tryReadLock);
    }

    /** The read side as a lock; Go's {@code RLocker}. Two read sides of one lock are equal. */
    public Locker readLocker() {
        return new ReadLocker(this);
    }

    // ---------------------------------------------------------------- writing

    /**
     * Waits until nobody has the lock, and takes it for writing; first come, first served among the readers and the
     * next writer. An interrupt does not end the wait: the status is kept.
     */
    @Override
    public void lock() {
        Checkpoint.pass(Act.LOCK, this);
        try {
            takeToWrite(Strand.NO_DEADLINE, false, null);
        } catch (Goexit unwound) {
            Forgone.refused(this);
            throw unwound;
        }
    }

    /**
     * As {@link #lock()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public void lockInterruptibly() throws InterruptedException {
        Checkpoint.pass(Act.LOCK, this);
        Interrupts.check();
        Interrupts.check(takeToWrite(Strand.NO_DEADLINE, true, null));
    }

    /**
     * As {@link #lock()}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first: if it
     * is already cancelled, the lock is not taken. Readers that waited behind this writer go on when it gives up.
     *
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before the caller had the lock; it does not have it then
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public void lock(Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.LOCK, this);
        Interrupts.check();
        Asked.check(cancellation);
        if (!writeIfFree()) {
            unlessCancelled(cancellation, hook -> takeToWrite(Strand.NO_DEADLINE, true, hook));
        }
    }

    /**
     * Takes the lock for writing, if that is possible now.
     *
     * @return false if somebody has it, or a writer waits for it
     */
    public boolean tryLock() {
        Checkpoint.pass(Act.TRY_LOCK, this);
        return writeIfFree();
    }

    /**
     * As {@link #lock()}, but waits no longer than the timeout, and an interrupt ends the wait. Readers that waited
     * behind this writer go on when it gives up.
     *
     * @param timeout how long; zero or less does not wait
     * @return whether the caller may write
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public boolean tryLock(Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.LOCK, this);
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (writeIfFree()) {
            return true;
        }
        return nanos > 0 && Interrupts.check(takeToWrite(Durations.deadline(Current.now(), nanos), true, null));
    }

    /**
     * The lock for writing, as a clause of a select takes it: the body has it then, and unlocks it. A select does not
     * stand in the line, and keeps no readers away while it waits; it takes the lock if nobody has it when it looks.
     *
     * @return an event that gives this, locked for writing
     */
    public Event<RWMutex> lockEvent() {
        return new Taking<>(this, rw -> rw.isFree() && rw.tryLock());
    }

    /**
     * Gives back the lock that is held for writing. Readers that wait get it before the next writer does. Any goroutine
     * or thread may do so. Does not wait, but may let whoever gets the lock run first.
     *
     * @throws SyncException.NotLocked if nobody has it for writing
     */
    @Override
    public void unlock() {
        Checkpoint.passToGiveBack(Act.UNLOCK, this);
        if (Forgone.isPaidBy(this)) {
            return;
        }
        if (!giveByWriter()) {
            throw new SyncException.NotLocked("sync: Unlock of unlocked RWMutex");
        }
    }

    record ReadLocker(RWMutex of) implements Locker {

        @Override
        public void lock() {
            of.readLock();
        }

        @Override
        public void unlock() {
            of.readUnlock();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ReadLocker that && that.of == of;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(of);
        }
    }
}
