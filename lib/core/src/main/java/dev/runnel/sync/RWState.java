package dev.runnel.sync;

import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.lock.Backoff;
import dev.runnel.runtime.lock.FirstUse;
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

/**
 * The inside of an {@link RWMutex}: its state, those who wait, and how readers and writers follow each other.
 *
 * <p>A writer that finds nobody takes the lock by one compare-and-set, and gives it back by another if nobody came
 * meanwhile. Any other writer gets a mutex first, which only one of them has at a time, says that it has come, and
 * waits for those who have the lock: readers, or the one writer that passed without the mutex. No more than one passes
 * without it, since from then on the state is not free.
 */
abstract sealed class RWState extends Primitive permits RWMutex {

    /** A writer with the mutex waits for whoever has the lock, or writes. */
    private static final int WRITER = 1 << 31;

    /** A writer without the mutex writes. */
    private static final int QUICK = 1 << 30;

    /** No more readers may come. */
    private static final int SHUT = WRITER | QUICK;

    /** A reader may wait for the writer. */
    private static final int QUEUED = 1 << 29;

    private static final int READERS = QUEUED - 1;

    /** For a reader that finds another one at the state: some half a microsecond. */
    private static final int PAUSES = 30;

    /**
     * For a reader that finds a writer, once: some two microseconds. Looking more often would bring more of them to the
     * state at the same time, and waiting at once would leave a processor for what a writer takes.
     */
    private static final int READER_PAUSES = 120;

    /**
     * How often a writer that finds others looks before it waits: for some four microseconds. Nobody who comes later
     * gets the lock meanwhile.
     */
    private static final int WRITER_LOOKS = 24;

    /** Between two of these looks. */
    private static final int WRITER_PAUSES = 10;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RWState.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(1, i -> STATE.compareAndSet((RWState) null, 0, 0));
    }

    private volatile int state;

    /** The writers that did not find the lock free try one at a time. */
    private final Mutex writers = new Mutex();

    /** Where that one waits for whoever has the lock. Under the lock of the waiters. */
    private @Nullable WaitQueue drain;

    // ---------------------------------------------------------------- readers

    /**
     * Takes the lock for reading, if no writer has it or waits for it.
     *
     * @throws SyncException.TooManyReaders if there are as many as can be counted
     */
    final boolean readIfOpen() {
        for (int s = state; (s & SHUT) == 0; s = state) {
            if ((s & READERS) == READERS) {
                throw new SyncException.TooManyReaders(READERS);
            }
            if (STATE.compareAndSet(this, s, s + 1)) {
                return true;
            }
            Backoff.pause(PAUSES);
        }
        return false;
    }

    /** Takes the lock for reading, and waits for that. */
    final WakeCause takeToRead(long deadline, boolean interruptible, @Nullable CancelHook hook) {
        for (int looks = 0; !readIfOpen(); looks++) {
            Strand self = Scheduler.strand();
            if (looksAgain(self, looks, 1, READER_PAUSES)) {
                continue;
            }
            Waiters waiters = waiters();
            waiters.lock();
            if ((state & SHUT) == 0) {
                waiters.unlock();
                continue;
            }
            if (hasNoRoomBehind(waiters)) {
                waiters.unlock();
                throw new SyncException.TooManyReaders(READERS);
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
            self.waiting(WaitReason.RWMUTEX_RLOCK, waiters.shownAs(hook));
            waiters.unlock();
            WakeCause why = null;
            try {
                CancelHook.mayEnd(hook, self.openTicket());
                why = self.park(deadline, interruptible);
            } finally {
                if (why != WakeCause.WAITER) {
                    withdraw(waiters, waiter);
                }
            }
            self.recycle(waiter);
            if (why == WakeCause.WAITER && Checkpoint.unwindsAtAnEnd()) {
                giveByReader();
                Checkpoint.passAtAnEnd();
            }
            return why;
        }
        return WakeCause.WAITER;
    }

    /**
     * Whether those who read and those who wait to read are together as many as can be counted: once the writer has
     * gone they all read at the same time. Under the lock of the waiters. Counting those that wait takes long, and is
     * done only if more than half of that number read: else more would have to wait than memory holds.
     */
    private boolean hasNoRoomBehind(Waiters waiters) {
        int reading = state & READERS;
        return reading > READERS / 2 && waiters.queue.size() >= READERS - reading;
    }

    /** Says that a reader waits, unless the writer has gone. Under the lock of the waiters. */
    private boolean queueUp() {
        for (int s = state; (s & SHUT) != 0; s = state) {
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

    /** Ends one reader's lock; returns whether there was one. */
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

    /** A writer with the mutex has come, and nobody else has the lock. */
    private static boolean isDrained(int s) {
        return (s & (SHUT | READERS)) == WRITER;
    }

    /** The writer's turn has come, if it waits. */
    final void wakeWriter() {
        Strand writer = null;
        Waiters waiters = waiters();
        waiters.lock();
        WaitQueue mayWait = drain;
        if (mayWait != null && isDrained(state)) { // else that writer is gone, and this one waits for others
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

    /** Takes the lock for writing, if nobody has it or waits for it. */
    final boolean writeIfFree() {
        return state == 0 && STATE.compareAndSet(this, 0, QUICK);
    }

    /** Takes the lock for writing, and waits for that. */
    final WakeCause takeToWrite(long deadline, boolean interruptible, @Nullable CancelHook hook) {
        if (writeIfFree()) {
            return WakeCause.WAITER;
        }
        waiters(); // here: whoever sees that a writer has come needs them, and may not fail for lack of memory
        writers.isPartOf(this);
        WakeCause mine = writers.take(deadline, interruptible, hook);
        if (mine != WakeCause.WAITER || isDrained(change(0, WRITER) | WRITER)) {
            return mine;
        }
        WakeCause why = null;
        try {
            why = awaitOthers(deadline, interruptible, hook);
        } finally {
            if (why != WakeCause.WAITER) {
                withdrawWriter();
                writers.give();
                tell();
            }
        }
        return why;
    }

    private WakeCause awaitOthers(long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Strand self = Scheduler.strand();
        for (int looks = 0; looksAgain(self, looks, WRITER_LOOKS, WRITER_PAUSES); looks++) {
            if (isDrained(state)) {
                return WakeCause.WAITER;
            }
        }
        Waiters waiters = waiters();
        WaitQueue in = drain == null ? new WaitQueue() : drain; // here: a failure under the lock would keep it held
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
        WaitReason reason = (state & QUICK) == 0 ? WaitReason.RWMUTEX_LOCK : WaitReason.MUTEX_LOCK;
        self.waiting(reason, waiters.shownAs(hook));
        waiters.unlock();
        WakeCause why = null;
        try {
            CancelHook.mayEnd(hook, self.openTicket());
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
            Checkpoint.passAtAnEnd();
        }
        return why;
    }

    /** Ends the writer's lock; returns whether there was one. */
    final boolean giveByWriter() {
        int s = state;
        if ((s & QUICK) != 0) {
            if (!STATE.compareAndSet(this, QUICK, 0) && !giveTo(QUICK)) {
                return false;
            }
        } else {
            if (!STATE.compareAndSet(this, WRITER, 0) && !giveTo(WRITER)) {
                return false;
            }
            writers.give();
        }
        tell();
        return true;
    }

    /**
     * The writer that has the lock goes, and readers that wait get it; else the next writer gets it, if that has the
     * mutex.
     *
     * @param writer which kind of writer has it
     * @return false if no such writer has it
     */
    private boolean giveTo(int writer) {
        Waiters waiters = waiters();
        waiters.lock();
        int s = state;
        if (writer == QUICK ? (s & QUICK) == 0 : !isDrained(s)) {
            waiters.unlock();
            return false;
        }
        letReadersIn(waiters, writer);
        if (isDrained(state)) {
            wakeWriter();
        }
        return true;
    }

    /** A writer that waited goes. Readers that waited behind it get the lock, unless a writer has it. */
    private void withdrawWriter() {
        Waiters waiters = waiters();
        waiters.lock();
        letReadersIn(waiters, WRITER);
    }

    /**
     * Says that a writer is gone, and gives all readers that wait the lock, unless another writer has it. Under the
     * lock of the waiters, which it gives back.
     */
    private void letReadersIn(Waiters waiters, int gone) {
        boolean shut = gone == WRITER && (state & QUICK) != 0;
        Waiter readers = shut ? null : waiters.queue.completeAll();
        int reading = Waiter.count(readers);
        if (gone == QUICK && reading > 0) {
            writerWaitsForReaders();
        }
        int cleared = shut ? gone : gone | QUEUED;
        for (int s = state; !STATE.compareAndSet(this, s, (s & ~cleared) + reading); ) {
            s = state;
        }
        waiters.unlock();
        Waiter.readyAll(readers);
    }

    /**
     * The writer that waits, if one does, has so far waited for another writer, and from now on waits for readers.
     * Under the lock of the waiters.
     */
    private void writerWaitsForReaders() {
        Waiter writer = drain == null ? null : drain.first();
        if (writer != null) {
            writer.strand().waitsFor(WaitReason.RWMUTEX_LOCK);
        }
    }

    /** Changes flags; returns what the state was. */
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
        String writer = isDrained(s) ? " (locked)" : (s & WRITER) != 0 ? " (a writer waits)" : "";
        return label() + readers + ((s & QUICK) != 0 ? " (locked)" : "") + writer;
    }
}
