package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Task;

/** What a goroutine does within code of the user's, which should run it, but need not do so. */
interface Skippable extends Task {

    /**
     * It was not run, and never will be, though its goroutine has begun. Called by that goroutine; may run users' code.
     */
    void skipped();
}
