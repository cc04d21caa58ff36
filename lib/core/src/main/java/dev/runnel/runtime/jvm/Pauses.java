package dev.runnel.runtime.jvm;

/**
 * How often a look is taken that costs the whole JVM something. After each look that has shown threads of others, twice
 * as long passes before the next, up to ten seconds or an eighth of the time since the first: a program that goes on
 * for days beside virtual threads of its own is stopped for that a hundred times in all. This object is its own lock.
 */
final class Pauses {

    private static final long FIRST = 10_000_000;

    private static final long LONGEST = 10_000_000_000L;

    private static final int PART = 8;

    private long pause = FIRST;
    private final long begun = System.nanoTime();
    private long notBefore = begun;

    /** Whether a look may be taken now. */
    synchronized boolean allows(long now) {
        return now - notBefore >= 0;
    }

    /** A look was taken, and has shown threads of others, or none. */
    synchronized void shown(boolean some, long now) {
        pause = some ? Math.min(2 * pause, Math.max(LONGEST, (now - begun) / PART)) : FIRST;
        notBefore = some ? now + pause : now;
    }
}
