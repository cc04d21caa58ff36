package dev.runnel;

import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.SchedulerView;
import dev.runnel.runtime.scheduler.Schedulers;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.FailureHandler;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.RuntimeStats;
import dev.runnel.scheduler.SchedulerSnapshot;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A runtime of its own: Ps, Ms and the goroutines on them. {@link Go#run(Body)} makes one for a main goroutine; make
 * one yourself to embed goroutines, or to give tests their own settings. All its threads are daemons. The default
 * runtime is the one of goroutines that are started outside any other.
 */
public final class GoRuntime implements AutoCloseable {

    /** What is looked at. */
    private static final String LOOK = "what a runtime does";

    private final Scheduler scheduler;
    private final SchedulerView view;

    /**
     * A runtime with the settings from the system properties.
     *
     * @throws IllegalArgumentException if a system property is not allowed
     * @throws IllegalStateException if dedicated carriers are asked for and {@code java.base/java.lang} is not open
     */
    public GoRuntime() {
        this(RuntimeConfig.fromProperties());
    }

    /**
     * A runtime with these settings.
     *
     * @throws IllegalArgumentException if a {@link dev.runnel.scheduler.RuntimeObserver} has a setting that is not
     *     allowed
     * @throws IllegalStateException if dedicated carriers are asked for and {@code java.base/java.lang} is not open
     */
    public GoRuntime(RuntimeConfig config) {
        scheduler = Schedulers.own(Objects.requireNonNull(config, "config"));
        view = scheduler.view();
    }

    /** As {@link #stats()}, of the default runtime. */
    public static RuntimeStats defaultStats() {
        return ofDefault().stats();
    }

    /**
     * Starts a goroutine on this runtime, from any thread.
     *
     * @param body what the goroutine does
     * @return a handle, which may be ignored
     * @throws RuntimeClosedException if the runtime is closed
     */
    public GoHandle go(Body body) {
        return start(null, body);
    }

    /** As {@link #go(Body)}, with a name that is shown in dumps. */
    public GoHandle go(String name, Body body) {
        return start(Objects.requireNonNull(name, "name"), body);
    }

    private GoHandle start(@Nullable String name, Body body) {
        Objects.requireNonNull(body, "go of nil func value");
        try {
            return new GoHandle(scheduler.go(name, body));
        } catch (RuntimeClosedException e) {
            Checkpoint.passAtAnEnd(); // a goroutine of the caller's runtime that is unwound may have closed this one
            throw e;
        }
    }

    /**
     * Runs a main goroutine and waits for it; then closes the runtime. The run ends when main returns, when any
     * goroutine fails, or when nothing can ever run again: all goroutines wait, no timer is pending, no goroutine is
     * blocked in the JDK, and no thread lives that could wake one. It also ends if somebody {@linkplain #close()
     * closes} the runtime meanwhile; then this returns normally, though main has been unwound. An interrupt of the
     * caller does not end it, and the status is kept; one does end {@link #runInterruptibly}. If the caller is a
     * goroutine whose runtime closes, this runtime closes, too, and the caller is unwound.
     *
     * @param main Go's {@code main}
     * @throws GoroutineFailedException if any goroutine failed, main included, with an exception that it did not catch
     * @throws DeadlockException if nothing could ever run again
     * @throws IllegalStateException if this runtime has run a main goroutine already, or is closed
     */
    public void run(Body main) {
        scheduler.mainRun().run(Objects.requireNonNull(main, "run of nil func value"));
    }

    /**
     * As {@link #run(Body)}, but an interrupt of the caller ends the run: the runtime is closed, which waits as
     * {@link #close()} does. A failure that comes meanwhile is thrown instead, with the interrupt suppressed in it;
     * then the status is kept. The goroutines go on until their stacks have been looked at, those of a thousand at
     * most. This is for tests with a time limit, and for tasks of executors that are shut down.
     *
     * @param main Go's {@code main}
     * @throws GoroutineFailedException as {@link #run(Body)}
     * @throws DeadlockException as {@link #run(Body)}
     * @throws IllegalStateException as {@link #run(Body)}
     * @throws InterruptedException if the caller is interrupted before the run ends; the message has the goroutines of
     *     that moment, with their states and stacks. If the interrupt came before the run began there are none, and the
     *     runtime may still be used
     */
    public void runInterruptibly(Body main) throws InterruptedException {
        scheduler.mainRun().runInterruptibly(Objects.requireNonNull(main, "run of nil func value"));
    }

    /** Whether each P has a platform thread of its own. */
    public boolean isDedicated() {
        return view.isDedicated();
    }

    /** How many Ps there are; at most that many goroutines run at once. Go's {@code runtime.GOMAXPROCS(0)}. */
    public int procs() {
        return looked().procs();
    }

    /**
     * Changes how many Ps there are, while goroutines run; Go's {@code runtime.GOMAXPROCS(n)}. New Ps begin empty. What
     * was queued on a P that goes is queued before all others, and its timers go to the caller's P. The world is not
     * stopped: a goroutine that has a P which is to go gives it up at its next call into the runtime, or has it taken
     * away after 10 ms and then runs on beside the others until that call. Returns when all these Ps have been given
     * up, or after a second: a P that was given to a thread which cannot run yet goes as soon as that thread runs. A
     * runtime that is closing keeps the Ps that it has. From then on the number stays, even if it was that before,
     * until it is changed again or {@link #followProcessors} is called.
     *
     * @param n how many, 1 to {@value RuntimeConfig#MAX_PROCS}
     * @return how many there were before
     * @throws IllegalArgumentException if that is not allowed
     * @throws IllegalStateException if it is not 1 in a deterministic run, which has one P
     */
    public int procs(int n) {
        return looked().changeProcs(n);
    }

    /**
     * Changes how many Ps there are to the number of available processors, and has it follow that number; Go's
     * {@code runtime.SetDefaultGOMAXPROCS}. In a container the processors are those of its quota, rounded up. Runtimes
     * do so from the start if nobody has said how many Ps there are to be ({@link RuntimeConfig#autoProcs()}). The
     * runtime looks again once a second while any goroutine runs; otherwise when the next one does. Returns as
     * {@link #procs(int)} does. In a deterministic run, which has one P, it does nothing.
     */
    public void followProcessors() {
        looked().followProcessors();
    }

    /** The counters now. */
    public RuntimeStats stats() {
        return looked().stats();
    }

    /** Its Ps, Ms and goroutines, counted now; takes a few microseconds, however many goroutines there are. */
    public SchedulerSnapshot snapshot() {
        return looked().snapshot();
    }

    /** As {@link #snapshot()}, of the default runtime. */
    public static SchedulerSnapshot defaultSnapshot() {
        return ofDefault().snapshot();
    }

    /** This runtime, for those who watch it. */
    public ObservedRuntime observed() {
        return view;
    }

    /** As {@link #observed()}, the default runtime. */
    public static ObservedRuntime observedDefault() {
        return Schedulers.defaultScheduler().view();
    }

    /**
     * As {@link #observed()}, the runtime of the calling goroutine, so in {@code Go.run} that of the run; on any other
     * thread {@link #observedDefault()}.
     */
    public static ObservedRuntime observedCurrent() {
        return Scheduler.currentOrDefault().view();
    }

    /** Its flight recorder. */
    public FlightRecorder recorder() {
        return new FlightRecorder(view);
    }

    /** As {@link #goroutines()}, in Go's layout. */
    public String dump() {
        return looked().dump();
    }

    /**
     * The goroutines that have started, with the places where they are and the reasons why they wait, as values from
     * which a text or JSON can be made. These are the thousand oldest at most; {@link #leaks} leaves none out.
     */
    public GoroutineDump goroutines() {
        return looked().goroutineDump();
    }

    /** As {@link #goroutines()}, as JSON. */
    public String dumpJson() {
        return goroutines().json();
    }

    /**
     * Goroutines that have waited for at least the given time, in a wait without a time limit. They may be leaked, that
     * is, nothing will ever wake them; {@link #unreachable} gives those of which that is certain. The stack of each is
     * read, so this takes its time if there are many.
     *
     * <p>For a goroutine that waits for it, also in a clause of a select, the deadline of a context is a time limit,
     * and so is a timer or a ticker that is set. Not known here, and so no limit, is that of a {@code Cancellation}, a
     * {@code Context} or an {@code Event} of one's own, nor what another goroutine or a function of {@code afterFunc}
     * does in time. A context of the library that was made from a {@code Context} of one's own has that one's deadline.
     *
     * @param olderThan how long; zero or less means any length
     * @return those goroutines; {@link GoroutineDump#grouped()} shows them by place
     */
    public GoroutineDump leaks(Duration olderThan) {
        return looked().leaks(olderThan);
    }

    /** As {@link #leaks}, of the default runtime. */
    public static GoroutineDump defaultLeaks(Duration olderThan) {
        return ofDefault().leaks(olderThan);
    }

    /**
     * Goroutines that are leaked for certain: each waits without a time limit for what nobody can ever do, since nobody
     * who runs, or will run again, can reach what it waits for. This is Go's profile of leaked goroutines
     * ({@code goroutineleak}). The garbage collector finds them. This misses those whose {@link GoHandle} somebody has,
     * and those that wait for something that is still referred to, though nobody will use it. A second call may find
     * one that was missed because it had run last.
     *
     * <p>The JVM must run with {@code -Djdk.trackAllThreads=false}, or it keeps each virtual thread, with all that its
     * stack refers to; and with the collector G1, Parallel or Serial. This method collects garbage, two or three times,
     * or more often if that finds others each time, and waits for the JVM's finalizer. Meanwhile all threads stand
     * still for as long as the collector makes them, and weak references to what only these goroutines have are
     * cleared. It is for a look now and then, and for tests.
     *
     * @return those goroutines, which go on waiting; {@link GoroutineDump#grouped()} shows them by place
     * @throws UnsupportedOperationException if the JVM cannot tell; the message says what it lacks: that option, or
     *     collections when asked, finalizers, or a free thread in the JDK's pool
     * @throws IllegalStateException if another such call has been under way for five seconds
     */
    public GoroutineDump unreachable() {
        return looked().unreachable();
    }

    /** As {@link #unreachable}, of the default runtime. */
    public static GoroutineDump defaultUnreachable() {
        return ofDefault().unreachable();
    }

    /** A goroutine that does nothing but look answers here to whoever asks for its attention. */
    private SchedulerView looked() {
        Checkpoint.look(LOOK);
        return view;
    }

    private static SchedulerView ofDefault() {
        Checkpoint.look(LOOK);
        return Schedulers.defaultScheduler().view();
    }

    /**
     * Sets who is told of failures of goroutines; not of those in a runtime with a main goroutine, where a failure ends
     * the run. Without a handler a failure goes to the uncaught-exception handler of the goroutine's thread, or to the
     * JVM's default one; if there is none, it is printed on the standard error. The other goroutines run on in any
     * case.
     *
     * @param handler who is told; null for none
     */
    public void setFailureHandler(@Nullable FailureHandler handler) {
        scheduler.mainRun().uncaught().tell(handler);
    }

    /** As {@link #setFailureHandler}, of the default runtime. */
    public static void setDefaultFailureHandler(@Nullable FailureHandler handler) {
        Schedulers.defaultScheduler().mainRun().uncaught().tell(handler);
    }

    /**
     * As {@link #close()}, but with a time limit of its own, and nothing is logged.
     *
     * @param timeout how long to wait for goroutines to end; zero or less to begin only
     * @return the goroutines that have not ended by then, with their states and stacks. They go on ending: call this
     *     again. If the caller is a goroutine of this runtime, or of one that this runtime waits for, these are all
     *     that there are. A dump has the thousand oldest at most
     */
    public GoroutineDump shutdown(Duration timeout) {
        return scheduler.ending().close(timeout);
    }

    /**
     * Ends all goroutines and threads of this runtime. Goroutines that have not begun never do. Those that wait unwind
     * through their {@code finally} blocks; those that run do so at their next call into the runtime, except calls that
     * only look, as {@code len()} and {@code err()} do; those that are blocked in the JDK are interrupted. This waits
     * until they have ended, not until they have finished their work, and no longer than the settings say; what has not
     * ended then is logged. If they are to finish their work, wait for them before closing. Called by one of its own
     * goroutines, this only begins to close; likewise if a goroutine of another runtime calls it, and goroutines of
     * this runtime are closing that one, and so wait for it. Another call waits likewise while the first is not over,
     * and then does nothing. An interrupt does not end the wait: the status is kept.
     */
    @Override
    public void close() {
        scheduler.ending().close();
    }

    /** How many Ps and goroutines there are. */
    @Override
    public String toString() {
        return "GoRuntime (procs " + view.procs() + ", goroutines " + view.live() + ")";
    }
}
