package dev.runnel.sync;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Interrupts;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Forgone;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.select.Event;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lock that any number of readers may have at a time, or one writer; Go's {@code sync.RWMutex}. Goroutines may use it, and so
 * may any other thread. As a {@link Locker} it is the writer's.
 *
 * <p>A writer that waits keeps new readers away. So neither side starves: those who queued up behind a writer read before the next
 * one writes. It follows that who reads and wants to read once more may wait for a writer that waits for it: reading is not
 * reentrant. It has no owner, and no reader can become the writer, nor the writer a reader. There may be 2<sup>30</sup> - 1 readers at
 * once.
 *
 * <p>What was done before an {@link #unlock()} is visible after every later lock of either side; before a {@link #readUnlock()}, after the
 * next lock of the writer. A {@code try} that fails promises nothing.
 */
public final class RWMutex extends Primitive implements Locker {

    /** A writer waits for the readers, or writes. */
    private static final int WRITER = 1 << 31;

    /** A reader may wait for the writer. */
    private static final int QUEUED = 1 << 30;

    private static final int READERS = QUEUED - 1;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RWMutex.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state;

    /** One writer at a time tries. */
    private final Mutex writers = new Mutex();

    /** Where that one waits for the readers. Under the lock of the waiters. */
    private @Nullable WaitQueue drain;

    /** Not locked. */
    public RWMutex() {}

    // ---------------------------------------------------------------- reading

    /**
     * Waits until no writer has the lock or waits for it, and takes it for reading. An interrupt does not end the wait: the
     * status is kept.
     */
    public void readLock() {
        Checkpoint.pass(Act.READ_LOCK, this);
        takeToRead(Strand.NO_DEADLINE, false);
    }

    /**
     * As {@link #readLock()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread is interrupted before it has the lock; it has it not then
     */
    public void readLockInterruptibly() throws InterruptedException {
        Checkpoint.pass(Act.READ_LOCK, this);
        Interrupts.check();
        Interrupts.check(takeToRead(Strand.NO_DEADLINE, true));
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
     * As {@link #readLock()}, but waits no longer than that, and an interrupt ends the wait.
     *
     * @param timeout how long; zero or less does not wait
     * @return whether the caller may read
     * @throws InterruptedException if the thread is interrupted before it has the lock; it has it not then
     */
    public boolean tryReadLock(Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.READ_LOCK, this);
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (readIfOpen()) {
            return true;
        }
        return nanos > 0 && Interrupts.check(takeToRead(Durations.deadline(Current.now(), nanos), true));
    }

    private boolean readIfOpen() {
        for (int s = state; (s & WRITER) == 0; s = state) {
            if (STATE.compareAndSet(this, s, s + 1)) {
                return true;
            }
        }
        return false;
    }

    private WakeCause takeToRead(long deadline, boolean interruptible) {
        while (!readIfOpen()) {
            Strand self = Scheduler.strand();
            Waiters waiters = waiters();
            waiters.lock();
            if ((state & WRITER) == 0) {
                waiters.unlock();
                continue;
            }
            if (!waiters.tryEnter(self)) {
                continue;
            }
            if (!queueUp()) {
                waiters.unlock();
                self.leave();
                continue;
            }
            Waiter waiter = Waiters.open(self, null);
            waiters.queue.enqueue(waiter);
            self.waiting(WaitReason.RWMUTEX_RLOCK, waiters);
            waiters.unlock();
            WakeCause why = null;
            try {
                why = self.park(deadline, interruptible);
            } finally {
                if (why != WakeCause.WAITER) {
                    withdraw(waiters, waiter);
                }
            }
            self.recycle(waiter);
            return why;
        }
        return WakeCause.WAITER;
    }

    /** Says that a reader waits, unless the writer has gone. Under the lock of the waiters. */
    private boolean queueUp() {
        for (int s = state; (s & WRITER) != 0; s = state) {
            if (STATE.compareAndSet(this, s, s | QUEUED)) {
                return true;
            }
        }
        return false;
    }

    private void withdraw(Waiters waiters, Waiter waiter) {
        waiters.lock();
        waiters.queue.remove(waiter);
        if (waiters.queue.isEmpty()) {
            change(QUEUED, 0);
        }
        waiters.unlock();
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
        for (; ; ) {
            int s = state;
            if ((s & READERS) == 0) {
                throw new SyncException.NotLocked("sync: RUnlock of unlocked RWMutex");
            }
            if (STATE.compareAndSet(this, s, s - 1)) {
                if (isDrained(s - 1)) {
                    wakeWriter();
                } else if (s - 1 == 0) {
                    tell();
                }
                return;
            }
        }
    }

    /** A writer has come, and no reader is left. */
    private static boolean isDrained(int s) {
        return (s & (WRITER | READERS)) == WRITER;
    }

    private void wakeWriter() {
        Strand writer = null;
        Waiters waiters = waiters();
        waiters.lock();
        WaitQueue mayWait = drain;
        if (mayWait != null && isDrained(state)) { // else that writer is gone, and this one waits for other readers
            Waiter first = mayWait.dequeue();
            writer = first == null ? null : first.complete(true);
        }
        waiters.unlock();
        if (writer != null) {
            writer.ready();
        }
    }

    /**
     * The lock for reading as a clause of a select takes it: the body has it then, and unlocks it. A select does not stand in
     * the line; it takes the lock if no writer has it or waits for it when it looks.
     *
     * @return an event that gives this, locked for reading
     */
    public Event<RWMutex> readLockEvent() {
        return new Taking<>(this, RWMutex::tryReadLock);
    }

    /** The read side as a lock; Go's {@code RLocker}. Two of one lock are equal. */
    public Locker readLocker() {
        return new ReadLocker(this);
    }

    // ---------------------------------------------------------------- writing

    /**
     * Waits until nobody has the lock, and takes it for writing; first come, first served among the readers and the next writer. An
     * interrupt does not end the wait: the status is kept.
     */
    @Override
    public void lock() {
        Checkpoint.pass(Act.LOCK, this);
        takeToWrite(Strand.NO_DEADLINE, false);
    }

    /**
     * As {@link #lock()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread is interrupted before it has the lock; it has it not then
     */
    public void lockInterruptibly() throws InterruptedException {
        Checkpoint.pass(Act.LOCK, this);
        Interrupts.check();
        Interrupts.check(takeToWrite(Strand.NO_DEADLINE, true));
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
     * As {@link #lock()}, but waits no longer than that, and an interrupt ends the wait. Readers that waited behind go on then.
     *
     * @param timeout how long; zero or less does not wait
     * @return whether the caller may write
     * @throws InterruptedException if the thread is interrupted before it has the lock; it has it not then
     */
    public boolean tryLock(Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.LOCK, this);
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (writeIfFree()) {
            return true;
        }
        return nanos > 0 && Interrupts.check(takeToWrite(Durations.deadline(Current.now(), nanos), true));
    }

    /**
     * The lock for writing as a clause of a select takes it: the body has it then, and unlocks it. A select does not stand in
     * the line, and while it waits keeps no readers away; it takes the lock if nobody has it when it looks.
     *
     * @return an event that gives this, locked for writing
     */
    public Event<RWMutex> lockEvent() {
        return new Taking<>(this, rw -> rw.state == 0 && rw.tryLock());
    }

    private boolean writeIfFree() {
        if (!writers.takeIfFree(0)) {
            return false;
        }
        if (STATE.compareAndSet(this, 0, WRITER)) {
            return true;
        }
        writers.give();
        tell(); // another may have found the mutex of the writers taken
        return false;
    }

    private WakeCause takeToWrite(long deadline, boolean interruptible) {
        WakeCause mine = writers.take(deadline, interruptible);
        if (mine != WakeCause.WAITER || isDrained(change(0, WRITER) | WRITER)) {
            return mine;
        }
        WakeCause why = null;
        try {
            why = awaitReaders(deadline, interruptible);
        } finally {
            if (why != WakeCause.WAITER) {
                endWriting(false);
                writers.give();
                tell();
            }
        }
        return why;
    }

    private WakeCause awaitReaders(long deadline, boolean interruptible) {
        Strand self = Scheduler.strand();
        Waiters waiters = waiters();
        while (true) {
            waiters.lock();
            if (isDrained(state)) {
                waiters.unlock();
                return WakeCause.WAITER;
            }
            if (waiters.tryEnter(self)) {
                break;
            }
        }
        WaitQueue in = drain;
        if (in == null) {
            in = new WaitQueue();
            drain = in;
        }
        Waiter waiter = Waiters.open(self, null);
        in.enqueue(waiter);
        self.waiting(WaitReason.RWMUTEX_LOCK, waiters);
        waiters.unlock();
        WakeCause why = null;
        try {
            why = self.park(deadline, interruptible);
        } finally {
            if (why != WakeCause.WAITER) {
                waiters.lock();
                in.remove(waiter);
                waiters.unlock();
            }
        }
        self.recycle(waiter);
        return why;
    }

    /**
     * Gives the lock back that is held for writing. Readers that wait get it before the next writer does. Any goroutine or thread
     * may do so. Does not wait, but may let who gets the lock run first.
     *
     * @throws SyncException.NotLocked if nobody has it for writing
     */
    @Override
    public void unlock() {
        Checkpoint.passToGiveBack(Act.UNLOCK, this);
        if (Forgone.isPaidBy(this)) {
            return;
        }
        if (!STATE.compareAndSet(this, WRITER, 0) && !(isDrained(state) && endWriting(true))) {
            throw new SyncException.NotLocked("sync: Unlock of unlocked RWMutex");
        }
        writers.give();
        tell();
    }

    /** The writer goes, and readers that wait get the lock; false if it was to have the lock and has not. */
    private boolean endWriting(boolean hasTheLock) {
        Waiters waiters = waiters();
        waiters.lock();
        if (hasTheLock && !isDrained(state)) {
            waiters.unlock();
            return false;
        }
        List<Strand> readers = waiters.takeAll();
        for (int s = state; !STATE.compareAndSet(this, s, (s & READERS) + readers.size()); ) {
            s = state;
        }
        waiters.unlock();
        Waiters.ready(readers);
        return true;
    }

    /** Changes flags; gives what the state was. */
    private int change(int clear, int set) {
        for (; ; ) {
            int s = state;
            if (STATE.compareAndSet(this, s, (s & ~clear) | set)) {
                return s;
            }
        }
    }

    @Override
    public String toString() {
        int s = state;
        String readers = (s & READERS) == 0 ? "" : " (" + (s & READERS) + " reading)";
        return label() + readers + (isDrained(s) ? " (locked)" : (s & WRITER) != 0 ? " (a writer waits)" : "");
    }

    private record ReadLocker(RWMutex of) implements Locker {

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
