package dev.runnel.runtime.jvm;

/**
 * Whether threads that wait for work in a pool still count as ones that may wake a goroutine. They may have been given
 * work just now, and not have noticed; so they count until nobody but such threads has been seen for long.
 *
 * <p>Used by the watchdog.
 */
public final class SleepingPools {

    /** For how long, in nanoseconds. */
    static final long LONG = 1_000_000_000;

    /** And for how many looks in a row: the process itself may have stood still. */
    static final int LOOKS = 10;

    private int looks;
    private long since;

    /**
     * Called at a look that has found threads.
     *
     * @param asleep whether nobody but threads that wait for work is there
     * @param now in nanoseconds
     * @return whether they still count
     */
    public boolean count(boolean asleep, long now) {
        if (!asleep) {
            forget();
            return true;
        }
        if (looks++ == 0) {
            since = now;
        }
        return looks < LOOKS || now - since < LONG;
    }

    /** Something has run. */
    public void forget() {
        looks = 0;
    }
}
