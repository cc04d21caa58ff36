package dev.runnel.scheduler;

/** What a goroutine does. Checked exceptions may be thrown; one that is not caught is the goroutine's failure. */
@FunctionalInterface
public interface Body {

    /** Runs, once, as a goroutine. */
    void run() throws Exception;
}
