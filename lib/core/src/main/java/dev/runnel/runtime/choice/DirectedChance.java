package dev.runnel.runtime.choice;

import java.util.function.IntUnaryOperator;

/** Chance and time of a deterministic run. */
public final class DirectedChance implements Chance {

    private final IntUnaryOperator draw;
    private final VirtualClock clock;

    /**
     * @param draw gives a number from 0 on that is below the one it is given
     * @param clock what time it is
     */
    public DirectedChance(IntUnaryOperator draw, VirtualClock clock) {
        this.draw = draw;
        this.clock = clock;
    }

    @Override
    public int below(int bound) {
        return draw.applyAsInt(bound);
    }

    @Override
    public long nanoTime() {
        return clock.nanos();
    }
}
