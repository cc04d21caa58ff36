package dev.runnel.interop;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.scheduler.Body;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries over into a goroutine what a library keeps for the thread that starts it, such as the span of a trace or the
 * context of a log. What belongs to a request is better passed as a {@link dev.runnel.context.Context}; this is for
 * libraries that know only threads.
 *
 * <pre>{@code
 * ContextCapture tracing = () -> {
 *     Snapshot snapshot = tracer.snapshot();             // in who says go
 *     return body -> {
 *         try (Scope scope = snapshot.makeCurrent()) {    // in the goroutine
 *             body.run();
 *         }
 *     };
 * };
 * tracing.go(() -> handle(request));
 * }</pre>
 *
 * <p>A goroutine is one thread from its first line to its last, so what is installed stays. It must be removed at the
 * end: other goroutines use the thread afterwards.
 */
@FunctionalInterface
public interface ContextCapture {

    /**
     * Notes what is to be carried over. Called by whoever starts the goroutine: what it throws comes out there, and
     * nothing is started.
     *
     * @return what was noted, not null
     */
    Captured capture();

    /** What was noted. */
    @FunctionalInterface
    interface Captured {

        /**
         * Installs it, runs the body, and removes it again, however the body ends. Called by the goroutine. If it ends
         * without having run a task of an executor, that task is cancelled.
         *
         * @param body to be run once
         */
        void around(Body body) throws Exception;
    }

    /**
     * The same body with what the caller has now. {@code Go.go(name, hook.wrap(body))} and
     * {@code runtime.go(hook.wrap(body))} start goroutines that have it.
     *
     * @param body not null
     */
    default Body wrap(Body body) {
        Objects.requireNonNull(body, "go of nil func value");
        Captured captured = given(capture());
        if (!(body instanceof Task task)) {
            return () -> captured.around(body);
        }
        return new CapturedTask(captured, task);
    }

    /**
     * As {@link Go#go(Body)}, with what the caller has now.
     *
     * @param body what the goroutine does, not null
     */
    default GoHandle go(Body body) {
        return Go.go(wrap(body));
    }

    /**
     * Both: this one is installed first, and removed last.
     *
     * @param inner not null
     */
    default ContextCapture and(ContextCapture inner) {
        Objects.requireNonNull(inner, "inner");
        return () -> {
            Captured outerNow = given(capture());
            Captured innerNow = given(inner.capture());
            return body -> outerNow.around(() -> innerNow.around(body));
        };
    }

    private static Captured given(@Nullable Captured captured) {
        return Objects.requireNonNull(captured, "capture gives what it has noted, never null");
    }

    /**
     * Carries over the value of a thread-local. The goroutine's thread gets back what it had before.
     *
     * @param local not null
     */
    static <T> ContextCapture of(ThreadLocal<T> local) {
        Objects.requireNonNull(local, "local");
        return () -> {
            T captured = local.get();
            return body -> {
                T before = local.get();
                local.set(captured);
                try {
                    body.run();
                } finally {
                    if (before == null) {
                        local.remove();
                    } else {
                        local.set(before);
                    }
                }
            };
        };
    }
}
