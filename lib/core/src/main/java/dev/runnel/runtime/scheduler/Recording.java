package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.trace.Recorder;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.FlightRecord;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler tells its flight recorder, while that is on. Each step is told by who may change the state that it is about,
 * before anyone else may; with the P that the teller has in hands, if it has one.
 */
final class Recording {

    private static final List<String> REASONS =
            Stream.of(WaitReason.values()).map(WaitReason::toString).toList();

    private static final int NO_P = -1;
    private static final int PREEMPTED = 1;
    private static final int LETS_CHILD_RUN = 2;
    private static final int OVERDUE = 1;
    private static final int FAILED = 1;

    private final Scheduler scheduler;
    private final Recorder recorder;

    /**
     * @param sinceCreation whether nothing has happened yet
     */
    Recording(Scheduler scheduler, Tracing tracing, boolean sinceCreation) {
        this.scheduler = scheduler;
        Directed directed = scheduler.directed;
        recorder = new Recorder(
                scheduler.processors.length, tracing.events(), directed == null ? null : directed.clock, sinceCreation);
    }

    private void put(@Nullable Processor p, EventKind kind, Goroutine g, long a, long b) {
        g.stamp = recorder.put(p == null ? NO_P : p.id, kind, g.id, g.stamp, a, b);
    }

    private void put(Processor p, EventKind kind) {
        recorder.put(p.id, kind, 0, 0, 0, 0);
    }

    void created(@Nullable Processor p, Goroutine g) {
        g.stamp = recorder.putCreated(p == null ? NO_P : p.id, g.id, g.name(), g.creator);
    }

    void started(Processor p, Goroutine g) {
        put(p, EventKind.STARTED, g, 0, 0);
    }

    void goesOn(Processor p, Goroutine g) {
        put(p, EventKind.RUNNING, g, 0, 0);
    }

    @SuppressWarnings("EnumOrdinal") // the index into REASONS, with which it goes
    void parked(Processor p, Goroutine g, WaitReason reason, @Nullable Object on) {
        put(p, EventKind.PARKED, g, reason.ordinal(), on instanceof Numbered numbered ? numbered.number() : 0);
    }

    /** By the goroutine that this M carries, if that is its doing. */
    void readied(Machine caller, boolean itsDoing, Goroutine g) {
        Goroutine by = itsDoing ? caller.g : null;
        put(caller.processor(), EventKind.READIED, g, by == null ? 0 : by.id, 0);
    }

    void readiedFromOutside(Goroutine g) {
        put(null, EventKind.READIED, g, 0, 0);
    }

    void yielded(Processor p, Goroutine g) {
        put(p, EventKind.YIELDED, g, 0, 0);
    }

    void preempted(Processor p, Goroutine g) {
        put(p, EventKind.YIELDED, g, PREEMPTED, 0);
    }

    /** It has started another, which runs first. */
    void letsChildRun(Processor p, Goroutine g) {
        put(p, EventKind.YIELDED, g, LETS_CHILD_RUN, 0);
    }

    void stolen(Processor thief, Goroutine g, Processor victim, int all) {
        put(thief, EventKind.STOLEN, g, victim.id, all);
    }

    void out(Processor taken, Goroutine g, Holder.Why why) {
        put(taken, EventKind.OUT, g, why == Holder.Why.OVERDUE ? OVERDUE : 0, 0);
    }

    /** On this P, or, if there is none, it queues up. */
    void back(@Nullable Processor p, Goroutine g) {
        put(p, EventKind.BACK, g, 0, 0);
    }

    void ended(Processor p, Goroutine g, boolean failed) {
        put(p, EventKind.ENDED, g, failed ? FAILED : 0, 0);
    }

    void idle(Processor p) {
        put(p, EventKind.IDLE);
    }

    void woken(Processor p) {
        put(p, EventKind.WOKEN);
    }

    FlightRecord snapshot() {
        List<FlightRecord.Named> live = scheduler.goroutines().stream()
                .map(g -> new FlightRecord.Named(g.id, g.name(), g.creator))
                .toList();
        return recorder.snapshot(scheduler.isDedicated(), REASONS, live);
    }
}
