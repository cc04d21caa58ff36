package dev.runnel;

import dev.runnel.scheduler.Body;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Two parties that begin something at the same moment, round after round. */
public final class Duel {

    private static final int SPINS = 100;
    private static final int SPINS_BEFORE_PAUSES = 500;
    private static final long PAUSE = 20_000;

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile boolean over;
    private volatile @Nullable Body theirs;
    private volatile @Nullable Throwable failure;

    /** The crew starts the second party, which lives until {@link #end()}. */
    public Duel(Crew crew) {
        crew.go(() -> {
            for (int round = 1; ; round++) {
                int mine = round;
                spinUntil(() -> begun.get() == mine || over);
                Body body = theirs;
                if (over || body == null) {
                    return;
                }
                try {
                    body.run();
                } catch (Exception | AssertionError e) {
                    failure = e;
                }
                ended.set(mine);
            }
        });
    }

    /** Runs one round; what either party throws comes out. */
    public void round(Body their, Body mine) throws Exception {
        theirs = their;
        int round = begun.incrementAndGet();
        mine.run();
        spinUntil(() -> ended.get() == round);
        Throwable thrown = failure;
        if (thrown != null) {
            throw new AssertionError("in round " + round, thrown);
        }
    }

    public void end() {
        over = true;
    }

    private static void spinUntil(BooleanSupplier condition) {
        for (int spins = 0; !condition.getAsBoolean(); spins++) {
            if (spins > SPINS_BEFORE_PAUSES) {
                LockSupport.parkNanos(PAUSE); // the other may need this processor
            } else if (spins % SPINS == SPINS - 1) {
                Go.gosched();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
