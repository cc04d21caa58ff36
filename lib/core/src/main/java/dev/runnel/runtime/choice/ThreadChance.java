package dev.runnel.runtime.choice;

import java.util.concurrent.ThreadLocalRandom;

/** Each thread has a generator of its own: the JDK's. For who has no P. */
public final class ThreadChance implements Chance {

    /** For all threads. */
    public static final Chance ITS_OWN = new ThreadChance();

    private ThreadChance() {}

    @Override
    public int below(int bound) {
        return Range.of(ThreadLocalRandom.current().nextInt(), bound);
    }
}
