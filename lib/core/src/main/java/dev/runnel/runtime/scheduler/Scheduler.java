package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carriers;
import dev.runnel.runtime.carrier.DedicatedCarriers;
import dev.runnel.runtime.carrier.SharedCarriers;
import dev.runnel.runtime.choice.Chance;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.choice.XorShift;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.queue.RunQueue;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.Reports;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.RuntimeStats;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.scheduler.SpawnPolicy;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.StepListener;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one runtime: its Ps, its Ms, the global queue and the lists of idle ones. It is its own lock, which
 * guards the global queue and both idle lists.
 */
public final class Scheduler extends SpinLock implements ObservedRuntime {

    private static final AtomicLong SEEDS = new AtomicLong(System.nanoTime());
    private static final AtomicLong MADE = new AtomicLong();

    static {
        SpinLock.giveWayBy(GivingWay::pause);
    }

    final RuntimeConfig config;

    /** In a deterministic run: who chooses what runs next. */
    final @Nullable Directed directed;

    /** Where a goroutine that is started runs at once, and who has started it is queued. */
    final @Nullable Continuations continuations;

    /** Where the Ps move in turn. */
    final @Nullable Turns turns;

    /** Who stands in for {@link WorkSearch}; mostly nobody. */
    final @Nullable Search search;

    final Carriers carriers;
    final Procs procs = new Procs(this);

    /** The Ps that there are, by their numbers; P0 always. Replaced as a whole, under the lock. */
    volatile Processor[] processors = {};

    final GlobalQueue global = new GlobalQueue();
    final Idle idle = new Idle();
    final Spinners spinners = new Spinners();
    final Outside outside = new Outside();
    final SpareCarriers spares = new SpareCarriers(this);
    final Census census = new Census(this);
    final Creation creation;
    final Dispatch dispatch = new Dispatch(this);
    final RunQueue.Overflow<Goroutine> overflow = this::putGlobal;
    final MachineList machines = new MachineList();
    final CoarseClock coarseClock;
    final SchedTrace schedTrace;
    final Watchdog watchdog;
    final Ending ending;

    /** Null while nothing is recorded. Plain: who sees a change lets those see it to whom it passes something on. */
    @Nullable Recording recording;

    private final Listening listening = new Listening(this);
    private final String name;

    /**
     * @param config the settings
     * @throws IllegalStateException if dedicated carriers are asked for and not possible
     */
    public Scheduler(RuntimeConfig config) {
        this(config, null, false);
    }

    /**
     * A scheduler whose Ps move in turn, on shared carriers.
     *
     * @param observer is told of each turn
     */
    public static Scheduler inTurns(RuntimeConfig config, Turns.Observer observer) {
        RuntimeConfig calm = config.withCarriers(CarrierMode.SHARED).withTimeSlice(Duration.ofDays(1));
        return new Scheduler(calm, null, false, observer, "turns");
    }

    /** Where they do: the turns. */
    public @Nullable Turns turns() {
        return turns;
    }

    /**
     * A scheduler for a deterministic run, on one P and shared carriers.
     *
     * @param director decides what is otherwise left to chance
     */
    public static Scheduler directed(RuntimeConfig config, Director director) {
        return new Scheduler(config.withProcs(1).withCarriers(CarrierMode.SHARED), director, false);
    }

    /** As {@link #directed}, for a bubble: its channels are its own, and who waits on others waits for somebody outside. */
    public static Scheduler bubble(RuntimeConfig config, Director director) {
        return new Scheduler(config.withProcs(1).withCarriers(CarrierMode.SHARED), director, true);
    }

    /** With a director it has no watchdog. */
    Scheduler(RuntimeConfig config, @Nullable Director director, boolean bubble) {
        this(config, director, bubble, null, "runtime-" + MADE.incrementAndGet());
    }

    private Scheduler(
            RuntimeConfig config,
            @Nullable Director director,
            boolean bubble,
            Turns.@Nullable Observer observer,
            String name) {
        this.config = config;
        this.name = name;
        this.directed = director == null ? null : new Directed(this, director, bubble);
        this.continuations = config.spawn() == SpawnPolicy.CONTINUATION ? new Continuations(this) : null;
        this.turns = observer == null ? null : new Turns(this, observer);
        this.search = directed != null ? directed : turns != null ? turns : continuations;
        this.carriers = switch (config.carriers()) {
            case DEDICATED -> new DedicatedCarriers();
            case SHARED -> new SharedCarriers();
            case AUTO -> DedicatedCarriers.ifPossible();
        };
        creation = new Creation(this);
        coarseClock = new CoarseClock(directed);
        schedTrace = new SchedTrace(this, config.reports());
        ending = new Ending(this);
        watchdog = new Watchdog(this);
        procs.grow(config.procs());
        if (config.tracing().on()) {
            listening.start(config.tracing(), true);
        }
        Witness.opened(this);
        Schedulers.add(this);
        if (directed == null) {
            watchdog.start();
        }
        if (directed != null || turns != null) {
            Checkpoint.arm();
        }
        Observers.opened(this);
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

    @Override
    public boolean isDedicated() {
        return carriers.dedicated();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isOpen() {
        return !isClosing();
    }

    /** How the runtime ends. */
    public Ending ending() {
        return ending;
    }

    /** After the closing: waits for the threads to end; gives whether the caller was interrupted. */
    boolean joinThreads() {
        if (directed != null) {
            dispatch.endIdleMachines();
            return false;
        }
        return watchdog.join();
    }

    boolean isClosing() {
        return ending.isClosing();
    }

    /** For a P. */
    RunQueue<Goroutine> newRing() {
        return continuations == null ? new RunQueue<>() : RunQueue.deque();
    }

    Chance newChance(long salt) {
        if (directed != null) {
            return directed.chance;
        }
        if (turns != null) {
            return turns.chance;
        }
        return new XorShift(SEEDS.getAndAdd(0x9E3779B97F4A7C15L) ^ salt);
    }

    // ---------------------------------------------------------------- goroutines: new, ready, yielding

    /**
     * Starts a goroutine. On a P of this runtime it becomes {@code next} and the caller runs on; or it runs, and the caller is
     * queued, if {@link SpawnPolicy} says so.
     *
     * @throws RuntimeClosedException if the runtime is closed or closing and the caller is not one of its goroutines
     */
    public Goroutine go(@Nullable String name, Body body) {
        Machine m = Machine.current();
        if (m == null || m.scheduler != this) {
            return creation.fromOutside(name, body);
        }
        Checkpoint.pass(Act.GO, name);
        m.enter();
        Continuations first = continuations;
        Goroutine g = first == null ? creation.on(m.processor(), m.g, name, body) : first.spawn(m, name, body);
        m.leave();
        return g;
    }

    /**
     * Starts a goroutine on behalf of a timer, by whoever finds it due; nobody is its creator. Not if the runtime is closed or
     * closing.
     */
    public void goByTimer(Body body) {
        if (isClosing()) {
            return;
        }
        Machine m = Machine.current();
        int before = m == null || m.scheduler != this ? Machine.NONE : m.enterBriefly();
        if (m != null && before != Machine.NONE) {
            creation.on(m.processor(), null, null, body);
            m.leaveBriefly(before);
            m.endSliceIfOver();
            return;
        }
        try {
            creation.fromOutside(null, body);
        } catch (RuntimeClosedException e) {
            return; // as above
        }
    }

    /** Makes a goroutine runnable whose wait the caller has claimed. No lock may be held. */
    void ready(Goroutine g) {
        Machine m = Machine.current();
        enqueue(g, m);
        if (m != null) {
            m.endSliceIfOver();
        } else {
            Current.know();
        }
    }

    /** As {@link #ready}, also in the middle of an unpark: the caller goes on even if its slice is over. */
    void readyWithoutWaiting(Goroutine g) {
        enqueue(g, Machine.current());
    }

    /** To {@code next} of the caller's P; a caller that has none here finds an idle one, or uses the global queue. */
    private void enqueue(Goroutine g, @Nullable Machine caller) {
        g.become(GoroutineStatus.RUNNABLE);
        int before = caller == null || caller.scheduler != this ? Machine.NONE : caller.enterBriefly();
        Recording on = recording;
        if (caller == null || before == Machine.NONE) {
            g.wokenFromOutside = directed != null;
            if (on != null) {
                on.readiedFromOutside(g);
            }
            inject(g);
            return;
        }
        if (on != null) {
            on.readied(caller, before == Machine.USER, g);
        }
        if (directed != null) {
            directed.happens(g, Act.READY, null);
        }
        caller.processor().queue.putNext(g, overflow);
        dispatch.wakeSpinner();
        caller.leaveBriefly(before);
    }

    /** As the caller has no P here: an idle one takes the goroutine up, or the global queue. */
    void inject(Goroutine g) {
        lock();
        Processor p = takeIdleLocked();
        if (p == null) {
            global.put(g);
        }
        unlock();
        if (p != null) {
            p.tick++;
            dispatch.run(p, g);
        }
    }

    /** Gosched: to the end of the global queue. By a goroutine. */
    public void yieldNow() {
        Machine m = Machine.current();
        if (m == null) {
            Thread.yield();
            return;
        }
        Checkpoint.pass(Act.YIELD, null);
        m.enter();
        m.yieldSlice();
        m.leave();
    }

    /**
     * By who has just readied another: that one runs first, if the caller has a P. For who hands on what the other has waited for
     * too long; never waits for anything else, and never unwinds.
     */
    public static void giveWay() {
        Machine m = Machine.current();
        if (m != null && m.isInUserCode() && m.tryEnter()) {
            m.yieldSlice();
            m.leave();
        }
    }

    /** Whether this is what unwinds a goroutine that ends without failing. */
    public static boolean isExit(Throwable thrown) {
        return thrown instanceof Goexit;
    }

    /** Ends the goroutine that calls, through its {@code finally} blocks. */
    public static void exit() {
        Machine m = Machine.current();
        if (m == null) {
            throw new IllegalStateException("goexit: " + Thread.currentThread() + " is not a goroutine");
        }
        throw new Goexit();
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
        Goroutine g = global.takeBatch(p, processors.length);
        unlock();
        return g;
    }

    // ---------------------------------------------------------------- idle Ps

    @Nullable Processor takeIdleLocked() {
        boolean all = idle.processors() == processors.length;
        Processor p = idle.takeProcessor();
        Recording on = recording;
        if (on != null && p != null) {
            on.woken(p);
        }
        if (all) {
            coarseClock.set(System.nanoTime());
            watchdog.somethingRuns();
        }
        return p;
    }

    /** Nobody has anything for this P to do; who has it in hands puts it down. */
    void putIdleLocked(Processor p) {
        Recording on = recording;
        if (on != null) {
            on.idle(p);
        }
        if (p.goes()) {
            procs.endLocked(p);
        } else {
            idle.put(p);
        }
    }

    void ended(Machine m) {
        machines.remove(m);
    }

    // ---------------------------------------------------------------- outside

    /** A goroutine comes back from outside: an idle P for it, or, if there is none, it is in the global queue. */
    @Nullable Processor comeBack(Goroutine g) {
        lock();
        try {
            outside.oneLess();
            Processor p = takeIdleLocked();
            Recording on = recording;
            if (on != null) {
                on.back(p, g);
            }
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
        addTimer(p.timers, timer, when);
    }

    private void addTimer(TimerHeap heap, TimerHeap.Timer timer, long when) {
        if (heap.add(timer, when)) {
            watchdog.timerAt(when);
        }
    }

    /**
     * Adds a timer of this scheduler: to the heap of the caller's P if it has one here, else to some P's.
     *
     * @return the heap
     */
    public TimerHeap addTimer(TimerHeap.Timer timer, long when) {
        Machine m = Machine.current();
        Processor mine = m == null || m.scheduler != this ? null : m.processorOrNull();
        TimerHeap heap = (mine == null ? processors[0] : mine).timers;
        addTimer(heap, timer, when);
        return heap;
    }

    /** Moves a timer of this scheduler; gives whether it was in a heap, and so is still. */
    boolean moveTimer(TimerHeap.Timer timer, long when) {
        boolean moved = timer.moveTo(when);
        if (moved) {
            watchdog.timerAt(when);
        }
        return moved;
    }

    /** The caller's scheduler, or that of the default runtime. */
    public static Scheduler currentOrDefault() {
        Scheduler current = current();
        return current == null ? defaultScheduler() : current;
    }

    /** The clock of this scheduler, in nanoseconds. */
    public long clock() {
        return directed == null ? System.nanoTime() : directed.clock.nanos();
    }

    /** The clock as the caller sees it, in nanoseconds. */
    public static long now() {
        Machine m = Machine.current();
        return m == null ? System.nanoTime() : m.chance.nanoTime();
    }

    /** The time of day as the caller sees it. */
    public static Instant instant() {
        Machine m = Machine.current();
        return m == null ? Instant.now() : m.scheduler.timeOfDay();
    }

    /** The time of day by the clock of this scheduler. */
    public Instant timeOfDay() {
        return directed == null ? Instant.now() : directed.clock.instant();
    }

    /**
     * Checks the queues, lists and counts; for tests of the runtime itself. In a deterministic run it is called by the
     * director, else by any thread.
     *
     * @throws AssertionError if anything is not as it must be
     */
    public void checkQueues() {
        if (directed != null) {
            directed.check();
        } else {
            Soundness.check(this);
        }
    }

    /** The runtimes that are not closed. */
    public static List<Scheduler> open() {
        return Schedulers.all();
    }

    /** What the goroutines that wait do wait for, as {@link Strand#waiting} was told. */
    public List<Object> waitedFor() {
        return goroutines().stream()
                .<Object>mapMulti((g, sink) -> {
                    Object on = g.waitsOn;
                    if (on != null) {
                        sink.accept(on);
                    }
                })
                .toList();
    }

    /** The runtime of goroutines that are started outside any other; it lives as long as the JVM. */
    public static Scheduler defaultScheduler() {
        return Default.SCHEDULER;
    }

    private static final class Default {
        static final Scheduler SCHEDULER = new Scheduler(RuntimeConfig.fromProperties(), null, false, null, "default");
    }

    // ---------------------------------------------------------------- the flight recorder

    @Override
    public Tracing tracing() {
        return config.tracing();
    }

    /** Before anything happens. */
    void recordFromBeginning(int events) {
        listening.start(Tracing.ON.withEvents(events), true);
    }

    @Override
    public void startRecording(Tracing tracing) {
        listening.start(tracing, false);
    }

    @Override
    public void stopRecording() {
        listening.stop();
    }

    @Override
    public boolean isRecording() {
        return listening.isRecording();
    }

    @Override
    public @Nullable FlightRecord flightRecord() {
        return listening.record();
    }

    @Override
    public void listen(@Nullable StepListener listener) {
        listening.listen(listener);
    }

    // ---------------------------------------------------------------- how many Ps

    /** How many Ps there are to be. */
    public int procs() {
        return procs.wanted();
    }

    @Override
    public int changeProcs(int n) {
        return procs.change(n);
    }

    // ---------------------------------------------------------------- what there is

    void exited(Goroutine g) {
        ending.exited(g);
    }

    void failed(Goroutine g, Throwable failure) {
        ending.failed(g, failure);
    }

    /** How often a P was taken up. */
    long wakeUps() {
        lock();
        try {
            return idle.wakeUps();
        } finally {
            unlock();
        }
    }

    boolean allIdle() {
        return idle.processors() == processors.length;
    }

    /** Goroutines that have not ended. Exact when nothing runs. */
    public long live() {
        return census.live();
    }

    /** The counters now. */
    public RuntimeStats stats() {
        return census.stats();
    }

    @Override
    public SchedulerSnapshot snapshot() {
        return Snapshot.of(this);
    }

    /** All goroutines of all runtimes, in Go's layout. */
    public static String dumpAll() {
        StringBuilder text = new StringBuilder();
        for (Scheduler scheduler : Schedulers.all()) {
            text.append(scheduler.stats()).append("\n\n").append(scheduler.dump());
        }
        return text.toString();
    }

    /** All goroutines of all runtimes, as JSON: an array with an object for each runtime. */
    public static String dumpAllJson() {
        StringJoiner all = new StringJoiner(",\n", "[", "]");
        for (Scheduler scheduler : Schedulers.all()) {
            all.add(scheduler.goroutineDump().json());
        }
        return all.toString();
    }

    @Override
    public String dump() {
        return goroutineDump().text();
    }

    /** As {@code schedtrace} prints it with all details. */
    public String details() {
        return new SchedTrace(this, Reports.NONE.withSchedDetail(true)).text(0);
    }

    @Override
    public GoroutineDump goroutineDump() {
        return Dump.of(this);
    }

    /** Those of the goroutines that have started which are asked for; grouped if they are many. */
    public String dump(Predicate<? super Goroutine> which) {
        return Dump.of(this, which).toString();
    }

    @Override
    public GoroutineDump leaks(Duration olderThan) {
        return Leaks.of(this, olderThan);
    }

    /** The goroutines that have started and not ended. */
    public List<Goroutine> goroutines() {
        return machines.snapshot().stream()
                .<Goroutine>mapMulti((m, sink) -> {
                    Goroutine g = m.g;
                    if (g != null) {
                        sink.accept(g);
                    }
                })
                .toList();
    }
}
