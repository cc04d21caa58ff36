package dev.runnel.runtime.park;

/** The strand that was at the other end of an operation, and goes on because of it. */
@FunctionalInterface
public interface Peer {

    /**
     * Makes it run again, if it does not run. Called once, by the one that ended its wait or met it, with no lock held.
     */
    void ready();
}
