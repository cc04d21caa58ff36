package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;
import java.util.Objects;

/**
 * Starts goroutines: {@code Go::go}, {@code runtime::go} of a {@link dev.runnel.GoRuntime}, {@code scope::go} of a
 * {@link dev.runnel.scope.Scope}, or one that is made here.
 */
@FunctionalInterface
public interface Starter {

    /**
     * Starts a goroutine, and does not wait for it.
     *
     * @param body what it does, not null; may be run within another, but is to be run. Whoever relies on being told
     *     that it never begins, as the runtime closes, is told so if the goroutine is started here, in the caller's
     *     thread
     * @throws RuntimeClosedException if the runtime is closed
     */
    void go(Body body);

    /**
     * Starts them on the runtime of whoever calls this method, even if another thread starts them later. For a thread
     * that is no goroutine, that is the default runtime.
     */
    static Starter ofCaller() {
        Scheduler scheduler = Scheduler.currentOrDefault();
        return body -> scheduler.go(null, Objects.requireNonNull(body, "go of nil func value"));
    }

    /**
     * As this, but what a library keeps for the thread that starts a goroutine is there in the goroutine, too.
     *
     * @param hook what is carried over, not null
     */
    default Starter capturing(ContextCapture hook) {
        Objects.requireNonNull(hook, "hook");
        return body -> go(hook.wrap(body));
    }
}
