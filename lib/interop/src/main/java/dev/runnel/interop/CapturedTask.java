package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Task;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task with what was captured for it. If that keeps the task from being run, the task is told so here: whoever
 * started the goroutine may have wrapped this, too.
 */
final class CapturedTask implements Skippable {

    private final ContextCapture.Captured captured;
    private final Task task;
    private final AtomicBoolean begun = new AtomicBoolean();

    CapturedTask(ContextCapture.Captured captured, Task task) {
        this.captured = captured;
        this.task = task;
    }

    @Override
    public void run() throws Exception {
        try {
            captured.around(() -> {
                begun.set(true);
                task.run();
            });
        } catch (Throwable thrown) {
            Told.after(thrown, this::skippedUnlessBegun);
            throw thrown;
        }
        skippedUnlessBegun();
    }

    private void skippedUnlessBegun() {
        if (!begun.get()) {
            skipped();
        }
    }

    @Override
    public void skipped() {
        if (task instanceof Skippable skippable) {
            skippable.skipped();
        }
    }

    @Override
    public void ended(boolean endsTheRun) {
        task.ended(endsTheRun);
    }
}
