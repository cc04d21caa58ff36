package dev.runnel.runtime.channel;

import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Schedulers;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the runtime itself, for tests: schedulers, and channels as far as they are known through those who wait for
 * them.
 */
public final class RuntimeCheck {

    private RuntimeCheck() {}

    /**
     * Checks every runtime that is not closed, and the channels that its goroutines wait for.
     *
     * @throws AssertionError saying what is not as it must be
     */
    public static void openRuntimes() {
        for (Scheduler scheduler : Schedulers.all()) {
            scheduler.view().checkQueues();
            scheduler.view().waitedFor().forEach(RuntimeCheck::channels);
        }
    }

    /** Every runtime that is not closed, with all its Ps, Ms and goroutines. */
    public static String details() {
        return Schedulers.all().stream()
                .map(scheduler -> scheduler.view().details())
                .collect(Collectors.joining("\n"));
    }

    /**
     * Checks the channels of an operation.
     *
     * @param on what the operation is on; nothing is checked if that is no channel
     * @throws AssertionError saying what is not as it must be
     */
    public static void channels(@Nullable Object on) {
        if (on instanceof Touching touching) {
            touching.channels().forEach(Hchan::check);
        }
    }
}
