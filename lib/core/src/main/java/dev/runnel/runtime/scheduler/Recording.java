package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.trace.Recorder;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.StepListener;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler tells its flight recorder, while that is on, and any other listener. Each step is told by whoever
 * may change the state that it is about, before anyone else may; with the P that the teller has in hands, if it has
 * one.
 */
final class Recording {

    private static final List<String> REASONS =
            Stream.of(WaitReason.values()).map(WaitReason::toString).toList();

    private static final int NO_P = -1;
    private static final int PREEMPTED = 1;
    private static final int LETS_CHILD_RUN = 2;
    private static final int OVERDUE = 1;
    private static final int FAILED = 1;

    private final @Nullable Recorder recorder;
    private final @Nullable StepListener listener;

    /** At least one of the two is there. */
    Recording(@Nullable Recorder recorder, @Nullable StepListener listener) {
        this.recorder = recorder;
        this.listener = listener;
    }

    private void put(@Nullable Processor on, EventKind kind, Goroutine g, long a, long b) {
        int p = on == null ? NO_P : on.id;
        keep(p, kind, g, a, b);
        tell(kind, p, g.id, a, b);
    }

    private void keep(int p, EventKind kind, Goroutine g, long a, long b) {
        if (recorder != null) {
            try {
                Particulars its = g.particulars();
                its.stamp = recorder.put(p, kind, g.id, its.stamp, a, b);
            } catch (OutOfMemoryError e) {
                return; // the step is not recorded: whoever makes it is in its midst
            }
        }
    }

    private void put(Processor p, EventKind kind) {
        if (recorder != null) {
            try {
                recorder.put(p.id, kind, 0, 0, 0, 0);
            } catch (OutOfMemoryError e) { // for the ring of one more P
                return;
            }
        }
        tell(kind, p.id, 0, 0, 0);
    }

    /** Whatever a listener does, the scheduler goes on. */
    private void tell(EventKind kind, int p, long g, long a, long b) {
        StepListener told = listener;
        if (told != null) {
            try {
                told.step(kind, p, g, a, b);
            } catch (Throwable dropped) {
                return;
            }
        }
    }

    void created(@Nullable Processor on, Goroutine g) {
        int p = on == null ? NO_P : on.id;
        keepCreated(p, g);
        StepListener told = listener;
        if (told != null) {
            try {
                told.created(p, g.id, g.creator, g.name());
            } catch (Throwable dropped) {
                return;
            }
        }
    }

    private void keepCreated(int p, Goroutine g) {
        if (recorder != null) {
            try {
                g.particulars().stamp = recorder.putCreated(p, g.id, g.name(), g.creator);
            } catch (OutOfMemoryError e) {
                return; // as in keep: it has been counted, and is to be queued
            }
        }
    }

    void started(Processor p, Goroutine g) {
        put(p, EventKind.STARTED, g, 0, 0);
    }

    void goesOn(Processor p, Goroutine g) {
        put(p, EventKind.RUNNING, g, 0, 0);
    }

    void parked(Processor p, Goroutine g, WaitReason reason, @Nullable Object on) {
        long number;
        try {
            number = number(on);
        } catch (OutOfMemoryError e) { // for a list of channels
            return; // as in keep: others wait for the locks of what it waits on
        }
        parked(p, g, reason, number);
    }

    @SuppressWarnings("EnumOrdinal") // the index into REASONS, with which it goes
    private void parked(Processor p, Goroutine g, WaitReason reason, long number) {
        keep(p.id, EventKind.PARKED, g, reason.ordinal(), number);
        StepListener told = listener;
        if (told != null) {
            try {
                told.parked(p.id, g.id, reason.toString(), number);
            } catch (Throwable dropped) {
                return;
            }
        }
    }

    /** On the thread of a goroutine that begins to wait; returns what {@link #waitEnded} is to be given. */
    @Nullable Object waitBegins(Goroutine g) {
        StepListener told = listener;
        if (told == null) {
            return null;
        }
        try {
            return told.waitBegins(g.id, g.waitReason().toString(), number(g.waitsOn));
        } catch (Throwable dropped) {
            return null;
        }
    }

    void waitEnded(Object begun) {
        StepListener told = listener;
        if (told != null) {
            waitOver(told, begun);
            try {
                told.waitEnded(begun);
            } catch (Throwable dropped) {
                return;
            }
        }
    }

    private static void waitOver(StepListener told, Object begun) {
        try {
            told.waitOver(begun);
        } catch (Throwable dropped) {
            return;
        }
    }

    private static long number(@Nullable Object on) {
        return on instanceof Numbered numbered ? numbered.number() : 0;
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

    static FlightRecord snapshot(Scheduler scheduler, Recorder recorder) {
        List<FlightRecord.Named> live = scheduler.machines.goroutines().stream()
                .map(g -> new FlightRecord.Named(g.id, g.name(), g.creator))
                .toList();
        return recorder.snapshot(scheduler.isDedicated(), REASONS, live);
    }
}
