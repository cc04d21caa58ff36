package dev.runnel.runtime.scheduler;

/**
 * On Java 25 the JVM may crash if a virtual thread is mounted or unmounted while it makes a dump of them (JDK-8364343). There it is only
 * asked for one while no thread of the JDK's pool runs, and the pool is {@linkplain dev.runnel.runtime.carrier.PoolHold kept still} meanwhile. After each that has
 * shown threads of others twice as long passes before the next, up to
 * ten seconds or an eighth of the time since the first: a program that goes on for days beside virtual threads of its own is stopped for that a hundred times in all. It is its own lock.
 */
final class DumpRisk {

    private static final long FIRST = 10_000_000;

    private static final long LONGEST = 10_000_000_000L;

    private static final int PART = 8;

    private final boolean any;
    private long pause = FIRST;
    private final long begun = System.nanoTime();
    private long notBefore = begun;

    /**
     * @param feature which Java it is
     */
    DumpRisk(int feature) {
        any = feature == 25;
    }

    /** Whether there is any. */
    boolean any() {
        return any;
    }

    /** Whether a dump may be made now, if the JDK's pool is kept still. */
    synchronized boolean allows(long now) {
        return !any || now - notBefore >= 0;
    }

    /** One was made, and has shown virtual threads of others, or none. */
    synchronized void shown(boolean some, long now) {
        pause = some ? Math.min(2 * pause, Math.max(LONGEST, (now - begun) / PART)) : FIRST;
        notBefore = some ? now + pause : now;
    }
}
