package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.choice.Director.Act;
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
import dev.runnel.select.Event;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A limited amount of something, of which one may take more than one at a time; {@code semaphore.Weighted} of Go's
 * {@code x/sync}. Goroutines may use it, and so may any other thread.
 *
 * <p>Waiters are served first come, first served: a large request is not overtaken by small ones that would fit. What
 * was done before a {@link #release(long)} is visible to those who take what it gave back.
 *
 * <p>A negative amount is an {@link IllegalArgumentException} in every operation, and nothing is taken or given.
 */
public final class Semaphore extends Primitive {

    /** What most wait for. */
    private static final Request ONE = new Request(1, null);

    private final long size;

    /** How much is taken. Under the lock of the waiters. */
    private long taken;

    /** {@link #isServable}; made once, not at each release. */
    private final Predicate<Waiter> servable = this::isServable;

    /** What somebody waits for. */
    private record Request(long n, @Nullable Home home) {}

    /**
     * @param size how much there is; not negative
     * @throws IllegalArgumentException if it is negative
     */
    public Semaphore(long size) {
        this.size = notNegative(size);
    }

    private static long notNegative(long n) {
        if (n < 0) {
            throw new IllegalArgumentException("semaphore: " + n + " is not allowed; allowed: 0 or more");
        }
        return n;
    }

    // ---------------------------------------------------------------- acquire

    /** Takes one; {@link #acquire(long) acquire(1)}. */
    public void acquire() {
        acquire(1);
    }

    /**
     * Waits until there is that much and all who came before have theirs, and takes it. An interrupt does not end the
     * wait: the status is kept. A caller that wants more than there ever is waits for ever, and holds nobody up.
     *
     * @param n how much; not negative
     */
    public void acquire(long n) {
        Checkpoint.pass(Act.ACQUIRE, this);
        take(notNegative(n), Strand.NO_DEADLINE, false);
    }

    /**
     * Takes one; {@link #acquireInterruptibly(long) acquireInterruptibly(1)}.
     *
     * @throws InterruptedException if the thread is interrupted before it has it; it has taken nothing then
     */
    public void acquireInterruptibly() throws InterruptedException {
        acquireInterruptibly(1);
    }

    /**
     * As {@link #acquire(long)}, but an interrupt ends the wait.
     *
     * @param n how much; not negative
     * @throws InterruptedException if the thread is interrupted before it has it; it has taken nothing then
     */
    public void acquireInterruptibly(long n) throws InterruptedException {
        Checkpoint.pass(Act.ACQUIRE, this);
        notNegative(n);
        Interrupts.check();
        Interrupts.check(take(n, Strand.NO_DEADLINE, true));
    }

    /**
     * Takes one; {@link #acquire(long, Cancellation) acquire(1, cancellation)}.
     *
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before the caller had it; it has taken nothing then
     * @throws InterruptedException if the thread is interrupted before it has it; it has taken nothing then
     */
    public void acquire(Cancellation cancellation) throws CancelledException, InterruptedException {
        acquire(1, cancellation);
    }

    /**
     * As {@link #acquire(long)}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first:
     * if it is already cancelled, nothing is taken, even if there is enough.
     *
     * @param n how much; not negative
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before the caller had it; it has taken nothing then
     * @throws InterruptedException if the thread is interrupted before it has it; it has taken nothing then
     */
    public void acquire(long n, Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.ACQUIRE, this);
        notNegative(n);
        Interrupts.check();
        Asked.check(cancellation);
        if (takeIfFree(n)) {
            return;
        }
        unlessCancelled(cancellation, hook -> take(n, Strand.NO_DEADLINE, true, hook));
    }

    /**
     * One, as a clause of a select takes it; {@link #acquireEvent(long) acquireEvent(1)}.
     *
     * @return an event that gives this semaphore
     */
    public Event<Semaphore> acquireEvent() {
        return acquireEvent(1);
    }

    /**
     * That much, as a clause of a select takes it: the body has it then, and releases it. A select does not stand in
     * the line; it takes what is there if nobody waits when it looks.
     *
     * @param n how much; not negative
     * @return an event that gives this semaphore
     */
    public Event<Semaphore> acquireEvent(long n) {
        notNegative(n);
        return new Taking<>(this, semaphore -> semaphore.tryAcquire(n));
    }

    /** Takes one if that is possible now; {@link #tryAcquire(long) tryAcquire(1)}. */
    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    /**
     * Takes that much if it is there and nobody waits.
     *
     * @param n how much; not negative
     * @return whether the caller has it
     */
    public boolean tryAcquire(long n) {
        Checkpoint.pass(Act.TRY_ACQUIRE, this);
        return takeIfFree(notNegative(n));
    }

    /**
     * Takes one; {@link #tryAcquire(long, Duration) tryAcquire(1, timeout)}.
     *
     * @param timeout how long to wait; zero or less does not wait
     * @return whether the caller has it; if not, it has taken nothing
     * @throws InterruptedException if the thread is interrupted before it has it; it has taken nothing then
     */
    public boolean tryAcquire(Duration timeout) throws InterruptedException {
        return tryAcquire(1, timeout);
    }

    /**
     * As {@link #acquire(long)}, but waits no longer than the timeout, and an interrupt ends the wait.
     *
     * @param n how much; not negative
     * @param timeout how long; zero or less does not wait
     * @return whether the caller has it; if not, it has taken nothing
     * @throws InterruptedException if the thread is interrupted before it has it; it has taken nothing then
     */
    public boolean tryAcquire(long n, Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.ACQUIRE, this);
        notNegative(n);
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (takeIfFree(n)) {
            return true;
        }
        return nanos > 0 && Interrupts.check(take(n, Durations.deadline(Current.now(), nanos), true));
    }

    private boolean takeIfFree(long n) {
        Waiters waiters = waiters();
        waiters.lock();
        boolean free = takeIfFreeLocked(waiters, n);
        waiters.unlock();
        return free;
    }

    private boolean takeIfFreeLocked(Waiters waiters, long n) {
        if (n > size - taken || waiters.queue.first() != null) {
            return false;
        }
        taken += n;
        return true;
    }

    private WakeCause take(long n, long deadline, boolean interruptible) {
        return take(n, deadline, interruptible, null);
    }

    private WakeCause take(long n, long deadline, boolean interruptible, @Nullable CancelHook hook) {
        if (takeIfFree(n)) {
            return WakeCause.WAITER;
        }
        Strand self = Scheduler.strand();
        Request wanted = request(n, Home.ofCaller()); // here: a failure under the lock would keep it held
        Waiters waiters = waiters();
        do {
            waiters.lock();
            if (takeIfFreeLocked(waiters, n)) {
                waiters.unlock();
                return WakeCause.WAITER;
            }
        } while (!waiters.tryEnter(self));
        Waiter waiter = Waiters.open(self, wanted);
        if (n <= size) { // else it is in nobody's way
            waiters.queue.enqueue(waiter);
        }
        self.waiting(WaitReason.SEMACQUIRE, waiters.shownAs(hook));
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
            giveBack(waiters, n);
            Checkpoint.passAtAnEnd();
        }
        return why;
    }

    private void giveBack(Waiters waiters, long n) {
        waiters.lock();
        taken -= n;
        serveAndUnlock(waiters);
    }

    /** A waiter that gives up may have kept others from what there is. */
    private void withdraw(Waiters waiters, Waiter waiter) {
        waiters.lock();
        waiters.queue.remove(waiter);
        serveAndUnlock(waiters);
    }

    // ---------------------------------------------------------------- release

    /** Gives one back; {@link #release(long) release(1)}. */
    public void release() {
        release(1);
    }

    /**
     * Gives that much back; any goroutine or thread may do so. Does not wait.
     *
     * @param n how much; not negative
     * @throws SyncException.ReleasedTooMuch if that is more than is taken
     * @throws SyncException.OutsideBubble if the first waiter is in a bubble of the test kit, and the caller is not of
     *     that bubble
     */
    public void release(long n) {
        Checkpoint.passToGiveBack(Act.RELEASE, this);
        notNegative(n);
        Waiters waiters = waiters();
        waiters.lock();
        if (n > taken) {
            waiters.unlock();
            throw new SyncException.ReleasedTooMuch();
        }
        Waiter first = waiters.queue.first();
        if (first != null && isForeign(first)) {
            waiters.unlock();
            throw SyncException.OutsideBubble.ofWake();
        }
        taken -= n;
        serveAndUnlock(waiters);
    }

    /**
     * Gives those who wait what they want, in order, until there is not enough for one. Under the lock, which it gives
     * back.
     */
    private void serveAndUnlock(Waiters waiters) {
        boolean more;
        do {
            Strand served = serveFirst(waiters);
            more = served != null && hasServable(waiters);
            waiters.unlock();
            if (served != null) {
                served.ready(); // one by one, since a list of them would be made under the lock
            }
            if (more) {
                waiters.lock();
            }
        } while (more);
        waiters.tell();
    }

    private @Nullable Strand serveFirst(Waiters waiters) {
        Waiter next = waiters.queue.dequeueIf(servable);
        if (next == null) {
            return null;
        }
        taken += request(next).n();
        return next.complete(true);
    }

    private boolean hasServable(Waiters waiters) {
        Waiter next = waiters.queue.first();
        return next != null && isServable(next);
    }

    private boolean isServable(Waiter waiter) {
        return request(waiter).n() <= size - taken && !isForeign(waiter);
    }

    private static boolean isForeign(Waiter waiter) {
        Home home = request(waiter).home();
        return home != null && home != Home.ofCaller();
    }

    private static Request request(long n, @Nullable Home home) {
        return n == 1 && home == null ? ONE : new Request(n, home);
    }

    private static Request request(Waiter waiter) {
        return (Request) Objects.requireNonNull(waiter.element);
    }

    /** What is taken from a semaphore in a bubble is given back in it: a wait is durable (B4). */
    @Override
    boolean isOf(@Nullable Home bubble) {
        return true;
    }

    @Override
    public String toString() {
        return label() + " (" + taken + " of " + size + " taken)";
    }
}
