package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.GoRuntime;
import java.time.Duration;

/** Asks which goroutines cannot be reached, in a JVM that does not tell. */
final class LeakingUnseen {

    private LeakingUnseen() {}

    /** Prints why it is not told, and how many goroutines wait all the same. */
    public static void main(String[] args) {
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.go(() -> go(() -> chan().recv()));
            while (runtime.leaks(Duration.ZERO).isEmpty()) {
                Thread.onSpinWait();
            }
            try {
                System.out.println(runtime.unreachable());
            } catch (UnsupportedOperationException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(runtime.leaks(Duration.ZERO).goroutines().size());
        }
    }
}
