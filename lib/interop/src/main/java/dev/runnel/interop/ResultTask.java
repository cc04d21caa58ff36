package dev.runnel.interop;

import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.text.Safely;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A goroutine whose result is a future. */
final class ResultTask<T extends @Nullable Object> extends Told {

    final CompletableFuture<T> future = new CompletableFuture<>();
    private final CancelCauseContext context;
    private final Futures.ContextTask<? extends T> task;

    @SuppressWarnings("FutureReturnValueIgnored") // nobody uses the stage that this gives
    ResultTask(Context parent, Futures.ContextTask<? extends T> task) {
        this.task = task;
        context = Context.withCancelCause(parent);
        future.whenComplete((value, failure) -> endContext(failure));
    }

    /** Called by whoever completes the future. The JDK keeps what this throws to itself. */
    private void endContext(@Nullable Throwable why) {
        try {
            context.cancel(why);
        } catch (Throwable e) {
            if (Goexit.is(e)) {
                Checkpoint.putOffUnwinding();
            } else { // the future has its outcome already
                Safely.warn("an action failed as the context of a future ended", e);
            }
        }
    }

    @Override
    void body() throws Exception {
        try {
            future.complete(task.run(context));
        } catch (Throwable thrown) {
            if (Goexit.is(thrown)) {
                future.completeExceptionally(cutOff("the goroutine of the future"));
                throw thrown;
            }
            future.completeExceptionally(thrown);
        }
    }

    @Override
    void neverBegan() {
        future.completeExceptionally(cutOff("the goroutine of the future"));
    }

    /** It could not be started. */
    void giveUp() {
        context.cancel();
    }
}
