package dev.runnel.testkit;

import dev.runnel.Go;
import dev.runnel.runtime.scheduler.DirectedRun;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A program with its own time; Go's {@code testing/synctest}. The clock begins at 2000-01-01T00:00:00Z and stands still
 * while any goroutine can run. When all wait, the first of the following that is possible happens: timers that are due
 * fire, those of one instant in random order; the goroutine that called {@link #await()} goes on; the clock jumps to
 * the next timer, unless the main goroutine has returned; or else the bubble is deadlocked. Timers that are due, and
 * have been left while others ran, also fire after 200 calls, so that a goroutine that polls for them does not wait for
 * ever.
 *
 * <pre>{@code
 * Bubble.run(() -> {
 *   Instant begin = now();
 *   sleep(Duration.ofHours(1)); // takes no time
 *   assertEquals(begin.plus(Duration.ofHours(1)), now());
 * });
 * }</pre>
 *
 * <p>A channel belongs to the bubble in which it is made, including one that tells of the end of a goroutine; so does a
 * timer. Whoever is not of that bubble and uses it gets a {@link dev.runnel.channel.ChannelException.OutsideBubble}, in
 * Go's words.
 *
 * <p>A goroutine of the bubble that waits on a channel from outside, even in only one clause of a select, is waiting
 * for somebody who may come at any time. Until it goes on, the clock stands still, {@link #await()} does not return,
 * and nothing is a deadlock; a timeout of that wait is not reached either, and if nobody comes, the bubble never ends.
 * When it goes on is up to whoever wakes it: such a run is not a function of its seed alone.
 *
 * <p>A goroutine that waits for a mutex may also be waiting for somebody outside, so the clock stands still then, too:
 * a timed lock does not time out, and the bubble hangs if the holder sleeps in it.
 *
 * <p>Differences from Go:
 *
 * <ul>
 *   <li>The bubble runs on one P, and its goroutines change places only where one waits, ends or yields. To try other
 *       orders, use {@link Schedules}, whose runs have this clock as well, and {@link #await()}.
 *   <li>What blocks in the JDK, locks included, stops all goroutines of the bubble, and time, until it goes on.
 *   <li>The use of a channel or a timer from outside its bubble is fatal in Go. Here it fails for whoever tries, and
 *       the bubble goes on. It is noticed while the bubble runs, or any other bubble, or a run of {@link Schedules};
 *       when none of these runs, channels that are left over from bubbles work as any others.
 *   <li>Threads that a goroutine of the bubble starts are outside, including those of executors; in Go there are none.
 *       A channel for them must be made before the bubble. So must one in a static field: otherwise its class may be
 *       initialized in a bubble.
 *   <li>The clock of the JDK is not replaced: use that of {@link dev.runnel.Go}.
 * </ul>
 */
public final class Bubble {

    private static final String LEFT = "deadlock: main bubble goroutine has exited but blocked goroutines remain";

    private Bubble() {}

    /**
     * Runs a program in a new bubble, and returns when all its goroutines have ended. The seed of what chance decides
     * is that of the property {@code runnel.seed}, or else a new one each time; a failure carries the seed among its
     * suppressed exceptions, if it takes any. An interrupt does not end the bubble, and the status is kept.
     *
     * @param body what the main goroutine of the bubble does; what it or any other goroutine throws comes out as it is
     * @throws DeadlockException if all goroutines wait and no timer is pending, or if main has returned and others
     *     wait; in neither case while one waits on a channel from outside
     * @throws IllegalStateException if the caller is in a bubble, or in a run of {@link Schedules}
     * @throws IllegalArgumentException if the property is no number, or {@value Explorer#CHECK} is neither true nor
     *     false
     */
    public static void run(Body body) {
        run(Seeds.ofThisRun(), body);
    }

    /**
     * As {@link #run(Body)}.
     *
     * @param seed the same seed gives the same run, if nobody outside wakes a goroutine of the bubble
     * @param body what the main goroutine of the bubble does
     * @throws DeadlockException as {@link #run(Body)}
     * @throws IllegalStateException as {@link #run(Body)}
     * @throws IllegalArgumentException if the property {@value Explorer#CHECK} is neither true nor false
     */
    public static void run(long seed, Body body) {
        Objects.requireNonNull(body, "body");
        if (DirectedRun.isCallerIn()) {
            throw new IllegalStateException(
                    Home.ofCaller() != null
                            ? "synctest.Run called from within a synctest bubble"
                            : "a bubble within a run of Schedules, whose clock is a bubble's already: call what is to run there without Bubble.run");
        }
        RandomGenerator chance = Seeds.ofRun(seed, 0);
        Picker picker = decision -> switch (decision.kind()) {
            case PREEMPT, NEXT -> 0;
            case SELECT, TIMER -> chance.nextInt(decision.options());
        };
        Run run = Run.ofBubble(picker, Explorer.isCheckOn());
        Throwable failure = inGosWords(run, run.execute(() -> main(run, body)));
        if (failure != null) {
            failure.addSuppressed(new Seeded(seed));
            throw Sneaky.rethrow(failure);
        }
    }

    private static void main(Run run, Body body) throws Exception {
        try {
            body.run();
        } catch (Throwable thrown) {
            if (!Goexit.is(thrown)) {
                throw thrown;
            }
        }
        DirectedRun.awaitOthers();
        if (run.othersLive() > 0) {
            throw new DeadlockException(LEFT, run.dumpOfOthers(), run.flightRecord());
        }
    }

    /** A deadlock with the stack of whoever has called {@code run}, even if main has found it. */
    private static @Nullable Throwable inGosWords(Run run, @Nullable Throwable failure) {
        if (!(failure instanceof DeadlockException asleep)) {
            return failure;
        }
        String message = String.valueOf(asleep.getMessage());
        if (message.startsWith(LEFT)) {
            asleep.fillInStackTrace();
        } else if (run.isDeadlocked()) {
            return new DeadlockException(
                    "deadlock: all goroutines in bubble are blocked",
                    asleep.dump(),
                    asleep.flightRecord().getOrNull());
        }
        return failure;
    }

    /**
     * Waits until all other goroutines of the bubble wait, and neither for this nor for somebody outside; Go's
     * {@code synctest.Wait}. The clock does not move. What the others did before they began to wait is visible
     * afterwards. Works in runs of {@link Schedules}, too.
     *
     * @throws IllegalStateException outside a bubble, or if another goroutine is waiting so
     */
    public static void await() {
        DirectedRun.awaitQuiet();
    }

    /**
     * Sleeps, and then {@linkplain #await() waits for the others}; Go's {@code synctest.Sleep}. Others that sleep until
     * the same instant may wake before the caller or after it: when this returns, what all of them do then is done. An
     * interrupt does not end the wait: the status is kept. Works in runs of {@link Schedules}, too.
     *
     * @param duration how long by the bubble's clock; zero or less only waits for the others
     * @throws IllegalStateException outside a bubble, without a wait; or after the sleep, if another goroutine is
     *     waiting in {@link #await()} or here
     */
    public static void sleep(Duration duration) {
        Objects.requireNonNull(duration, "duration");
        DirectedRun.checkCaller();
        Go.sleep(duration);
        await();
    }

    /** Whether the caller is a goroutine of a bubble, or of a run of {@link Schedules}. */
    public static boolean isInside() {
        return Goroutine.current() != null && DirectedRun.isCallerIn();
    }

    /** Says what the seed was. */
    private static final class Seeded extends Exception {

        private static final long serialVersionUID = 1;

        Seeded(long seed) {
            super(
                    "in a bubble; run it again with Bubble.run(" + seed + ", body) or -D" + Seeds.PROPERTY + "=" + seed,
                    null,
                    false,
                    false);
        }
    }
}
