package dev.runnel.interop;

import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.scheduler.DirectedRun;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.time.Timer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A thread that may end a wait, and that the check for deadlocks cannot know. A timer that will not fire stands for it;
 * but not in an exploration or a bubble: those can only wait for what they run themselves, and their clock would go on
 * to that timer.
 */
final class Outside {

    private static final Duration PRACTICALLY_FOR_EVER = Duration.ofDays(100 * 365);

    private final @Nullable Timer standsForIt =
            DirectedRun.isCallerIn() ? null : Timer.afterFunc(PRACTICALLY_FOR_EVER, () -> {});

    private Outside() {}

    /** No deadlock is reported until this is {@linkplain #stop stopped}. */
    static Outside mayCome() {
        return new Outside();
    }

    /** The wait is over. */
    void stop() {
        if (standsForIt != null) {
            standsForIt.stop();
        }
    }

    /** Waits until a channel that has no values is closed. */
    static void await(Channel<Void> end) throws InterruptedException {
        if (DirectedRun.isCallerIn() || end.tryRecv(PRACTICALLY_FOR_EVER).isEmpty()) {
            end.recvInterruptibly();
        }
    }

    /**
     * Whether the caller is a goroutine, and may use a channel of a bubble. Otherwise a goroutine waits in the JDK,
     * which its bubble does not see.
     *
     * @param home the bubble; null if it is of none
     */
    static boolean parks(@Nullable Home home) {
        return Goroutine.current() != null && (home == null || home == Home.ofCaller());
    }
}
