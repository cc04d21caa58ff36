package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Scheduler;
import java.util.Objects;

/** Goroutines of this package's own. No frame of theirs is the program's, so a name tells what they do in a dump. */
final class Named {

    private Named() {}

    /** As {@link Starter#ofCaller()}, with a name. */
    static Starter ofCaller(String name) {
        Scheduler scheduler = Scheduler.currentOrDefault();
        return body -> scheduler.go(name, Objects.requireNonNull(body, "go of nil func value"));
    }
}
