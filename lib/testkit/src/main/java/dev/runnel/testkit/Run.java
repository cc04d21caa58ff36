package dev.runnel.testkit;

import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.scheduler.DirectedRun;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.RunWaiter;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Schedulers;
import dev.runnel.runtime.scheduler.Witness;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.trace.FlightRecord;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of a program: asks a picker, writes down what it answers, and notices when the program fails. */
final class Run implements Director {

    /**
     * How many calls in a row a goroutine may make while others could run: one that waits by asking again and again
     * would keep the others from what it waits for.
     */
    static final int TURN = 200;

    /**
     * How many calls others may make while one that could run does not: several that wait for each other again and
     * again would keep it from running, though none of them goes on for long.
     */
    static final int OVERTAKEN = 5 * TURN;

    private final Picker picker;
    private final @Nullable WatchingPicker watching;
    private final int mostSteps;
    private final boolean preempts;
    private final @Nullable Recorder recorder;
    private final @Nullable Invariants invariants;
    private final Scheduler scheduler;
    private final View view = new View();

    private int[] taken = new int[64];
    private int length;
    private @Nullable Throwable failureOfPicker;

    /**
     * Whether a step is being written down. What that calls of the program, to say what a context of its own is, may
     * call the library: that is no step, as it is not done in other runs.
     */
    private boolean writes;

    private boolean deadlocked;
    private @Nullable Object goesOn; // the goroutine that went on when it was last asked whether others run first
    private int wentOn; // how often in a row
    private @Nullable Object longest; // the other one that could run for longest when it was last asked
    private int overtaken; // how often in a row that was the same, and did not run meanwhile
    private final Map<Long, Long> calls = new HashMap<>(); // of each goroutine
    private int stepsBefore; // the clock went on for the last time
    private volatile int steps; // written by the run, read by the thread that watches over it
    private volatile boolean madeAnother; // likewise
    private volatile boolean ended; // likewise: for the number of its steps

    /**
     * @param picker decides
     * @param mostSteps the run fails when it takes more than this
     * @param recorder writes the steps down, if they are wanted
     * @param checked whether the runtime is to be checked after each step
     */
    Run(Picker picker, int mostSteps, @Nullable Recorder recorder, boolean checked) {
        this(picker, mostSteps, recorder, checked, false);
    }

    /** The run of a bubble, of any length. */
    static Run ofBubble(Picker picker, boolean checked) {
        return new Run(picker, Integer.MAX_VALUE, null, checked, true);
    }

    private Run(Picker picker, int mostSteps, @Nullable Recorder recorder, boolean checked, boolean bubble) {
        this.scheduler = bubble ? Schedulers.bubble(config(), this) : Schedulers.directed(config(), this);
        this.picker = picker;
        this.watching = picker instanceof WatchingPicker watches ? watches : null;
        if (watching != null) {
            watching.begins();
        }
        this.mostSteps = mostSteps;
        this.preempts = !bubble;
        this.recorder = recorder;
        this.invariants = checked ? new Invariants(scheduler) : null;
    }

    /** Read anew each time: a bad property is reported each time, and not only once. */
    private static RuntimeConfig config() {
        return RuntimeConfig.fromProperties()
                .withProcs(1)
                .withCarriers(CarrierMode.SHARED)
                .withTimeSlice(Duration.ofHours(1))
                .withDeadlockDetection(true);
    }

    /**
     * Runs the program.
     *
     * @return what failed, as it was thrown; null if nothing did. What the picker has thrown is thrown.
     */
    @Nullable Throwable execute(Body body) {
        Throwable failure = failureOf(body);
        if (failureOfPicker != null) {
            throw Sneaky.rethrow(failureOfPicker);
        }
        AssertionError wrong = Witness.objection(scheduler);
        if (failure == null || wrong == null) {
            return failure == null ? wrong : failure;
        }
        failure.addSuppressed(wrong);
        return failure;
    }

    /**
     * Tells who waits until the caller of {@link #execute} has done this, before that is called.
     *
     * @param waiter null once that one waits no more
     */
    void isAwaitedBy(Supplier<@Nullable RunWaiter> waiter) {
        scheduler.mainRun().awaitedBehindCaller(waiter);
    }

    /** Whether it has ended since nothing in it could run any more. */
    boolean isDeadlocked() {
        return deadlocked;
    }

    private @Nullable Throwable failureOf(Body body) {
        try {
            scheduler.mainRun().run(body);
            return invariants == null ? null : invariants.broken();
        } catch (GoroutineFailedException e) {
            return e.getCause() == null ? e : e.getCause();
        } catch (RuntimeException e) {
            deadlocked = e instanceof DeadlockException;
            return e;
        }
    }

    /** The answers that were given, within their options. */
    Schedule taken() {
        return Schedule.trimmed(taken, length);
    }

    int steps() {
        return steps;
    }

    /** Whether its body has made a runtime of its own. */
    boolean hasMadeAnother() {
        return madeAnother;
    }

    /** Whether it was ended for its number of steps: its goroutines are unwound. */
    boolean isEnded() {
        return ended;
    }

    /** For whoever waits for it, on a platform thread. */
    void rouse() {
        DirectedRun.rouse(scheduler);
    }

    /** Where its goroutines are now. */
    String dump() {
        return scheduler.view().dump();
    }

    /** By the main goroutine: lets the others run, and fails if any is left that waits. */
    void failOnLeaks() {
        DirectedRun.awaitOthers();
        long left = othersLive();
        if (left > 0) {
            throw new LeakException(left, dumpOfOthers());
        }
    }

    /** By the main goroutine: how many others have not ended. */
    long othersLive() {
        return scheduler.live() - 1;
    }

    /** By the main goroutine: where the others are. */
    String dumpOfOthers() {
        Goroutine self = Goroutine.current();
        return scheduler.view().dump(g -> g != self);
    }

    /** What its flight recorder has; null if that was never on. */
    @Nullable FlightRecord flightRecord() {
        return scheduler.view().flightRecord();
    }

    // ---------------------------------------------------------------- as a director

    @Override
    public int choose(Decision decision, int options, List<?> goroutines) {
        if (writes) {
            return 0;
        }
        view.kind = kind(decision);
        view.options = options;
        view.goroutines = goroutines;
        int pick = decision == Decision.PREEMPT
                ? preempting(goroutines.get(0), goroutines.get(1))
                : Math.floorMod(picked(), options);
        view.yielded = 0; // that was told
        if (length == taken.length) {
            taken = Arrays.copyOf(taken, length * 2);
        }
        taken[length++] = pick;
        return pick;
    }

    /**
     * A goroutine that has gone on for a turn, or while another was overtaken too often, lets others run first,
     * whatever the picker says; the picker is told of it, as if the goroutine had asked for it.
     */
    private int preempting(Object running, Object other) {
        if (running != goesOn) {
            goesOn = running;
            wentOn = 0;
        }
        overtaken = other == longest ? overtaken + 1 : 0;
        longest = other;
        boolean over = preempts && (wentOn >= TURN || overtaken >= OVERTAKEN);
        view.yielded = over ? ((Goroutine) running).id() : 0;
        int pick = Math.floorMod(picked(), view.options);
        if (pick == 0 && over) {
            pick = 1;
        }
        wentOn = pick == 0 ? wentOn + 1 : 0;
        return pick;
    }

    /** 0 once the picker has failed: the scheduler is in the middle of something, and cannot be left. */
    private int picked() {
        if (failureOfPicker != null) {
            return 0;
        }
        try {
            return picker.pick(view);
        } catch (Throwable e) {
            failureOfPicker = e;
            return 0;
        }
    }

    private static dev.runnel.testkit.Decision.Kind kind(Decision decision) {
        return switch (decision) {
            case PREEMPT -> dev.runnel.testkit.Decision.Kind.PREEMPT;
            case NEXT -> dev.runnel.testkit.Decision.Kind.NEXT;
            case SELECT -> dev.runnel.testkit.Decision.Kind.SELECT;
            case TIMER -> dev.runnel.testkit.Decision.Kind.TIMER;
        };
    }

    @Override
    public void happens(Object goroutine, Act act, @Nullable Object on) {
        if (writes) {
            return;
        }
        if (recorder != null) {
            writes = true;
            try {
                recorder.happens(goroutine, act, on, isCall(act) ? Place.ofCaller() : Place.NONE);
            } finally {
                writes = false;
            }
        }
        if (watching != null) {
            watching.happens((Goroutine) goroutine, act, on);
        }
        if (act == Act.END || act == Act.FAIL) {
            calls.remove(((Goroutine) goroutine).id());
            view.yielded = 0; // nobody else could run when it asked
        }
        if (act == Act.READY && invariants != null) {
            invariants.readied((Goroutine) goroutine);
        }
        if (act == Act.PARK) {
            wentOn = 0;
        }
        if (goroutine == longest) { // it runs, or has to be readied
            longest = null;
        }
        if (isCall(act)) {
            view.yielded = act == Act.YIELD ? ((Goroutine) goroutine).id() : 0;
            step((Goroutine) goroutine);
            if (invariants != null) {
                invariants.check(on);
            }
        }
    }

    @Override
    public void timePasses(long nanos) {
        stepsBefore = steps;
        if (recorder != null) {
            recorder.timePasses(nanos);
        }
        if (watching != null) {
            watching.timePasses();
        }
    }

    @Override
    public void overdueFire() {
        if (recorder != null) {
            recorder.overdueFire();
        }
        if (watching != null) {
            watching.overdueFire();
        }
    }

    @Override
    public void makesAnother() {
        madeAnother = true;
    }

    /** Beyond the bound this is a failure of the run, even if the program catches what comes out of its call. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one at a time
    private void step(Goroutine caller) {
        if (preempts) { // in a bubble, which may be long, nobody asks
            calls.merge(caller.id(), 1L, Long::sum);
        }
        if (++steps > mostSteps) {
            LivelockException livelock = new LivelockException(mostSteps, clock());
            ended = true;
            if (recorder != null) { // the last thing that happens: what comes after that belongs to the closing
                recorder.happens(caller, Act.FAIL, livelock, Place.NONE);
            }
            scheduler.mainRun().failed(caller, livelock);
            throw livelock;
        }
    }

    /** If nobody has waited for the clock for long, what it would go on to; else nothing. */
    private String clock() {
        int still = steps - stepsBefore - 1;
        long next = DirectedRun.untilNextTimer();
        if (still <= TURN || next == DirectedRun.NO_TIMER) {
            return "";
        }
        return ". The next timer is due " + (next <= 0 ? "now" : "in " + Recorder.time(next))
                + ", but the clock has stood still for the last " + still
                + " steps: it goes on only when nobody can run";
    }

    /** Whether this is a call into the library; what is thrown now comes out of that call. */
    static boolean isCall(Act act) {
        return switch (act) {
            case TAKE, NEW, PARK, LIMIT, READY, WOKEN, PREEMPT, END, FAIL -> false;
            default -> true;
        };
    }

    private final class View implements dev.runnel.testkit.Decision {
        private Kind kind = Kind.NEXT;
        private int options;
        private List<?> goroutines = List.of();
        private long yielded;

        @Override
        public long yielded() {
            return yielded;
        }

        @Override
        public Kind kind() {
            return kind;
        }

        @Override
        public int options() {
            return options;
        }

        @Override
        public long goroutine(int option) {
            if (goroutines.isEmpty()) {
                throw new UnsupportedOperationException(kind + " is not about goroutines");
            }
            return ((Goroutine) goroutines.get(option)).id();
        }

        @Override
        public long calls(int option) {
            return calls.getOrDefault(goroutine(option), 0L);
        }
    }
}
