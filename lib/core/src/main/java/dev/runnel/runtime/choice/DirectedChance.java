package dev.runnel.runtime.choice;

/** Chance and time of a deterministic run. */
public final class DirectedChance implements Chance {

    private final Director director;
    private final VirtualClock clock;

    /**
     * @param director who decides
     * @param clock what time it is
     */
    public DirectedChance(Director director, VirtualClock clock) {
        this.director = director;
        this.clock = clock;
    }

    @Override
    public int below(int bound) {
        return director.choose(Director.Decision.SELECT, bound);
    }

    @Override
    public long nanoTime() {
        return clock.nanos();
    }
}
