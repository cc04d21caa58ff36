package dev.runnel.stress.soak;

import java.util.SplittableRandom;

/** Plays one act after the other, on a goroutine or on any other thread. */
final class Performer {

    final String name;
    private final Load load;
    private final SplittableRandom seeds;
    private volatile String playing = "nothing yet";
    private volatile long since = System.nanoTime();
    private long toldOf;

    Performer(String name, Load load, long seed) {
        this.name = name;
        this.load = load;
        this.seeds = new SplittableRandom(seed);
    }

    void run() {
        while (!load.isOver()) {
            load.gate.readLock();
            try {
                play(seeds.nextLong());
            } finally {
                load.gate.readUnlock();
            }
        }
    }

    private void play(long seed) {
        Audits audits = new Audits();
        Stage stage = new Stage(seed, load.count, load.interrupter, audits, false);
        Act act = Act.any(stage);
        playing = act + " of seed " + seed;
        since = System.nanoTime();
        try {
            act.play(stage);
            audits.run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(this + " failed", e);
        }
        load.count.played(act);
        playing = "nothing, after " + playing;
    }

    /** For how long it has been playing the same act, in nanoseconds; 0 while it waits for the next. */
    long nanos() {
        return playing.startsWith("nothing") ? 0 : System.nanoTime() - since;
    }

    /** Whether it has been playing the same act for so long; says so once. To be called by one thread only. */
    boolean isSlow(long nanos) {
        if (nanos() <= nanos || toldOf == since) {
            return false;
        }
        toldOf = since;
        return true;
    }

    @Override
    public String toString() {
        return name + ", playing " + playing;
    }
}
