package dev.runnel.runtime.choice;

import java.util.concurrent.ThreadLocalRandom;

/** Each thread has a generator of its own: the JDK's. For those that have no P. */
public final class ThreadChance implements Chance {

    /** For all threads. */
    public static final Chance ITS_OWN = new ThreadChance();

    /** The first call takes memory: so it is made here, and not by somebody that holds a P. */
    private ThreadChance() {
        below(1);
    }

    @Override
    public int below(int bound) {
        return Range.of(ThreadLocalRandom.current().nextInt(), bound);
    }
}
