package dev.runnel.select;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.select.CancelledEvent;
import org.jspecify.annotations.Nullable;

/**
 * Something besides channels and time that a clause of a select can wait for: a lock that becomes free, work that is
 * done. The name is that of Concurrent ML and Racket. Mutexes, groups and semaphores have events; others may implement
 * this for what they have.
 *
 * <p>An event is taken by {@link #poll()} alone, and tells by {@link #onReady} that it is worth trying. A select that
 * waits registers with all its events, tries them once more, and then waits; when an event calls it, it tries them
 * again. So it does not matter if it is called for nothing, or if another is faster.
 *
 * <pre>{@code
 * record Done<T>(CompletableFuture<T> future) implements Event<CompletableFuture<T>> {
 *     public @Nullable CompletableFuture<T> poll() {
 *         return future.isDone() ? future : null;
 *     }
 *     public Cancellation.Stop onReady(Runnable wake) {
 *         CompletableFuture<Void> stopped = new CompletableFuture<>();
 *         CompletableFuture.anyOf(future, stopped).whenComplete((value, failure) -> {
 *             if (future.isDone()) {
 *                 wake.run();
 *             }
 *         });
 *         return () -> stopped.complete(null);
 *     }
 * }
 * }</pre>
 *
 * <p>A stage after {@code future} itself would stay with it, stopped or not, until it is done; what {@code anyOf} adds
 * is taken off it.
 *
 * @param <T> what the clause's body gets
 */
public interface Event<T> {

    /**
     * Takes the event, if that is possible now. Never waits. Called by whoever runs the select, once or several times;
     * when it returns a value the clause is chosen, and it is not called again in that run.
     *
     * @return what was taken; null if there is nothing now, and then nothing has changed
     */
    @Nullable T poll();

    /**
     * Has an action run when {@link #poll()} may return something: at least once after that has become so, by whoever
     * made it so; also if it has been so all along, or is no longer so. The action need not be called twice: whoever
     * wants to hear more registers again. This method must not wait.
     *
     * <p>If several actions are registered, either all are called, or one. In the latter case another must be called
     * when the registration of the first is stopped and {@code poll} may still return something, since the first select
     * may have chosen something else.
     *
     * @param wake what to call; it is short, waits for nothing, and does not throw. It must not be called with locks
     *     held that a caller of {@code poll} may want.
     * @return what takes the action back, if it has not begun; stopped once for each registration, whether the action
     *     was called or not. It must not throw; if it does, that is logged.
     */
    Cancellation.Stop onReady(Runnable wake);

    /**
     * Whether only goroutines of the caller's bubble can make it ready, so that the bubble's clock may go on while one
     * of them waits for it; Go's <i>durably blocked</i>. Asked only in bubbles of the test kit.
     */
    default boolean isDurable() {
        return false;
    }

    /**
     * The end of a context, without a channel on which all waiters meet. {@link Cancellation#done()} is the other way.
     *
     * @param cancellation what may be cancelled
     * @return an event that gives an error once that has happened, and from then on always: that which an operation
     *     with the cancellation throws, made anew with the caller's stack and with the cause
     */
    static Event<CancelledException> cancelled(Cancellation cancellation) {
        return new CancelledEvent(cancellation);
    }
}
