package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.select.Event;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is under way, and lets others wait until all of it is done; Go's {@code sync.WaitGroup}. Goroutines may
 * use it, and so may any other thread.
 *
 * <p>The adds that lift the counter from zero must happen before the {@code await} that is to see them; other adds may
 * come at any time. It may be used for another round once all waits for the last one have returned.
 *
 * <p>What was done before a {@link #done()} is visible after each {@code await} that it ends.
 */
public final class WaitGroup extends Primitive {

    /** Somebody may wait. The counter is in the upper half. */
    private static final long WAITED = 1;

    /** The adds of this round come from a bubble. */
    private static final long BUBBLED = 2;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(WaitGroup.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(1, i -> STATE.compareAndSet((WaitGroup) null, 0L, 0L));
    }

    private volatile long state;

    /** The bubble that the adds of this round come from, if they come from one. Under the lock of the waiters. */
    private @Nullable Home home;

    /** With nothing under way. */
    public WaitGroup() {}

    // ---------------------------------------------------------------- counting

    /**
     * Says that more is under way. When the counter comes to zero, all waiters go on. Does not wait.
     *
     * @param delta how much; may be negative
     * @throws SyncException.NegativeCounter if the counter would become negative, or too large
     * @throws SyncException.AddDuringWait if this begins a new round while those who waited for the last are just being
     *     released
     * @throws SyncException.OutsideBubble if some adds of this round come from a bubble of the test kit, and some do
     *     not
     */
    public void add(int delta) {
        if (delta < 0) {
            Checkpoint.passToGiveBack(Act.ADD, this);
        } else {
            Checkpoint.pass(Act.ADD, this);
        }
        change(delta);
    }

    /**
     * Says that one is done; {@code add(-1)}.
     *
     * @throws SyncException.NegativeCounter if nothing was under way
     * @throws SyncException.OutsideBubble as {@link #add} does
     */
    public void done() {
        Checkpoint.passToGiveBack(Act.DONE, this);
        change(-1);
    }

    /**
     * Adds one, and runs the body in a new goroutine; when that ends, one is done. If the counter is zero this must
     * happen before an {@code await}. A body whose failure ends the run is never done: what waits for it must not go on
     * before the run ends. One that is cut off because the runtime closes, or never begins, is done; and so is one that
     * fails in a runtime without a main goroutine, the default one for example.
     *
     * @param body what it does
     * @throws SyncException as {@link #add} does; nothing is started then
     * @throws RuntimeClosedException if the runtime is closed
     */
    public void go(Body body) {
        start(null, body);
    }

    /**
     * As {@link #go(Body)}, with a name for the goroutine that is shown in dumps.
     *
     * @param name the name, not null; it need not be unique
     * @param body what it does
     * @throws SyncException as {@link #add} does; nothing is started then
     * @throws RuntimeClosedException if the runtime is closed
     */
    public void go(String name, Body body) {
        start(Objects.requireNonNull(name, "name"), body);
    }

    private void start(@Nullable String name, Body body) {
        Objects.requireNonNull(body, "go of nil func value");
        add(1);
        boolean started = false;
        try {
            Scheduler.currentOrDefault().go(name, new Member(body));
            started = true;
        } finally {
            if (!started) {
                change(-1);
            }
        }
    }

    /** Done at its end, however it ends, and if it never begins; but not if it ends the run. */
    private final class Member implements Task {

        private final Body body;
        private boolean isDone;

        Member(Body body) {
            this.body = body;
        }

        @Override
        public void run() throws Exception {
            body.run();
            isDone = true; // before the call: what that throws is told once
            done();
        }

        @Override
        public @Nullable Object changesAtItsEnd() {
            return isDone ? null : WaitGroup.this;
        }

        @Override
        public void ended(boolean endsTheRun) {
            if (!isDone && !endsTheRun) {
                try {
                    countBy(-1);
                } catch (SyncException bodyWasDoneAlready) {
                    return; // it has called done() itself; a goroutine that is cut off cannot be told
                }
                if (count(state) == 0 && waiters().hasOnlookers()) {
                    tellFromWithin();
                }
            }
        }
    }

    /**
     * Called by the M of a goroutine that has ended, in the midst of the runtime. Whoever is told may run code of the
     * user, and so another tells.
     */
    private void tellFromWithin() {
        if (!Scheduler.currentOrDefault().timers().go(this::tell)) {
            Thread.startVirtualThread(
                    this::tell); // the runtime closes, and others than its goroutines may want to know
        }
    }

    private void change(int delta) {
        countBy(delta);
        if (count(state) == 0) {
            tell();
        }
    }

    private void countBy(int delta) {
        Home caller = Home.ofCaller();
        boolean last;
        if (caller == null) {
            last = apply(delta, null);
        } else {
            Waiters waiters = waiters();
            waiters.lock();
            try {
                last = apply(delta, caller);
            } finally {
                waiters.unlock();
            }
        }
        if (last) {
            release();
        }
    }

    /** Returns whether those who wait are to be released. With a bubble, under the lock. */
    private boolean apply(int delta, @Nullable Home caller) {
        for (; ; ) {
            long s = state;
            boolean isNewRound = count(s) == 0 && (s & WAITED) == 0;
            if (!isNewRound) {
                checkBubble((s & BUBBLED) != 0, caller);
            }
            int count = count(s) + delta;
            if (count < 0) {
                throw new SyncException.NegativeCounter();
            }
            if (count(s) == 0 && delta > 0 && !isNewRound) {
                Checkpoint.passAtAnEnd(); // this was no new round before others were unwound
                throw new SyncException.AddDuringWait();
            }
            if (isNewRound && caller != null) {
                home = caller;
            }
            long flags = (s & WAITED) | (caller != null ? BUBBLED : 0);
            long next = count == 0 && isUnwaited(s) ? 0 : ((long) count << Integer.SIZE) | flags;
            if (STATE.compareAndSet(this, s, next)) {
                return count == 0 && !isUnwaited(s);
            }
        }
    }

    private void checkBubble(boolean bubbled, @Nullable Home caller) {
        if (bubbled != (caller != null)) {
            throw SyncException.OutsideBubble.ofGroup();
        }
        if (bubbled && caller != home) {
            throw SyncException.OutsideBubble.ofGroupInTwo();
        }
    }

    private static int count(long s) {
        return (int) (s >> Integer.SIZE);
    }

    private static boolean isUnwaited(long s) {
        return (s & WAITED) == 0;
    }

    private void release() {
        Waiters waiters = waiters();
        Waiter released = null;
        waiters.lock();
        long s = state;
        if (count(s) == 0 && STATE.compareAndSet(this, s, 0L)) { // nobody adds or queues up before this
            released = waiters.queue.completeAll();
        }
        waiters.unlock();
        Waiter.readyAll(released);
    }

    // ---------------------------------------------------------------- waiting

    /**
     * Waits until the counter is zero; Go's {@code Wait}. An interrupt does not end the wait: the status is kept.
     *
     * @throws SyncException.Reused if a new round began before this had returned
     */
    public void await() {
        Checkpoint.pass(Act.AWAIT, this);
        await(Strand.NO_DEADLINE, false, null);
    }

    /**
     * As {@link #await()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread is interrupted before the counter is seen to be zero
     * @throws SyncException.Reused if a new round began before this had returned
     */
    public void awaitInterruptibly() throws InterruptedException {
        Checkpoint.pass(Act.AWAIT, this);
        Interrupts.check();
        Interrupts.check(await(Strand.NO_DEADLINE, true, null));
    }

    /**
     * As {@link #await()}, but waits no longer than the timeout, and an interrupt ends the wait.
     *
     * @param timeout how long; zero or less does not wait
     * @return whether the counter came to zero
     * @throws InterruptedException if the thread is interrupted before the counter is seen to be zero
     * @throws SyncException.Reused if a new round began before this had returned
     */
    public boolean await(Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.AWAIT, this);
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (count(state) == 0) {
            Checkpoint.passAtAnEnd(); // others that are unwound may have been what was under way
            return true;
        }
        return nanos > 0 && Interrupts.check(await(Durations.deadline(Current.now(), nanos), true, null));
    }

    /**
     * As {@link #await()}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first: if it
     * is already cancelled, this throws even if the counter is zero.
     *
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before the counter was seen to be zero
     * @throws InterruptedException if the thread is interrupted before the counter is seen to be zero
     * @throws SyncException.Reused if a new round began before this had returned
     */
    public void await(Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.AWAIT, this);
        Interrupts.check();
        Asked.check(cancellation);
        if (count(state) == 0) {
            Checkpoint.passAtAnEnd(); // likewise
        } else {
            unlessCancelled(cancellation, hook -> await(Strand.NO_DEADLINE, true, hook));
        }
    }

    /**
     * The wait for a counter of zero, as a clause of a select. A new round may begin when the select has returned.
     *
     * @return an event that gives this group
     */
    public Event<WaitGroup> awaitEvent() {
        return new Taking<>(this, group -> {
            Checkpoint.pass(Act.AWAIT, group);
            return count(group.state) == 0;
        });
    }

    private WakeCause await(long deadline, boolean interruptible, @Nullable CancelHook hook) {
        while (count(state) != 0) {
            Strand self = Scheduler.strand();
            Waiters waiters = waiters();
            waiters.lock();
            if (!waiters.tryEnter(self)) {
                continue;
            }
            if (!queueUp()) {
                waiters.unlock();
                self.leave();
                break;
            }
            Waiter waiter = Waiters.open(self, null);
            waiters.queue.enqueue(waiter);
            self.waiting(WaitReason.WAITGROUP_WAIT, waiters.shownAs(hook));
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
            if (why != WakeCause.WAITER) {
                return why;
            }
            Checkpoint.passAtAnEnd();
            if (state != 0) {
                throw new SyncException.Reused();
            }
            return why;
        }
        Checkpoint.passAtAnEnd();
        return WakeCause.WAITER;
    }

    /** Says that somebody waits, unless the counter is zero. Under the lock. */
    private boolean queueUp() {
        for (long s = state; count(s) != 0; s = state) {
            if (STATE.compareAndSet(this, s, s | WAITED)) {
                return true;
            }
        }
        return false;
    }

    private void withdraw(Waiters waiters, Waiter waiter) {
        waiters.lock();
        waiters.queue.remove(waiter);
        if (waiters.queue.isEmpty()) {
            for (long s = state; !STATE.compareAndSet(this, s, count(s) == 0 ? 0 : s & ~WAITED); ) {
                s = state;
            }
        }
        waiters.unlock();
    }

    /** In the bubble of its adds a wait is durable (B4). Under the lock. */
    @Override
    boolean isOf(@Nullable Home bubble) {
        return (state & BUBBLED) != 0 && home == bubble;
    }

    @Override
    public String toString() {
        return label() + " (counter " + count(state) + ")";
    }
}
