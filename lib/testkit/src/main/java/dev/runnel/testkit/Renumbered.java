package dev.runnel.testkit;

import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineInfo;

/** What the runtime or the kit has thrown, as the cause of a failure whose steps have the numbers of their run. */
final class Renumbered {

    private final Recorder recorder;

    /** @param recorder that of the run */
    Renumbered(Recorder recorder) {
        this.recorder = recorder;
    }

    /**
     * The same with those numbers, if it has a dump of that run. What else is thrown stays as it is; and so does a
     * deadlock for which the flight recorder was on, as its record has the numbers of the JVM.
     */
    Throwable of(Throwable failure) {
        if (failure instanceof DeadlockException deadlock
                && deadlock.flightRecord().isEmpty()
                && !recorder.hasThrown(deadlock)) {
            return like(deadlock, of(deadlock));
        }
        return failure instanceof LeakException leak ? like(leak, leak.withTexts(recorder::renumbered)) : failure;
    }

    private DeadlockException of(DeadlockException deadlock) {
        String what = Recorder.firstLine(String.valueOf(deadlock.getMessage()));
        return deadlock.goroutines()
                .map(all -> new DeadlockException(what, of(all), null))
                .getOrElse(() -> new DeadlockException(what, recorder.renumbered(deadlock.dump())));
    }

    private GoroutineDump of(GoroutineDump all) {
        return new GoroutineDump(
                all.at(), all.goroutines().stream().map(this::of).toList(), all.leftOut(), all.notStarted());
    }

    private GoroutineInfo of(GoroutineInfo g) {
        String on = g.waitsOn();
        return new GoroutineInfo(
                g.id(),
                g.name(),
                g.state(),
                g.reason(),
                g.since(),
                on == null ? null : recorder.renumbered(on),
                g.creator(),
                g.site(),
                g.stack());
    }

    private static <T extends Throwable> T like(Throwable first, T copy) {
        copy.setStackTrace(first.getStackTrace());
        if (first.getCause() != null) {
            copy.initCause(first.getCause());
        }
        for (Throwable suppressed : first.getSuppressed()) {
            copy.addSuppressed(suppressed);
        }
        return copy;
    }
}
