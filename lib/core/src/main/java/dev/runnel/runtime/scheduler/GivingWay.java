package dev.runnel.runtime.scheduler;

/**
 * How a thread that spins for a lock gives way to the lock's holder, which may have lost its processor.
 *
 * <p>A platform thread yields. An M of dedicated mode yields, and stays with its carrier. A thread on the JDK's pool, M
 * or not, stays mounted and spins on: a thread that yields there may be put behind all that the pool's carriers give
 * each other, for ever, and may hold another lock. Only after a long time, when it may itself be what keeps the holder
 * from being mounted, does it go away for a moment; never if it does hold another lock.
 */
final class GivingWay {

    /** Of 100 rounds each: together some milliseconds. */
    private static final int SPINS = 1_000;

    private static final long MOMENT = 100_000;

    private GivingWay() {}

    /**
     * Gives way.
     *
     * @param times how often the caller has done so before, for this lock; always 0 for a caller that may hold another
     */
    static void pause(int times) {
        Machine m = Machine.current();
        if (m != null && m.isDedicated()) {
            m.yieldInPlace();
        } else if (!Thread.currentThread().isVirtual()) {
            Thread.yield();
        } else if (times < SPINS) {
            Thread.onSpinWait();
        } else {
            away();
        }
    }

    /** For a moment, even if the thread is interrupted: that would end the wait at once. */
    private static void away() {
        boolean interrupted = Thread.interrupted();
        Pausing.away(GivingWay.class, MOMENT);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
