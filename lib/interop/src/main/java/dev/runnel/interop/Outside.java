package dev.runnel.interop;

import dev.runnel.time.Timer;
import java.time.Duration;

/** Who may end a wait, and is a thread that the check for deadlocks cannot know. A timer that will not fire stands for it. */
final class Outside {

    /** The clock of a bubble may get there. */
    static final Duration PRACTICALLY_FOR_EVER = Duration.ofDays(100 * 365);

    private Outside() {}

    /** No deadlock is reported until this is stopped. */
    static Timer mayCome() {
        return Timer.afterFunc(PRACTICALLY_FOR_EVER, () -> {});
    }
}
