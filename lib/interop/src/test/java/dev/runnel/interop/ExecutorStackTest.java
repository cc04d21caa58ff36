package dev.runnel.interop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.testkit.junit.NoLeaks;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The end of the stack comes before a task is counted, or when the task has been taken out of the count again. */
@NoLeaks
class ExecutorStackTest {

    private static final int ROUNDS = 20;

    /** Failing takes long deep down, so it is not tried at each depth, but at different ones in each round. */
    private static final int STEP = 2;

    private static final long LONG = 60;

    @Test
    void overflow_asTasksAreStarted_leavesTheCountRight() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            GoroutineExecutor executor = new GoroutineExecutor();
            executor.submit(() -> {}).get(); // what is used for the first time is not used deep down
            Thread deep = new Thread(null, () -> goDown(executor, 0), "deep", 300_000 + 1_000 * round);
            deep.start();
            deep.join();
            executor.shutdown();
            assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS), executor::toString);
        }
    }

    /** Whether a task was started, at the greatest depth at which there is room for it. */
    private static boolean goDown(GoroutineExecutor executor, int depth) {
        try {
            if (goDown(executor, depth + 1)) {
                return true;
            }
        } catch (StackOverflowError e) {
            return false; // the next above tries
        }
        return depth % STEP == 0 && starts(executor);
    }

    private static boolean starts(GoroutineExecutor executor) {
        try {
            return executor.submit(() -> {}) != null;
        } catch (StackOverflowError e) {
            return false;
        }
    }
}
