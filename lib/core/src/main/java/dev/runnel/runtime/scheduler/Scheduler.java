package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carriers;
import dev.runnel.runtime.carrier.DedicatedCarriers;
import dev.runnel.runtime.carrier.SharedCarriers;
import dev.runnel.runtime.choice.Chance;
import dev.runnel.runtime.choice.XorShift;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.queue.Fifo;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.RuntimeStats;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one runtime: its Ps, its Ms, the global queue and the lists of idle ones. It is its own lock, which
 * guards the global queue and both idle lists.
 */
public final class Scheduler extends SpinLock {

    /** Idle Ms beyond this number end. */
    private static final int MOST_IDLE_MACHINES = 1024;

    private static final int LARGEST_BATCH = 128;

    private static final VarHandle SPINNING;
    private static final VarHandle OUTSIDE;
    private static final AtomicLong SEEDS = new AtomicLong(System.nanoTime());

    static {
        SpinLock.giveWayBy(Machine::yieldKeepingPlace);
        try {
            SPINNING = MethodHandles.lookup().findVarHandle(Scheduler.class, "spinning", int.class);
            OUTSIDE = MethodHandles.lookup().findVarHandle(Scheduler.class, "outside", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final RuntimeConfig config;
    final Carriers carriers;
    final Processor[] processors;
    final int[] strides;
    final Fifo<Goroutine> global = new Fifo<>();
    final MachineList machines = new MachineList();
    final Watchdog watchdog;
    final Ending ending;

    private @Nullable Processor idleP;
    private @Nullable Machine idleM;
    private int idleMs;
    private volatile int idlePs;
    private volatile int spinning;
    private volatile boolean mustSpin;

    /** How many goroutines run, or are blocked, outside: without a P. */
    private volatile int outside;

    /** How often a P was taken from the idle list: while it stands still and all are idle, nothing has happened. */
    private long wakeUps;

    private long lastId;
    private long createdByForeigners;

    /**
     * @param config the settings
     * @throws IllegalStateException if dedicated carriers are asked for and not possible
     */
    public Scheduler(RuntimeConfig config) {
        this.config = config;
        boolean dedicated = config.carriers() == CarrierMode.DEDICATED
                || (config.carriers() == CarrierMode.AUTO && DedicatedCarriers.available());
        carriers = dedicated ? new DedicatedCarriers() : new SharedCarriers();
        processors = new Processor[config.procs()];
        strides = WorkSearch.coprimes(processors.length);
        ending = new Ending(this);
        watchdog = new Watchdog(this);
        for (int i = processors.length - 1; i >= 0; i--) {
            Processor p = new Processor(i);
            p.carrier = carriers.newCarrier("runnel-P-" + i);
            processors[i] = p;
            putIdleLocked(p);
        }
        Schedulers.add(this);
        watchdog.start();
        System.getLogger("dev.runnel")
                .log(
                        System.Logger.Level.DEBUG,
                        () -> "runnel: " + config.procs() + " Ps, " + (dedicated ? "dedicated" : "shared")
                                + " carriers");
    }

    /** The scheduler of the goroutine that calls; null on a thread that is none. */
    public static @Nullable Scheduler current() {
        Machine m = Machine.current();
        return m == null ? null : m.scheduler;
    }

    /** The strand of the calling thread. */
    public static Strand strand() {
        return Current.strand();
    }

    /** Whether each P has a platform thread of its own. */
    public boolean isDedicated() {
        return carriers.dedicated();
    }

    /** How the runtime ends. */
    public Ending ending() {
        return ending;
    }

    boolean isClosing() {
        return ending.isClosing();
    }

    Chance newChance(long salt) {
        return new XorShift(SEEDS.getAndAdd(0x9E3779B97F4A7C15L) ^ salt);
    }

    // ---------------------------------------------------------------- goroutines: new, ready, yielding

    /**
     * Starts a goroutine; Go's {@code newproc}. On a P of this runtime it becomes {@code next} and the caller runs on.
     *
     * @throws RuntimeClosedException if the runtime is closed or closing and the caller is not one of its goroutines
     */
    public Goroutine go(@Nullable String name, Body body) {
        Machine m = Machine.current();
        if (m == null || m.scheduler != this) {
            return goFromOutside(name, body);
        }
        m.enter();
        Processor p = m.processor();
        if (p.nextId == p.lastId) {
            takeIds(p);
        }
        Goroutine parent = m.g;
        Goroutine g = new Goroutine(this, ++p.nextId, parent == null ? 0 : parent.id, name, body);
        g.become(GoroutineStatus.RUNNABLE);
        p.created++;
        p.queue.putNext(g, this::putGlobal);
        wakeSpinner();
        m.leave();
        return g;
    }

    private Goroutine goFromOutside(@Nullable String name, Body body) {
        if (isClosing()) {
            throw new RuntimeClosedException();
        }
        lock();
        long id = ++lastId;
        createdByForeigners++;
        unlock();
        Goroutine g = new Goroutine(this, id, 0, name, body);
        g.become(GoroutineStatus.RUNNABLE);
        inject(g);
        return g;
    }

    private void takeIds(Processor p) {
        lock();
        p.nextId = lastId;
        lastId += Processor.IDS_PER_BATCH;
        p.lastId = lastId;
        unlock();
    }

    /** Makes a goroutine runnable whose wait the caller has claimed. No lock may be held. */
    void ready(Goroutine g) {
        g.become(GoroutineStatus.RUNNABLE);
        Machine m = Machine.current();
        int before = m == null || m.scheduler != this ? Machine.NONE : m.enterBriefly();
        if (m == null || before == Machine.NONE) {
            inject(g);
            return;
        }
        m.processor().queue.putNext(g, this::putGlobal);
        wakeSpinner();
        m.leaveBriefly(before);
    }

    /** As the caller has no P here: an idle one takes the goroutine up, or the global queue. */
    private void inject(Goroutine g) {
        lock();
        Processor p = takeIdleLocked();
        if (p == null) {
            global.put(g);
        }
        unlock();
        if (p != null) {
            p.tick++;
            run(p, g);
        }
    }

    /** Gosched: to the end of the global queue. By a goroutine. */
    public void yieldNow() {
        Machine m = Machine.current();
        if (m == null) {
            Thread.yield();
            return;
        }
        m.enter();
        m.yieldSlice();
        m.leave();
    }

    /** Ends the goroutine that calls, through its {@code finally} blocks. */
    public static void exit() {
        Machine m = Machine.current();
        if (m == null) {
            throw new IllegalStateException("goexit: " + Thread.currentThread() + " is not a goroutine");
        }
        throw Goexit.INSTANCE;
    }

    // ---------------------------------------------------------------- handing Ps on

    /** Passes the P of an M to the M of a goroutine that was chosen to run on it. */
    void handOver(Machine from, Goroutine chosen) {
        Processor p = from.release();
        p.handOvers++;
        run(p, chosen);
    }

    /** Runs a goroutine on a P that the caller has in its hands. */
    private void run(Processor p, Goroutine chosen) {
        Machine m = chosen.machine;
        if (m == null) {
            startMachine(p, chosen, false);
        } else {
            chosen.become(GoroutineStatus.RUNNING);
            m.grant(p);
        }
    }

    /** Gives a P to an idle M or a new one, to start a goroutine or to look for work. Go's {@code startm}. */
    private void startMachine(Processor p, @Nullable Goroutine start, boolean spin) {
        lock();
        Machine m = idleM;
        if (m != null) {
            idleM = m.nextIdle;
            m.nextIdle = null;
            idleMs--;
        }
        unlock();
        if (m == null) {
            m = machines.add(this);
        }
        m.start = start;
        m.spinning = spin;
        m.grant(p);
    }

    /** Wakes an M to look for work, if a P is idle and nobody looks. Go's {@code wakep}. */
    void wakeSpinner() {
        if (idlePs == 0 || spinning != 0 || !SPINNING.compareAndSet(this, 0, 1)) {
            return;
        }
        lock();
        Processor p = takeIdleLocked();
        unlock();
        if (p == null) {
            SPINNING.getAndAdd(this, -1);
        } else {
            startMachine(p, null, true);
        }
    }

    /** Finds a new holder for a P that was taken from an M. Go's {@code handoffp}. */
    void handOff(Processor p) {
        if (hasWorkFor(p)) {
            startMachine(p, null, false);
            return;
        }
        if (idlePs == 0 && SPINNING.compareAndSet(this, 0, 1)) {
            startMachine(p, null, true);
            return;
        }
        lock();
        boolean work = !global.isEmpty();
        if (!work) {
            putIdleLocked(p);
        }
        unlock();
        if (work) {
            startMachine(p, null, false);
        }
    }

    boolean hasWorkFor(Processor p) {
        return !p.thief.isEmpty() || !global.isEmpty();
    }

    // ---------------------------------------------------------------- spinning

    int spinning() {
        return spinning;
    }

    void startSpinning(Machine m) {
        m.spinning = true;
        SPINNING.getAndAdd(this, 1);
    }

    /** The last one that looks for work and finds some wakes a successor. */
    void stopSpinning(Machine m) {
        m.spinning = false;
        SPINNING.getAndAdd(this, -1);
        wakeSpinner();
    }

    /**
     * After an M has put its P down: looks at everything once more if it was spinning.
     *
     * @return whether it has a P again and should go on searching
     */
    boolean retryAfterIdling(Machine m) {
        if (!m.spinning) {
            return false;
        }
        m.spinning = false;
        SPINNING.getAndAdd(this, -1);
        if (global.isEmpty() && allQueuesEmpty()) {
            return false;
        }
        lock();
        Processor p = takeIdleLocked();
        if (p == null) {
            mustSpin = true; // the next M that would put its P down looks again instead
        }
        unlock();
        if (p == null) {
            return false;
        }
        m.acquire(p);
        startSpinning(m);
        return true;
    }

    /** Whether an M that finds nothing has to look again, spinning, rather than put its P down. Under the lock. */
    boolean takeMustSpinLocked() {
        boolean must = mustSpin;
        mustSpin = false;
        return must;
    }

    private boolean allQueuesEmpty() {
        for (Processor p : processors) {
            if (!p.thief.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    // ---------------------------------------------------------------- the global queue

    void putGlobal(Goroutine g) {
        lock();
        global.put(g);
        unlock();
    }

    private void putGlobal(List<? extends Goroutine> batch) {
        lock();
        batch.forEach(global::put);
        unlock();
    }

    @Nullable Goroutine takeGlobal() {
        lock();
        Goroutine g = global.take();
        unlock();
        return g;
    }

    @Nullable Goroutine takeGlobalBatch(Processor p) {
        lock();
        Goroutine g = takeGlobalBatchLocked(p);
        unlock();
        return g;
    }

    /** Takes this P's share: the first is returned, the others go to its ring. */
    @Nullable Goroutine takeGlobalBatchLocked(Processor p) {
        int n = Math.min(global.size(), global.size() / processors.length + 1);
        n = Math.min(n, Math.min(LARGEST_BATCH, p.queue.room()));
        Goroutine first = global.take();
        for (int i = 1; i < n; i++) {
            Goroutine g = global.take();
            if (g != null) {
                p.queue.put(g, shed -> {
                    throw new IllegalStateException("a ring with room for a batch overflows");
                });
            }
        }
        return first;
    }

    // ---------------------------------------------------------------- idle Ps and Ms

    int idleProcessors() {
        return idlePs;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    void putIdleLocked(Processor p) {
        p.holder = null;
        p.idle = true;
        p.nextIdle = idleP;
        idleP = p;
        idlePs++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private @Nullable Processor takeIdleLocked() {
        Processor p = idleP;
        if (p == null) {
            return null;
        }
        idleP = p.nextIdle;
        p.nextIdle = null;
        p.idle = false;
        if (idlePs-- == processors.length) {
            watchdog.somethingRuns();
        }
        wakeUps++;
        return p;
    }

    /**
     * An M without P and goroutine joins the idle ones.
     *
     * @return false if it should end instead
     */
    boolean rest(Machine m) {
        lock();
        try {
            if (idleMs >= MOST_IDLE_MACHINES || ending.isClosed()) {
                return false;
            }
            m.nextIdle = idleM;
            idleM = m;
            idleMs++;
            return true;
        } finally {
            unlock();
        }
    }

    void ended(Machine m) {
        machines.remove(m);
    }

    /** Ends all idle Ms. */
    void endIdleMachines() {
        for (; ; ) {
            lock();
            Machine m = idleM;
            if (m != null) {
                idleM = m.nextIdle;
                idleMs--;
            }
            unlock();
            if (m == null) {
                return;
            }
            Processor nowhere = new Processor(-1);
            nowhere.carrier = processors[0].carrier;
            m.end = true;
            m.grant(nowhere);
        }
    }

    // ---------------------------------------------------------------- outside

    void oneMoreOutside() {
        OUTSIDE.getAndAdd(this, 1);
    }

    void noLongerOutside() {
        OUTSIDE.getAndAdd(this, -1);
    }

    /** A goroutine comes back from outside: an idle P for it, or, if there is none, it is in the global queue. */
    @Nullable Processor comeBack(Goroutine g) {
        lock();
        try {
            noLongerOutside();
            Processor p = takeIdleLocked();
            if (p == null) {
                g.become(GoroutineStatus.RUNNABLE);
                global.put(g);
            }
            return p;
        } finally {
            unlock();
        }
    }

    // ---------------------------------------------------------------- timers

    /** Adds a timer to the heap of a P; any thread. */
    void addTimer(Processor p, WakeTimer timer, long when) {
        timer.heap = p.timers;
        addTimer(p.timers, timer, when);
    }

    private void addTimer(TimerHeap heap, TimerHeap.Timer timer, long when) {
        if (heap.add(timer, when)) {
            watchdog.timerAt(when);
        }
    }

    /**
     * Adds a timer where the caller runs: to the heap of its P, or to one of the default runtime.
     *
     * @return the heap
     */
    public static TimerHeap addTimerHere(TimerHeap.Timer timer, long when) {
        Machine m = Machine.current();
        Processor p = m == null ? null : m.processorOrNull();
        Scheduler s = m == null ? defaultScheduler() : m.scheduler;
        TimerHeap heap = (p == null ? s.processors[0] : p).timers;
        s.addTimer(heap, timer, when);
        return heap;
    }

    /** The clock as the caller sees it, in nanoseconds. */
    public static long now() {
        Machine m = Machine.current();
        return m == null ? System.nanoTime() : m.chance.nanoTime();
    }

    /** The runtime of goroutines that are started outside any other; it lives as long as the JVM. */
    public static Scheduler defaultScheduler() {
        return Default.SCHEDULER;
    }

    private static final class Default {
        static final Scheduler SCHEDULER = new Scheduler(RuntimeConfig.fromProperties());
    }

    // ---------------------------------------------------------------- what there is

    void exited(Goroutine g) {
        ending.exited(g);
    }

    void failed(Goroutine g, Throwable failure) {
        ending.failed(g, failure);
    }

    /** Goroutines that have not ended. Exact when nothing runs. */
    public long live() {
        lock();
        long live = createdByForeigners;
        unlock();
        for (Processor p : processors) {
            live += p.created - p.ended;
        }
        return live;
    }

    /** Whether nothing runs and nothing can, as far as this runtime can tell by itself; then the number of wake-ups, else -1. */
    long standstill() {
        lock();
        try {
            if (idlePs != processors.length || !global.isEmpty() || outside != 0) {
                return -1;
            }
            for (Processor p : processors) {
                if (p.timers.count() > 0 || !p.thief.isEmpty()) {
                    return -1;
                }
            }
            return wakeUps;
        } finally {
            unlock();
        }
    }

    boolean allIdle() {
        return idlePs == processors.length;
    }

    /** The counters now. */
    public RuntimeStats stats() {
        long created;
        lock();
        created = createdByForeigners;
        unlock();
        long ended = 0;
        long steals = 0;
        long handOvers = 0;
        for (Processor p : processors) {
            created += p.created;
            ended += p.ended;
            steals += p.steals;
            handOvers += p.handOvers;
        }
        return new RuntimeStats(
                processors.length, idlePs, machines.size(), created - ended, created, global.size(), steals, handOvers);
    }

    /** All goroutines of all runtimes, in Go's layout. */
    public static String dumpAll() {
        StringBuilder text = new StringBuilder();
        for (Scheduler scheduler : Schedulers.all()) {
            text.append(scheduler.stats()).append("\n\n").append(scheduler.dump());
        }
        return text.toString();
    }

    /** All goroutines that have started, in Go's layout. */
    public String dump() {
        return Dump.of(this);
    }
}
