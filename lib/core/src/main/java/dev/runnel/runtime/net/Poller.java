package dev.runnel.runtime.net;

import dev.runnel.runtime.carrier.OwnThreads;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.scheduler.NetPoller;
import dev.runnel.runtime.text.Safely;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one poller of the JVM: a selector, and a thread that waits in it while somebody waits for the network. Whoever
 * holds {@code turn} polls, and nobody else changes what the selector is asked for.
 */
final class Poller extends NetPoller implements Runnable {

    /** How long the thread stays while nobody waits, in milliseconds. */
    private static final long LINGER = 1_000;

    /** Until something happens, or it is woken; for the selector, in milliseconds. */
    private static final long FOR_EVER = 0;

    /** How long after a failure the selector is tried again, in nanoseconds. */
    private static final long AFTER_FAILURE = 10_000_000;

    /** How long the thread leaves the polling to the Ms before it looks whether they do it, in nanoseconds. */
    private static final long DOZE = 100_000;

    /** How long it takes over then, in nanoseconds. */
    private static final long TAKE_OVER = 10_000_000;

    private static final VarHandle TO_ARM;
    private static final VarHandle WAKING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TO_ARM = lookup.findVarHandle(Poller.class, "toArm", Direction.class);
            WAKING = lookup.findVarHandle(Poller.class, "waking", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // A wake-up that was begun and could not be ended would be the last.
        FirstUse.isNow(5, i -> {
            switch (i) {
                case 0 -> TO_ARM.compareAndSet((Poller) null, (Direction) null, (Direction) null);
                case 1 -> WAKING.compareAndSet((Poller) null, 0, 0);
                case 2 -> {
                    int unused = (int) WAKING.compareAndExchange((Poller) null, 0, 0);
                }
                case 3 -> {
                    int unused = (int) WAKING.getAndSet((Poller) null, 0);
                }
                default -> {
                    Direction unused = (Direction) TO_ARM.getAndSet((Poller) null, (Direction) null);
                }
            }
        });
    }

    private static final int AWAKE = 0;
    private static final int WAKES = 1;
    private static final int WAKES_AGAIN = 2;

    private static volatile @Nullable Poller poller;

    private final Selector selector;
    private final AtomicLong waiting = new AtomicLong();
    private final SpinLock turn = new SpinLock();

    private volatile @Nullable Direction toArm;
    private final Departures departures = new Departures();

    private final OnDemand presence = new OnDemand(this::start);

    /** The thread is in the selector, or about to do what was asked for and then go there. */
    private volatile boolean asleep;

    /** The thread is in the selector for as long as it takes, or about to look once more whether anybody waits. */
    private volatile boolean asleepForEver;

    /** Nothing has happened for so long that the thread need not look again by itself. Used by the thread. */
    private boolean quiet;

    /**
     * Whether somebody wakes the thread, and whether another has come meanwhile for whom that may have been too early.
     */
    @SuppressWarnings("unused") // through WAKING
    private volatile int waking;

    /** The thread leaves the polling to the Ms for a while, or is about to look once more whether it may. */
    private volatile boolean dozing;

    /**
     * Until when an M that finds nothing to do wakes the thread, though other Ms run: they do not look often enough.
     */
    private volatile long takesOverUntil = System.nanoTime();

    /** When an M last looked. */
    private volatile long lookedAt = takesOverUntil;

    private volatile @Nullable Thread thread;

    /** The selector failed at the last look. Used by whoever has the turn. */
    private boolean failed;

    /** A runtime has ended: the thread need not linger. */
    private volatile boolean hurry;

    Poller(Selector selector) {
        this.selector = selector;
    }

    /**
     * The poller; opened by the first to need it.
     *
     * @throws IOException if the system refuses; the next to need it tries again
     */
    static Poller get() throws IOException {
        Poller opened = poller;
        return opened == null ? open() : opened;
    }

    /** The poller, which has been opened. */
    static Poller opened() {
        return Objects.requireNonNull(poller);
    }

    private static synchronized Poller open() throws IOException {
        Poller opened = poller;
        if (opened == null) {
            opened = new Poller(Selector.open());
            install(opened);
            poller = opened;
        }
        return opened;
    }

    // ---------------------------------------------------------------- those who wait

    /** Somebody is about to wait: from now on there is a thread that polls. */
    void beginWait() {
        waiting.incrementAndGet();
        boolean present = false;
        try {
            presence.need();
            present = true;
        } finally {
            if (!present) {
                endWait();
            }
        }
    }

    private void start() {
        hurry = false;
        Thread before = thread;
        Thread fresh = OwnThreads.named("runnel-net").unstarted(this);
        thread = fresh;
        boolean started = false;
        try {
            fresh.start();
            started = true;
        } finally {
            if (!started) {
                thread = before; // that one may be about to end, and run on
            }
        }
    }

    /** Somebody waits no more. If that was the last, the thread is not to sleep on for ever. */
    void endWait() {
        if (waiting.decrementAndGet() == 0 && asleepForEver) {
            wake();
        }
    }

    /** Asks for a direction. */
    void arm(Direction direction) {
        list(direction);
        wake();
    }

    private void list(Direction direction) {
        Direction first;
        do {
            first = toArm;
            direction.nextToArm = first;
        } while (!TO_ARM.compareAndSet(this, first, direction));
    }

    /** Asks to close a socket. Returns whether many others leave, too. */
    boolean leave(Departure departure) {
        boolean crowded = departures.add(departure);
        wake();
        if (dozing) {
            LockSupport.unpark(thread);
        }
        return crowded;
    }

    /**
     * One caller at a time, as the selector's wakeup takes a lock of the JDK's. If several strands waited for that
     * lock, the one whose turn it is might have lost its P, while another sat on the last P and waited for the first.
     */
    private void wake() {
        while (asleep) {
            int before = (int) WAKING.compareAndExchange(this, AWAKE, WAKES);
            if (before == AWAKE) {
                boolean oneMore;
                try {
                    selector.wakeup();
                } finally {
                    oneMore = (int) WAKING.getAndSet(this, AWAKE) != WAKES;
                }
                if (!oneMore) {
                    return;
                }
            } else if (before == WAKES_AGAIN || WAKING.compareAndSet(this, WAKES, WAKES_AGAIN)) {
                return; // the one that is at it will see to it
            }
        }
    }

    // ---------------------------------------------------------------- the scheduler's

    @Override
    protected long waiting() {
        return waiting.get();
    }

    @Override
    protected boolean poll() {
        if (!turn.tryLock()) {
            return false;
        }
        Due due = null;
        try {
            due = new Due();
            select(due, false, 0, false);
            lookedAt = System.nanoTime();
        } catch (OutOfMemoryError e) {
            // the thread looks, too; but whom this look has found only this M is to look after
        } finally {
            turn.unlock();
            ready(due);
        }
        return due != null && !due.isEmpty();
    }

    @Override
    protected void someIdle(boolean all) {
        if (dozing && (all || System.nanoTime() - takesOverUntil < 0)) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    protected void runtimeEnded() {
        long itsOwn = departures.begun(); // and those of others before them; not what others go on to close
        Thread its = thread;
        while (isThere(its) && (!departures.haveEnded(itsOwn) || !isNeeded())) {
            hurry = true;
            wake();
            LockSupport.unpark(its);
            Thread.yield();
            its = thread; // what that one has not seen, another sees to
        }
    }

    /** True also if it is about to be started. */
    private static boolean isThere(@Nullable Thread thread) {
        return thread != null && thread.getState() != Thread.State.TERMINATED;
    }

    // ---------------------------------------------------------------- polling

    @Override
    public void run() {
        do {
            while (isNeeded() || !lingerInVain()) {
                Thread.interrupted(); // an interrupt means nothing here, but while it is set no wait lasts
                if (departures.any() || !dozesOrLacksMemory()) {
                    pollAndReady(quiet ? FOR_EVER : LINGER);
                }
            }
            presence.ends();
        } while (isNeeded() && presence.runsOn());
    }

    private boolean isNeeded() {
        return waiting.get() > 0 || departures.any();
    }

    /** Nobody waits: stays for a while, and returns whether nobody has come. */
    private boolean lingerInVain() {
        if (!hurry) {
            pollAndReady(LINGER);
        }
        return !isNeeded();
    }

    /**
     * Without memory to see whether others look, this thread does. Without this thread nobody who waits would get on.
     */
    private boolean dozesOrLacksMemory() {
        try {
            return doze();
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /**
     * Leaves the polling to the Ms as long as they look often: they need not be woken for what they find themselves.
     *
     * @return false if they do not
     */
    private boolean doze() {
        dozing = true; // then look who runs: an M that gets idle sees this, or we see it idle
        try {
            if (nobodyLooks()) {
                return false;
            }
            long begun = System.nanoTime();
            LockSupport.parkNanos(this, DOZE);
            long now = System.nanoTime();
            if (now - begun < DOZE) {
                return !nobodyLooks() && now - takesOverUntil >= 0; // an M is idle
            }
            if (now - lookedAt < DOZE / 2) {
                return true;
            }
            takesOverUntil = now + TAKE_OVER;
            return false;
        } finally {
            dozing = false;
        }
    }

    /** Called by the thread. Without memory for that, what could not be done is done the next time. */
    void pollAndReady(long millis) {
        Due due = null;
        Departure left = null;
        boolean pause = true;
        turn.lock();
        try {
            due = new Due();
            asleep = true; // then do what there is to do: whoever asks for something sees this, or we see the request
            asleepForEver = millis == FOR_EVER; // likewise, for the last that waits
            boolean waits = millis != FOR_EVER || isNeeded();
            long begun = System.nanoTime();
            left = select(due, waits, millis, true);
            quiet = due.isEmpty() && System.nanoTime() - begun >= LINGER * 1_000_000;
            pause = failed;
        } catch (OutOfMemoryError e) {
            quiet = false; // there may be some soon; without this thread nobody who waits would get on
        } finally {
            asleepForEver = false;
            asleep = false;
            turn.unlock();
            ready(due);
        }
        departures.end(left);
        if (pause) {
            LockSupport.parkNanos(this, AFTER_FAILURE);
        }
    }

    /**
     * Called by whoever has the turn.
     *
     * @param due gets the strands to ready once the turn is given back, even if this fails
     * @param waits whether to wait until something happens
     * @param millis for how long then
     * @param closes whether to close what leaves, too; only the thread may (I9)
     * @return the first of those that have left, which leads to the others
     */
    private @Nullable Departure select(Due due, boolean waits, long millis, boolean closes) {
        askForAll(due);
        Departure first = closes ? departures.closeAll() : null;
        boolean done = false;
        try {
            look(due, waits && first == null, millis);
            done = true;
        } finally {
            if (!done) {
                departures.addAgain(first);
            }
        }
        return first;
    }

    private void askForAll(Due due) {
        Direction next = (Direction) TO_ARM.getAndSet(this, (Direction) null);
        try {
            while (next != null) {
                Direction arming = next;
                arming.askFor(selector, due);
                next = arming.nextToArm;
                arming.nextToArm = null;
            }
        } finally {
            while (next != null) { // no memory for it: the next time
                Direction again = next;
                next = again.nextToArm;
                list(again);
            }
        }
    }

    private void look(Due due, boolean waits, long millis) {
        failed = false;
        try {
            if (waits) {
                selector.select(key -> tell(key, due), millis);
            } else {
                selector.selectNow(key -> tell(key, due));
            }
        } catch (IOException e) {
            failed = true;
            Safely.warn("the network poller failed", e);
        }
    }

    private static void tell(SelectionKey key, Due due) {
        try {
            ((PollDescriptor) key.attachment()).tellIfReady(key, due);
        } catch (CancelledKeyException e) {
            return; // closed just now: the close has told those who wait
        }
    }

    private static void ready(@Nullable Due due) {
        if (due != null) {
            due.ready();
        }
    }
}
