package dev.runnel.scope;

import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Task;
import org.jspecify.annotations.Nullable;

/**
 * Counts the goroutines that run for somebody. One more may come at any time, even while others wait for the end of
 * all: they wait for that one, too. A goroutine leaves when it has ended, in whatever way, or if it never begins
 * because its runtime closes. But if its failure ends the run, it leaves only when the run has ended: those who wait in
 * the run are unwound by then.
 *
 * <p>In a bubble the wait is durable if the goroutines are of that bubble; as with a {@code WaitGroup}, the first of a
 * round says where they belong.
 */
final class Tally extends SpinLock {

    /** Whose goroutines they are. */
    private final Object owner;

    private int running;

    /** How many may run at once; negative for any number. */
    private int limit = -1;

    /** Once none runs, nothing is to be started any more. */
    private boolean closed;

    /**
     * The bubble in which this round began, if it was in one: with the first that runs, or with whoever waits for room
     * while none does.
     */
    private @Nullable Home home;

    /** Made by whoever waits, closed when the number has gone down to what is waited for. */
    private @Nullable Channel<Void> fewer;

    private int wanted;

    Tally(Object owner) {
        this.owner = owner;
    }

    /** Starts a goroutine, unless this is closed and all have ended, or as many run as may. Does not wait. */
    boolean go(@Nullable String name, Work work) {
        StackRoom.requireTwice();
        Home caller = Home.ofCaller();
        lock();
        boolean starts = hasRoom() && !(closed && running == 0);
        if (starts) {
            if (running == 0) {
                home = caller;
            }
            running++;
        }
        unlock();
        if (starts) {
            start(name, work);
        }
        return starts;
    }

    private boolean hasRoom() {
        return limit < 0 || running < limit;
    }

    /** Limits how many may run at once, if none runs; returns how many run. */
    int limit(int most) {
        StackRoom.require();
        lock();
        int now = running;
        if (now == 0) {
            limit = most;
        }
        unlock();
        if (now == 0) {
            wakeAll();
        }
        return now;
    }

    /** From now on a goroutine is started only while others run. */
    void close() {
        StackRoom.require();
        lock();
        closed = true;
        unlock();
    }

    private void start(@Nullable String name, Work work) {
        boolean started = false;
        try {
            Scheduler.currentOrDefault().go(name, new Member(work));
            started = true;
        } finally {
            if (!started) {
                leave();
            }
        }
    }

    int running() {
        lock();
        int now = running;
        unlock();
        return now;
    }

    /** Waits until none runs. */
    void awaitNone() {
        StackRoom.require();
        while (running() > 0) {
            lock();
            awaitAtMost(0);
        }
        Checkpoint.passAtAnEnd();
    }

    /**
     * As {@link #awaitNone}, even if there is no memory to wait, or the stack is too deep for that: for a caller that
     * must not go on before. The error is thrown in the end.
     */
    void insistOnNone() {
        StackRoom.requireTwice();
        Error refused = null;
        for (boolean none = false; !none; ) {
            try {
                awaitNone();
                none = true;
            } catch (OutOfMemoryError | StackOverflowError e) {
                refused = refused == null ? e : refused;
                Scheduler.giveWay();
            }
        }
        if (refused != null) {
            throw refused;
        }
    }

    /** Waits until one more may run, by the limit that there is then; may return earlier. */
    void awaitRoom() {
        StackRoom.require();
        lock();
        if (hasRoom()) {
            unlock();
        } else {
            awaitAtMost(limit - 1);
        }
    }

    /**
     * Waits until no more than that many run, or the limit changes; may return earlier. Under the lock, which is given
     * back.
     */
    private void awaitAtMost(int number) {
        if (running <= number) {
            unlock();
            return;
        }
        Channel<Void> until;
        try {
            until = fewer;
            if (until == null) {
                if (running == 0) {
                    home = Home.ofCaller();
                }
                until = new Signal(home, owner);
                fewer = until;
                wanted = number;
            } else {
                wanted = Math.max(wanted, number);
            }
        } finally {
            unlock();
        }
        until.recvOrNull();
    }

    /** Lets those who wait look again. */
    private void wakeAll() {
        lock();
        Channel<Void> waiting = fewer;
        fewer = null;
        unlock();
        if (waiting != null) {
            waiting.closeIfOpen();
        }
    }

    private void leave() {
        lock();
        running--;
        boolean wakes = fewer != null && running <= wanted;
        unlock();
        if (wakes) {
            wakeAll();
        }
    }

    /** What a goroutine does. */
    interface Work {
        void run(Member self) throws Exception;
    }

    /** One of those who are counted. */
    final class Member implements Task {

        private final Work work;
        private @Nullable Runnable tell;

        Member(Work work) {
            this.work = work;
        }

        @Override
        public void run() throws Exception {
            work.run(this);
        }

        /**
         * Called by its goroutine, which is left by something that is not an exception, and throws it on. Those who
         * wait are told at once; but if that ends the run, only when the run has ended: the others must neither go on
         * nor clean up before that.
         */
        void leftBy(Throwable thrown, Runnable telling) {
            if (Goexit.is(thrown)) {
                return;
            }
            if (Scheduler.currentOrDefault().mainRun().isRun()) {
                tell = telling;
            } else {
                telling.run();
            }
        }

        /** Calls of scopes and groups have to do with everything. */
        @Override
        public @Nullable Object changesAtItsEnd() {
            return null;
        }

        @Override
        public void ended(boolean endsTheRun) {
            if (endsTheRun) {
                Scheduler.currentOrDefault().ending().afterwards(this::leaveAfterTheRun);
            } else {
                leave();
            }
        }

        private void leaveAfterTheRun() {
            try {
                if (tell != null) {
                    tell.run();
                }
            } finally {
                leave();
            }
        }
    }

    /** Without the lock: this may be asked for while the holder of the lock stands still, in a debugger. */
    @Override
    public String toString() {
        int most = limit;
        return running + (most < 0 ? " running" : " of " + most + " running") + (closed ? ", closed" : "");
    }
}
