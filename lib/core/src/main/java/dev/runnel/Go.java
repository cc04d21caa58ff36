package dev.runnel;

import dev.runnel.channel.Buffering;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.CountedChan;
import dev.runnel.runtime.channel.NilChan;
import dev.runnel.runtime.channel.TimerChan;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Blocking;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.SchedulerView;
import dev.runnel.runtime.scheduler.Schedulers;
import dev.runnel.runtime.select.EffectSelect;
import dev.runnel.scheduler.BlockingAction;
import dev.runnel.scheduler.BlockingCall;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.select.Choice;
import dev.runnel.select.Select;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What Go has as keywords and built-in functions, to be imported statically.
 *
 * <pre>{@code
 * Go.run(() -> {
 *   Chan<String> words = chan();
 *   go(() -> {
 *     words.send("hello");
 *     words.close();
 *   });
 *   for (String word : words) {
 *     System.out.println(word);
 *   }
 * });
 * }</pre>
 *
 * <p>A thread that is not a goroutine uses the default runtime. That is made when it is first needed, with the settings
 * from the system properties. As long as one of these is not allowed, whatever needs the default runtime throws what
 * {@link GoRuntime#GoRuntime()} throws.
 */
public final class Go {

    private Go() {}

    // ---------------------------------------------------------------- goroutines

    /**
     * Starts a goroutine; Go's {@code go} statement. The caller runs on. A goroutine started by another belongs to the
     * same runtime; one started by any other thread belongs to the default runtime, which lives as long as the JVM.
     * What the caller did before is visible to the goroutine.
     *
     * @param body what the goroutine does; an exception that it does not catch is its failure
     * @return a handle, which may be ignored
     * @throws RuntimeClosedException if the runtime is closed
     */
    public static GoHandle go(Body body) {
        return new GoHandle(
                Scheduler.currentOrDefault().go(null, Objects.requireNonNull(body, "go of nil func value")));
    }

    /**
     * As {@link #go(Body)}, with a name that is shown in dumps.
     *
     * @param name the name
     * @param body what the goroutine does
     * @return a handle, which may be ignored
     * @throws RuntimeClosedException if the runtime is closed
     */
    public static GoHandle go(String name, Body body) {
        return new GoHandle(Scheduler.currentOrDefault()
                .go(Objects.requireNonNull(name, "name"), Objects.requireNonNull(body, "go of nil func value")));
    }

    /**
     * Runs a main goroutine on a runtime of its own, with the settings from the system properties. Returns when the
     * main goroutine returns; the runtime is closed then.
     *
     * @param main Go's {@code main}
     * @throws GoroutineFailedException if any goroutine failed, main included
     * @throws DeadlockException if nothing could ever run again
     * @throws IllegalArgumentException if a system property is not allowed
     * @throws IllegalStateException if dedicated carriers are wanted, and {@code java.lang} is not open
     * @see GoRuntime#run(Body)
     */
    public static void run(Body main) {
        run(RuntimeConfig.fromProperties(), main);
    }

    /**
     * As {@link #run(Body)}, with the given settings.
     *
     * @param config the settings
     * @param main Go's {@code main}
     * @throws GoroutineFailedException if any goroutine failed, main included
     * @throws DeadlockException if nothing could ever run again
     * @throws IllegalArgumentException if a {@link dev.runnel.scheduler.RuntimeObserver} has a setting that is not
     *     allowed
     * @throws IllegalStateException if dedicated carriers are wanted, and {@code java.lang} is not open
     */
    public static void run(RuntimeConfig config, Body main) {
        try (GoRuntime runtime = new GoRuntime(config)) {
            runtime.run(main);
        }
    }

    /**
     * As {@link #run(Body)}, but an interrupt of the caller ends the run.
     *
     * @param main Go's {@code main}
     * @throws GoroutineFailedException if any goroutine failed, main included
     * @throws DeadlockException if nothing could ever run again
     * @throws InterruptedException if the caller is interrupted; the message has the goroutines of that moment, if the
     *     run had begun
     * @throws IllegalArgumentException if a system property is not allowed
     * @throws IllegalStateException if dedicated carriers are wanted, and {@code java.lang} is not open
     * @see GoRuntime#runInterruptibly(Body)
     */
    public static void runInterruptibly(Body main) throws InterruptedException {
        runInterruptibly(RuntimeConfig.fromProperties(), main);
    }

    /**
     * As {@link #runInterruptibly(Body)}, with the given settings.
     *
     * @param config the settings
     * @param main Go's {@code main}
     * @throws GoroutineFailedException if any goroutine failed, main included
     * @throws DeadlockException if nothing could ever run again
     * @throws InterruptedException if the caller is interrupted; the message has the goroutines of that moment, if the
     *     run had begun
     * @throws IllegalArgumentException if a {@link dev.runnel.scheduler.RuntimeObserver} has a setting that is not
     *     allowed
     * @throws IllegalStateException if dedicated carriers are wanted, and {@code java.lang} is not open
     */
    public static void runInterruptibly(RuntimeConfig config, Body main) throws InterruptedException {
        try (GoRuntime runtime = new GoRuntime(config)) {
            runtime.runInterruptibly(main);
        }
    }

    /** The calling goroutine; none on a thread that is not a goroutine. */
    public static Option<GoHandle> current() {
        Goroutine g = Goroutine.current();
        return g == null ? Option.none() : Option.some(new GoHandle(g));
    }

    /**
     * Lets others run first; Go's {@code runtime.Gosched}. The goroutine goes to the end of the global queue. On a
     * thread that is not a goroutine this is {@link Thread#yield()}.
     */
    @SuppressWarnings("ThreadPriorityCheck") // what is documented
    public static void gosched() {
        Scheduler current = Scheduler.current();
        if (current == null) {
            Thread.yield();
        } else {
            current.yieldNow();
        }
    }

    /**
     * Makes a call that is known to block in the JDK. The goroutine gives its P to others before the call, at once with
     * carriers of either kind; after the call it gets one back, or queues up for one. A call that blocks is noticed
     * without this method, too: at once with dedicated carriers, unless it is pinned or reads a file, and otherwise
     * within some milliseconds. A thread that is not a goroutine simply makes the call. When the runtime closes, the
     * call is interrupted, like any call that blocks.
     *
     * <pre>{@code
     * String text = blocking(() -> Files.readString(path));
     * }</pre>
     *
     * <p>A reference to an overloaded method, such as {@code latch::await}, fits both this form and the other, and the
     * compiler refuses it as ambiguous. Write {@code blocking(() -> latch.await())} instead.
     *
     * @param call the call that blocks; if it calls into the runtime, it gets a P for that, and keeps it
     * @return what the call returns
     * @throws E what the call throws
     */
    public static <T extends @Nullable Object, E extends Exception> T blocking(BlockingCall<T, E> call) throws E {
        return Blocking.call(Objects.requireNonNull(call, "call"));
    }

    /**
     * As {@link #blocking(BlockingCall)}, for a call that returns nothing.
     *
     * @param call the call that blocks
     * @throws E what the call throws
     */
    public static <E extends Exception> void blocking(BlockingAction<E> call) throws E {
        Objects.requireNonNull(call, "call");
        Blocking.<@Nullable Void, E>call(() -> {
            call.run();
            return null;
        });
    }

    /**
     * Ends the calling goroutine, after its {@code finally} blocks; Go's {@code runtime.Goexit}. It does so by throwing
     * an error, which must be thrown on by whatever catches it. If main does this, the others run on.
     *
     * @throws IllegalStateException on a thread that is not a goroutine
     */
    public static void goexit() {
        Goexit.ofCaller();
    }

    /** How many goroutines of the caller's runtime have not ended; exact while none starts or ends. */
    public static long numGoroutine() {
        Checkpoint.look("the number of goroutines");
        return Scheduler.currentOrDefault().live();
    }

    /**
     * Changes how many Ps the caller's runtime has; Go's {@code runtime.GOMAXPROCS}. As {@link GoRuntime#procs(int)},
     * but with a number below 1 it only asks.
     *
     * @param n how many, at most {@value RuntimeConfig#MAX_PROCS}; below 1 nothing changes
     * @return how many there were before
     * @throws IllegalArgumentException if it is more than that
     * @throws IllegalStateException in a deterministic run, if that would change the number
     */
    public static int gomaxprocs(int n) {
        Checkpoint.look("the number of Ps");
        SchedulerView view = Scheduler.currentOrDefault().view();
        return n < 1 ? view.procs() : view.changeProcs(n);
    }

    /**
     * Has the number of Ps of the caller's runtime follow that of the processors; Go's
     * {@code runtime.SetDefaultGOMAXPROCS}. As {@link GoRuntime#followProcessors()}.
     */
    public static void setDefaultGomaxprocs() {
        Checkpoint.look("the number of Ps");
        Scheduler.currentOrDefault().view().followProcessors();
    }

    /**
     * The goroutines of all runtimes of this JVM, in Go's layout: those that have started, the thousand oldest of each
     * runtime, with the places where they are and the reasons why they wait; and how many were left out.
     */
    public static String dump() {
        Checkpoint.look("the goroutines");
        return Schedulers.dump();
    }

    /**
     * As {@link #dump()}, but as JSON: an array with an object like that of {@link GoRuntime#dumpJson()} for each
     * runtime.
     */
    public static String dumpJson() {
        Checkpoint.look("the goroutines");
        return Schedulers.dumpJson();
    }

    /** The flight recorder of the caller's runtime. */
    public static FlightRecorder recorder() {
        return new FlightRecorder(Scheduler.currentOrDefault().view());
    }

    // ---------------------------------------------------------------- channels

    /** A new unbuffered channel; Go's {@code make(chan T)}. */
    public static <T> Chan<T> chan() {
        return new Channel<>(0);
    }

    /**
     * A new channel with a buffer; Go's {@code make(chan T, n)}.
     *
     * @param capacity how many values the buffer holds; 0 makes the channel unbuffered
     * @throws ChannelException.SizeOutOfRange if the capacity is negative or too large
     */
    public static <T> Chan<T> chan(int capacity) {
        return new Channel<>(capacity);
    }

    /**
     * A new channel that does more than Go's with values that no receiver has come for yet, and that counts:
     * {@link RecvChan#stats()}.
     *
     * @param how {@code Buffering.sliding(1)}, for example
     * @throws ChannelException.SizeOutOfRange if a capacity or a limit is too small or too large
     * @throws NullPointerException if {@code how}, or the function in it, is null
     */
    public static <T> Chan<T> chan(Buffering how) {
        return CountedChan.of(how, null);
    }

    /**
     * As {@link #chan(Buffering)}, but nothing is lost silently: each value that was sent is either received once, or
     * passed to {@code undelivered} once. The latter happens when the buffer drops the value, or holds it when the
     * channel is cancelled.
     *
     * @param how {@code Buffering.sliding(1)}, for example
     * @param undelivered gets each value that was sent and that nobody will receive. It is called by whoever causes the
     *     drop: a sender, when its send has happened, or the caller of {@code cancel}. What it throws comes out of that
     *     operation. It may use channels, including this one
     * @throws ChannelException.SizeOutOfRange if a capacity or a limit is too small or too large
     */
    public static <T> Chan<T> chan(Buffering how, Consumer<? super T> undelivered) {
        return CountedChan.of(how, Objects.requireNonNull(undelivered, "undelivered"));
    }

    /** The nil channel: send and receive block for ever, a clause on it is never chosen, closing it fails. */
    @SuppressWarnings("unchecked") // it never holds a value
    public static <T> Chan<T> nilChan() {
        return (Chan<T>) NilChan.INSTANCE;
    }

    /**
     * Closes a channel; Go's {@code close(c)}.
     *
     * @param channel the channel; null is the nil channel
     * @throws ChannelException.CloseOfClosed if it is closed already
     * @throws ChannelException.CloseOfNil if it is the nil channel
     */
    public static void close(@Nullable SendChan<?> channel) {
        if (channel == null) {
            throw new ChannelException.CloseOfNil();
        }
        channel.close();
    }

    // ---------------------------------------------------------------- select

    /** A select for effect, without clauses yet. */
    public static Select select() {
        return new EffectSelect();
    }

    /** A select for a value, without clauses yet; the first clause fixes the type of the value. */
    public static Choice.Start choose() {
        return Choice.Start.INSTANCE;
    }

    // ---------------------------------------------------------------- time

    /**
     * Waits for at least the given time; Go's {@code time.Sleep}. A goroutine that sleeps holds neither a P nor a
     * carrier. An interrupt does not end the wait: the status is kept.
     *
     * @param duration how long; zero or less returns at once
     */
    public static void sleep(Duration duration) {
        sleep(duration, false);
    }

    /**
     * As {@link #sleep(Duration)}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread was interrupted
     */
    public static void sleepInterruptibly(Duration duration) throws InterruptedException {
        Interrupts.check();
        Interrupts.check(sleep(duration, true));
    }

    /**
     * As {@link #sleep(Duration)}, but a cancellation or an interrupt ends the wait.
     *
     * @param duration how long; zero or less does not wait
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before the time was over, or before the call
     * @throws InterruptedException if the thread was interrupted
     */
    public static void sleep(Duration duration, Cancellation cancellation)
            throws CancelledException, InterruptedException {
        long nanos = Durations.nanos(duration);
        if (nanos <= 0) {
            Checkpoint.pass(Act.SLEEP, WaitReason.SLEEP);
            Interrupts.check();
            Asked.check(cancellation);
            return;
        }
        NilChan.block(WaitReason.SLEEP, Durations.deadline(Scheduler.strand().nanoTime(), nanos), cancellation);
    }

    private static WakeCause sleep(Duration duration, boolean interruptible) {
        long nanos = Durations.nanos(duration);
        if (nanos <= 0) {
            Checkpoint.pass(Act.SLEEP, WaitReason.SLEEP);
            return WakeCause.TIMEOUT;
        }
        Strand self = Scheduler.strand();
        return NilChan.block(WaitReason.SLEEP, Durations.deadline(self.nanoTime(), nanos), interruptible);
    }

    /** The time of day; in a bubble of the test kit, the time of the bubble's clock. Go's {@code time.Now}. */
    public static Instant now() {
        Checkpoint.lookOutside();
        return Current.instant();
    }

    /**
     * A channel that gets the time once, when the duration is over; Go's {@code time.After}. The value is the time at
     * which it was due. An unused channel is garbage.
     *
     * @param duration how long from now; zero or less is due at once
     * @see Timer one that can be stopped and set anew
     */
    public static RecvChan<Instant> after(Duration duration) {
        return new TimerChan(Durations.nanos(duration), 0);
    }

    /**
     * Runs a function in a goroutine of its own when the duration is over; Go's {@code time.AfterFunc}. As
     * {@link Timer#afterFunc}.
     *
     * @param duration how long from now; zero or less starts it at once
     * @param f what the goroutine does
     * @return the timer, by which it can be stopped and set anew
     */
    public static Timer afterFunc(Duration duration, Body f) {
        return Timer.afterFunc(duration, f);
    }

    /**
     * A channel that gets the time again and again; Go's {@code time.Tick}. Of the ticks that nobody has received one
     * is kept, and the others are dropped; the phase is kept. An unused channel is garbage.
     *
     * @param period the time between ticks; zero or less gives the nil channel
     * @see Ticker one that can be stopped and set anew
     */
    public static RecvChan<Instant> tick(Duration period) {
        long nanos = Durations.nanos(period);
        return nanos <= 0 ? nilChan() : new TimerChan(nanos, nanos);
    }
}
