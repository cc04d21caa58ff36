package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.Body;
import org.jspecify.annotations.Nullable;

/** What a goroutine does, for somebody who counts on being told of its end. */
public interface Task extends Body {

    /**
     * It has ended, or will never begin, as its runtime closes. Told once, by its M; must not wait.
     *
     * @param endsTheRun whether it has failed, and its run ends by that: nobody in it may go on as if it were done
     */
    void ended(boolean endsTheRun);

    /**
     * What {@link #ended} is about to change, for who tells in a deterministic run which steps have to do with each
     * other; null if nothing, or if whoever looks at that has to do with everything. By its goroutine, after its last
     * line.
     */
    default @Nullable Object changesAtItsEnd() {
        return this;
    }
}
