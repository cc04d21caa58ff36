package dev.runnel;

import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.scheduler.RuntimeConfig;
import java.time.Duration;

/** Runs test bodies as the main goroutine of a runtime of their own. The carriers are those of the test run. */
public final class Runtimes {

    private Runtimes() {}

    /** The settings for tests that depend on the order of goroutines: one P, and slices that no slow machine ends. */
    public static RuntimeConfig oneP() {
        return withProcs(1).withTimeSlice(Duration.ofHours(1));
    }

    public static RuntimeConfig withProcs(int procs) {
        return RuntimeConfig.fromProperties().withProcs(procs);
    }

    /** Runs the body on this many Ps; what it throws comes out as it is. */
    public static void run(int procs, Body body) {
        run(withProcs(procs), body);
    }

    /** Runs the body with these settings; what a goroutine throws comes out as it is. */
    public static void run(RuntimeConfig config, Body body) {
        try {
            Go.run(config, body);
        } catch (GoroutineFailedException e) {
            Throwable cause = e.getCause();
            cause.addSuppressed(new RuntimeException(e.dump()));
            throw Runtimes.<RuntimeException>unchecked(cause);
        }
    }

    /** Runs the body on one, two and four Ps. */
    public static void runOnAll(Body body) {
        for (int procs : new int[] {1, 2, 4}) {
            run(procs, body);
        }
    }

    /** Whether the runtime takes no more goroutines. */
    public static boolean isClosing(GoRuntime runtime) {
        try {
            runtime.go(() -> {});
            return false;
        } catch (RuntimeClosedException e) {
            return true;
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
