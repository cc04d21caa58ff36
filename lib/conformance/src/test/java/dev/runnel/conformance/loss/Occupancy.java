package dev.runnel.conformance.loss;

import dev.runnel.Go;
import java.util.concurrent.atomic.AtomicInteger;

/** Notices when more are in than may be: together they may weigh at most {@link #MOST}. */
final class Occupancy {

    static final int MOST = 6;

    /** All readers of a program may be in together. */
    static final int READER = MOST / 3;

    private final AtomicInteger within = new AtomicInteger();

    /** Is in for a moment, then leaves. */
    void with(int weight, Runnable leave) {
        int now = within.addAndGet(weight);
        if (now > MOST) {
            throw new AssertionError(now + " is the weight within, of " + MOST);
        }
        Go.gosched();
        within.addAndGet(-weight);
        leave.run();
    }
}
