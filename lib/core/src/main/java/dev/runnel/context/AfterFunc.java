package dev.runnel.context;

import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;

/** What {@link Context#afterFunc} was given: a goroutine of the runtime of whoever gave it. */
final class AfterFunc extends Once {

    private final Scheduler scheduler = Scheduler.currentOrDefault();
    private final Context context;
    private final Body body;

    AfterFunc(Context context, Body body) {
        this.context = context;
        this.body = body;
    }

    void link() {
        linkTo(context);
    }

    @Override
    void happen() {
        try {
            scheduler.go(null, body);
        } catch (RuntimeClosedException e) {
            // As in Go, where nothing runs after main has returned.
        }
    }
}
