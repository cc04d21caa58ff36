package dev.runnel.scheduler;

/**
 * Is told of failures that end no run: those of goroutines of the default runtime, and of a
 * {@link dev.runnel.GoRuntime} that is only given goroutines.
 */
@FunctionalInterface
public interface FailureHandler {

    /**
     * A goroutine has failed. Called on its thread, before it ends, so it may still use channels. What this throws is
     * logged.
     *
     * @param goroutine which, with the place where it failed and, if that is kept, where it was started
     * @param failure what it threw and did not catch
     */
    void failed(GoroutineInfo goroutine, Throwable failure);
}
