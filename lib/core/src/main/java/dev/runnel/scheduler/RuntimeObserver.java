package dev.runnel.scheduler;

/**
 * A service that is told of each runtime that is made, the default one included, and of its end; not of those in which
 * the test kit chooses what happens. {@code runnel-observe} has such services.
 */
public interface RuntimeObserver {

    /**
     * A runtime was made, and has done nothing yet. Called on the thread that makes it. If it is the default runtime,
     * that thread cannot use it before this returns.
     *
     * @throws IllegalArgumentException if a setting is not allowed: then there is no such runtime
     */
    void opened(ObservedRuntime runtime);

    /**
     * All goroutines of the runtime have ended. Called on a thread of the runtime, which has not closed before this
     * returns.
     */
    void closed(ObservedRuntime runtime);
}
