package dev.runnel.sync;

import dev.runnel.runtime.lock.Backoff;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Scheduler;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** An {@link RWMutex} within: its state, who waits, and how readers and writers follow each other. */
abstract sealed class RWState extends Primitive permits RWMutex {

    /** A writer waits for the readers, or writes. */
    private static final int WRITER = 1 << 31;

    /** A reader may wait for the writer. */
    private static final int QUEUED = 1 << 30;

    private static final int READERS = QUEUED - 1;

    /** For a reader that finds another one at the state: some half a microsecond. */
    private static final int PAUSES = 30;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RWState.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state;

    /** One writer at a time tries. */
    private final Mutex writers = new Mutex();

    /** Where that one waits for the readers. Under the lock of the waiters. */
    private @Nullable WaitQueue drain;

    // ---------------------------------------------------------------- readers

    /** Takes the lock for reading, if no writer has it or waits for it. */
    final boolean readIfOpen() {
        for (int s = state; (s & WRITER) == 0; s = state) {
            if (STATE.compareAndSet(this, s, s + 1)) {
                return true;
            }
            Backoff.pause(PAUSES);
        }
        return false;
    }

    /** Takes the lock for reading, and waits for that. */
    final WakeCause takeToRead(long deadline, boolean interruptible) {
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
            if (why == WakeCause.WAITER && Checkpoint.unwindsAfterWait()) {
                giveByReader();
                Checkpoint.passAfterWait();
            }
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

    /** Ends one reader's lock; gives whether there was one. */
    final boolean giveByReader() {
        for (; ; ) {
            int s = state;
            if ((s & READERS) == 0) {
                return false;
            }
            if (STATE.compareAndSet(this, s, s - 1)) {
                if (isDrained(s - 1)) {
                    wakeWriter();
                } else if (s - 1 == 0) {
                    tell();
                }
                return true;
            }
            Backoff.pause(PAUSES);
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

    // ---------------------------------------------------------------- writers

    /** Whether nobody has the lock. */
    final boolean isFree() {
        return state == 0;
    }

    /** Takes the lock for writing, if nobody has it. */
    final boolean writeIfFree() {
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

    /** Takes the lock for writing, and waits for that. */
    final WakeCause takeToWrite(long deadline, boolean interruptible) {
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
        for (int looks = 0; looksAgain(self, looks); looks++) {
            if (isDrained(state)) {
                return WakeCause.WAITER;
            }
        }
        Waiters waiters = waiters();
        WaitQueue in = drain == null ? new WaitQueue() : drain; // here: what fails under the lock would keep it
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
        drain = in;
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
        if (why == WakeCause.WAITER) {
            Checkpoint.passAfterWait();
        }
        return why;
    }

    /** Ends the writer's lock; gives whether there was one. */
    final boolean giveByWriter() {
        if (!STATE.compareAndSet(this, WRITER, 0) && !(isDrained(state) && endWriting(true))) {
            return false;
        }
        writers.give();
        tell();
        return true;
    }

    /** The writer goes, and readers that wait get the lock; false if it was to have the lock and has not. */
    private boolean endWriting(boolean hasTheLock) {
        Waiters waiters = waiters();
        waiters.lock();
        if (hasTheLock && !isDrained(state)) {
            waiters.unlock();
            return false;
        }
        Waiter readers = waiters.queue.completeAll();
        int reading = Waiter.count(readers);
        for (int s = state; !STATE.compareAndSet(this, s, (s & READERS) + reading); ) {
            s = state;
        }
        waiters.unlock();
        Waiter.readyAll(readers);
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
}
