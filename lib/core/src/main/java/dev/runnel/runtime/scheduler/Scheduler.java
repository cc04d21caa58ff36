package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carriers;
import dev.runnel.runtime.carrier.DedicatedCarriers;
import dev.runnel.runtime.carrier.SharedCarriers;
import dev.runnel.runtime.choice.Chance;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.choice.ThreadChance;
import dev.runnel.runtime.choice.XorShift;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.queue.RunQueue;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.SpawnPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one runtime: its Ps, its Ms, the global queue and the lists of idle ones. Here goroutines get to Ps:
 * those that are started, readied, yield or come back. Where Ms get Ps is {@link Dispatch}. The scheduler is its own
 * lock, which guards the global queue and both idle lists.
 */
public final class Scheduler extends SpinLock {

    static {
        SpinLock.giveWayBy(GivingWay::pause);
    }

    final RuntimeConfig config;

    /** In a deterministic run: chooses what runs next. */
    final @Nullable Directed directed;

    /** Set where a goroutine that is started runs at once, and the one that started it is queued. */
    final @Nullable Continuations continuations;

    /** Set where the Ps move in turn, as {@link Schedulers#inTurns} makes them do. */
    final @Nullable Turns turns;

    /** What stands in for {@link WorkSearch}; mostly nothing. */
    final @Nullable Search search;

    /** Says what time it is in this runtime, and draws what is left to chance where there is no P. */
    final Chance chance;

    final Carriers carriers;
    final Procs procs = new Procs(this);

    /** The Ps that there are, by their numbers; P0 always. Replaced as a whole, under the lock. */
    volatile Processor[] processors = {};

    final GlobalQueue global = new GlobalQueue();
    final Idle idle = new Idle();
    final Spinners spinners = new Spinners();
    final Outside outside = new Outside();

    /** Tests put in others. */
    SpareCarriers spares = new SpareCarriers(this);

    final Census census = new Census(this);
    final Gathering gathering = new Gathering(census::turns, System.nanoTime());
    final Creation creation;
    final OwedMachines owed = new OwedMachines(this);
    final Dispatch dispatch = new Dispatch(this);
    final RunQueue.Overflow<Goroutine> overflow = this::putGlobal;

    /** Tests put in one for which there is no memory, before there is any M. */
    volatile MachineList machines = new MachineList();

    final CoarseClock coarseClock;
    final Timers timers;
    final SchedTrace schedTrace;
    final Watchdog watchdog;
    final Ending ending;
    final MainRun mainRun;

    /**
     * Null while nothing is recorded. Plain: whoever sees a change lets those see it to whom it passes something on.
     */
    @Nullable Recording recording;

    final Listening listening = new Listening(this);
    final SchedulerView view;

    /**
     * @param config the settings
     * @throws IllegalStateException if dedicated carriers are asked for and not possible
     */
    public Scheduler(RuntimeConfig config) {
        this(config, null, false);
    }

    /** With a director it has no watchdog. */
    Scheduler(RuntimeConfig config, @Nullable Director director, boolean bubble) {
        this(config, director, bubble, null, Schedulers.nextName());
    }

    /**
     * @param director decides what is otherwise left to chance, and what runs next; null in an ordinary run
     * @param bubble whether it does so for a bubble
     * @param observer is told of each turn if the Ps move in turn; null if they do not
     */
    Scheduler(
            RuntimeConfig config,
            @Nullable Director director,
            boolean bubble,
            Turns.@Nullable Observer observer,
            String name) {
        this.config = config;
        this.view = new SchedulerView(this, name);
        this.directed = director == null ? null : new Directed(this, director, bubble);
        this.continuations = config.spawn() == SpawnPolicy.CONTINUATION ? new Continuations(this) : null;
        this.turns = observer == null ? null : new Turns(this, observer);
        this.search = directed != null ? directed : turns != null ? turns : continuations;
        this.carriers = switch (config.carriers()) {
            case DEDICATED -> new DedicatedCarriers();
            case SHARED -> new SharedCarriers();
            case AUTO -> DedicatedCarriers.ifPossible();
        };
        this.chance = directed != null ? directed.chance : turns != null ? turns.chance : ThreadChance.ITS_OWN;
        creation = new Creation(this);
        coarseClock = new CoarseClock(directed);
        timers = new Timers(this);
        schedTrace = new SchedTrace(this, config.reports());
        ending = new Ending(this);
        mainRun = new MainRun(this, ending);
        watchdog = new Watchdog(this);
        procs.begin(config);
        boolean opened = false;
        try {
            open();
            opened = true;
        } finally {
            if (!opened) { // for want of memory, or of a thread: nobody has it, and nothing of it may stay
                Schedulers.remove(this);
                procs.stopCarriers();
            }
        }
        if (directed != null || turns != null) {
            Checkpoint.armForRun();
        }
        Observers.opened(this);
    }

    private void open() {
        if (config.tracing().on()) {
            listening.start(config.tracing(), true);
        }
        Witness.opened(this);
        Schedulers.add(this);
        if (directed == null) {
            watchdog.start();
        }
    }

    /** The scheduler of the goroutine that calls; null on a thread that is not a goroutine. */
    public static @Nullable Scheduler current() {
        Machine m = Machine.current();
        return m == null ? null : m.scheduler;
    }

    /** The strand of the calling thread. */
    public static Strand strand() {
        return Current.strand();
    }

    /** The caller's scheduler, or that of the default runtime. */
    public static Scheduler currentOrDefault() {
        Scheduler current = current();
        return current == null ? Schedulers.defaultScheduler() : current;
    }

    /** For those that watch this runtime. */
    public SchedulerView view() {
        return view;
    }

    /** Its timers, and its clock. */
    public Timers timers() {
        return timers;
    }

    /** The run of its main goroutine, if it has one. */
    public MainRun mainRun() {
        return mainRun;
    }

    /** How the runtime ends. */
    public Ending ending() {
        return ending;
    }

    /** The turns in which the Ps move, if they do. */
    public @Nullable Turns turns() {
        return turns;
    }

    boolean isDedicated() {
        return carriers.dedicated();
    }

    boolean isClosing() {
        return ending.isClosing();
    }

    /** For a new P. */
    Chance newChance(int number) {
        return directed != null || turns != null ? chance : new XorShift(System.nanoTime() + number);
    }

    // ---------------------------------------------------------------- goroutines: new, ready, yielding

    /**
     * Starts a goroutine. On a P of this runtime it becomes {@code next} and the caller runs on; or it runs, and the
     * caller is queued, if {@link SpawnPolicy} says so.
     *
     * @throws RuntimeClosedException if the runtime is closed or closing and the caller is not one of its goroutines
     */
    public Goroutine go(@Nullable String name, Body body) {
        Machine m = Machine.current();
        Attended.Call call = Attended.within(m);
        Body told = call == null ? body : Attended.by(call, body, this);
        if (m == null || m.scheduler != this) {
            StackRoom.require();
            return creation.fromOutside(name, told);
        }
        Checkpoint.pass(Act.GO, name);
        m.enter();
        try {
            Continuations first = continuations;
            return first == null ? creation.on(m.processor(), m.g, name, told) : first.spawn(m, name, told);
        } finally {
            m.leave(); // also if there was no memory for it
        }
    }

    /** Makes runnable a goroutine whose wait the caller has claimed. No lock may be held. */
    void ready(Goroutine g) {
        Machine m = Machine.current();
        enqueue(g, m);
        Met.by(m);
    }

    /** As {@link #ready}, also in the middle of an unpark: the caller goes on even if its slice is over. */
    void readyWithoutWaiting(Goroutine g) {
        enqueue(g, Machine.current());
    }

    /**
     * Puts it into {@code next} of the caller's P; a caller that has none here finds an idle one, or uses the global
     * queue. A goroutine that lingers still has its P, and is told.
     */
    private void enqueue(Goroutine g, @Nullable Machine caller) {
        if (g.is(GoroutineStatus.LINGERING) && g.becomeInsteadOf(GoroutineStatus.LINGERING, GoroutineStatus.RUNNING)) {
            return;
        }
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
            directed.tell(g, Act.READY, null);
        }
        caller.processor().queue.putNext(g, overflow);
        dispatch.wakeSpinner();
        caller.leaveBriefly(before);
    }

    /** The caller has no P here: an idle one takes the goroutine up, or the global queue does. */
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
        } else {
            dispatch.wakeNapper();
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
     * By a goroutine that has just readied another: that one runs first, if the caller has a P. For a caller that hands
     * on what the other has waited for too long; never waits for anything else, and never unwinds.
     */
    public static void giveWay() {
        Machine m = Machine.current();
        if (m != null && m.isInUserCode() && m.tryEnter()) {
            m.yieldSlice();
            m.leave();
        }
    }

    // ---------------------------------------------------------------- the global queue

    void putGlobal(Goroutine g) {
        lock();
        global.put(g);
        unlock();
    }

    private void putGlobal(List<? extends Goroutine> batch) {
        lock();
        for (int i = 0; i < batch.size(); i++) { // without an iterator, for which there may be no memory
            global.put(batch.get(i));
        }
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

    /**
     * Nobody has anything for this P to do; whoever has it in hands puts it down, for ever if it is to go. Its idle Ms
     * are then for all.
     */
    void putIdleLocked(Processor p) {
        leftLocked(p);
        if (!procs.endsIfItMayLocked(p)) {
            idle.put(p);
        }
    }

    /** Nobody has that P in hands any more. */
    void leftLocked(Processor p) {
        idle.machines.takeAllOf(p.machines);
        Recording on = recording;
        if (on != null) {
            on.idle(p);
        }
    }

    // ---------------------------------------------------------------- outside

    /** A goroutine comes back from outside: returns an idle P for it; if there is none, it is in the global queue. */
    @Nullable Processor comeBack(Goroutine g) {
        Processor p;
        lock();
        try {
            outside.oneLess();
            p = takeIdleLocked();
            Recording on = recording;
            if (on != null) {
                on.back(p, g);
            }
            if (p == null) {
                g.become(GoroutineStatus.RUNNABLE);
                global.put(g);
            }
        } finally {
            unlock();
        }
        if (p == null) {
            dispatch.wakeNapper();
        }
        return p;
    }

    // ---------------------------------------------------------------- ends

    void ended(Machine m) {
        machines.remove(m);
    }

    // ---------------------------------------------------------------- what there is

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
}
