package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Task;

/** What a goroutine does within code of the user's, which should have it run, but need not. */
interface Skippable extends Task {

    /** It was not run, and never will be, though its goroutine has begun; by that, which may run code of users. */
    void skipped();
}
