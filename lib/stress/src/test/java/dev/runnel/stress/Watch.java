package dev.runnel.stress;

import dev.runnel.Go;
import java.util.Arrays;
import java.util.List;

/** Finds workers that make no progress. As lines are closed all the time, no step may take long. */
final class Watch {

    private static final long PATIENCE = 60_000_000_000L;

    private final List<Worker> workers;
    private final long[] steps;
    private final long[] since;

    Watch(List<Worker> workers) {
        this.workers = workers;
        steps = new long[workers.size()];
        since = new long[workers.size()];
        Arrays.fill(steps, -1);
    }

    /** Fails if a worker has been in the same step for a minute. */
    void look() {
        long now = System.nanoTime();
        for (int i = 0; i < steps.length; i++) {
            long done = workers.get(i).steps();
            if (done != steps[i]) {
                steps[i] = done;
                since[i] = now;
            } else if (now - since[i] > PATIENCE) {
                throw new AssertionError("worker " + i + " makes no progress after " + done + " steps\n" + Go.dump());
            }
        }
    }
}
