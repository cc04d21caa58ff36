package dev.runnel.runtime.jvm;

/**
 * On Java 25 the JVM may crash if a virtual thread is mounted or unmounted while it makes a dump of them (JDK-8364343).
 * There it is asked for one only while no thread of the JDK's pool runs, and the pool is
 * {@linkplain dev.runnel.runtime.carrier.PoolHold kept still} meanwhile, and {@linkplain Pauses seldom} beside threads
 * of others.
 */
final class DumpRisk {

    private final boolean any;
    private final Pauses pauses = new Pauses();

    /** @param feature the version of Java */
    DumpRisk(int feature) {
        any = feature == 25;
    }

    /** Whether there is any risk. */
    boolean any() {
        return any;
    }

    /** Whether a dump may be made now, if the JDK's pool is kept still. */
    boolean allows(long now) {
        return !any || pauses.allows(now);
    }

    /** A dump was made, and has shown virtual threads of others, or none. */
    void shown(boolean some, long now) {
        pauses.shown(some, now);
    }
}
