package dev.runnel.runtime.scheduler;

/** What can be set to go off at a time, and stopped before then: what is within a timer. Any thread may do so. */
public interface Alarm extends Home.Homed {

    /**
     * Stops it. Nothing comes of the setting that it had, unless something already has.
     *
     * @return whether this did it; if not, it has gone off or was stopped before
     */
    boolean stop();

    /**
     * Sets it anew, even if it has gone off or was stopped. Nothing comes of the setting that it had, unless something
     * already has.
     *
     * @param delayNanos when it is due, from now; zero or less is now, {@link Long#MAX_VALUE} never
     * @return whether it was set and had not gone off
     */
    boolean reset(long delayNanos);
}
