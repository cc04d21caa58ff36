package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.Body;
import org.jspecify.annotations.Nullable;

/** What a goroutine does, for somebody who counts on being told of its end. */
public interface Task extends Body {

    /**
     * It has ended, or will never begin, because its runtime closes. Told once, by its M; must not wait.
     *
     * @param endsTheRun whether it has failed, and its run ends because of that: nobody in that run may go on as if
     *     this were done
     */
    void ended(boolean endsTheRun);

    /**
     * What {@link #ended} is about to change, for whoever tells in a deterministic run which steps have to do with each
     * other; null if nothing, or if whoever looks at that has to do with everything. By its goroutine, after its last
     * line.
     */
    default @Nullable Object changesAtItsEnd() {
        return this;
    }
}
