package dev.runnel.observe.jfr;

import dev.runnel.trace.EventKind;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A step of the scheduler, when it was taken: the class says which, as {@link EventKind} does. */
@Category({"Runnel", "Scheduler"})
abstract class StepEvent extends RuntimeEvent {

    @Label("P")
    @Description("-1 where none was at hand")
    int p;

    @Label("Goroutine")
    @Description("0 where none is concerned")
    long g;

    /** What else there is to say. */
    void detail(long a, long b) {}

    @Name("runnel.GoCreate")
    @Label("Goroutine Created")
    static final class GoCreate extends StepEvent {

        @Label("Creator")
        @Description("The number of a goroutine; 0 for a thread or a timer")
        long creator;

        @Label("Name")
        @Nullable String name;
    }

    @Name("runnel.GoStart")
    @Label("Goroutine Started")
    static final class GoStart extends StepEvent {}

    @Name("runnel.GoRun")
    @Label("Goroutine Runs Again")
    static final class GoRun extends StepEvent {}

    @Name("runnel.GoPark")
    @Label("Goroutine Parked")
    static final class GoPark extends StepEvent {

        @Label("Reason")
        String reason = "";

        @Label("On")
        @Description("The number of a channel; negative for a mutex or the like; 0 for several, or nothing")
        long on;
    }

    @Name("runnel.GoReady")
    @Label("Goroutine Readied")
    static final class GoReady extends StepEvent {

        @Label("By")
        @Description("The number of a goroutine; 0 for a thread or a timer")
        long by;

        @Override
        void detail(long a, long b) {
            by = a;
        }
    }

    @Name("runnel.GoYield")
    @Label("Goroutine Yielded")
    static final class GoYield extends StepEvent {}

    @Name("runnel.GoSteal")
    @Label("Goroutine Stolen")
    static final class GoSteal extends StepEvent {

        @Label("Victim")
        @Description("The P whose queue it was in")
        int victim;

        @Label("Stolen")
        @Description("How many goroutines were taken at once")
        int count;

        @Override
        void detail(long a, long b) {
            victim = (int) a;
            count = (int) b;
        }
    }

    @Name("runnel.GoOut")
    @Label("P Handed Over")
    @Description("The P of a goroutine was taken, for others")
    static final class GoOut extends StepEvent {

        @Label("Overdue")
        @Description("Whether the goroutine ran too long; else it is blocked in the JDK")
        boolean overdue;

        @Override
        void detail(long a, long b) {
            overdue = a != 0;
        }
    }

    @Name("runnel.GoBack")
    @Label("Goroutine Back")
    @Description("It has a P again, or is queued if P is -1")
    static final class GoBack extends StepEvent {}

    @Name("runnel.GoEnd")
    @Label("Goroutine Ended")
    static final class GoEnd extends StepEvent {

        @Label("Failed")
        boolean failed;

        @Override
        void detail(long a, long b) {
            failed = a != 0;
        }
    }

    @Name("runnel.ProcIdle")
    @Label("P Idle")
    static final class ProcIdle extends StepEvent {}

    @Name("runnel.ProcWake")
    @Label("P Woken")
    static final class ProcWake extends StepEvent {}
}
