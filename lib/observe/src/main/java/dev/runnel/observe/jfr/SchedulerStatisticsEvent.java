package dev.runnel.observe.jfr;

import dev.runnel.observe.metrics.Metrics;
import dev.runnel.scheduler.SchedulerSnapshot;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** How much a runtime has of everything, periodically. */
@Name("runnel.SchedulerStatistics")
@Label("Scheduler Statistics")
@Category({"Runnel", "Statistics"})
@Period("1 s")
final class SchedulerStatisticsEvent extends RuntimeEvent {

    @Label("Ps")
    int procs;

    @Label("Idle Ps")
    int idleProcs;

    @Label("Goroutines")
    long goroutines;

    @Label("Runnable")
    long runnable;

    @Label("Running")
    long running;

    @Label("Waiting")
    long waiting;

    @Label("Outside")
    @Description("Blocked in the JDK, or running on without a P")
    long outside;

    @Label("Created")
    long created;

    @Label("Ended")
    long ended;

    @Label("Ms")
    @Description("Virtual threads that carry goroutines")
    int machines;

    @Label("Global Queue")
    int globalQueue;

    @Label("Steals")
    long steals;

    @Label("Hand-Overs")
    long handOvers;

    @Label("Timers")
    int timers;

    static void commit(String runtime, SchedulerSnapshot now) {
        SchedulerStatisticsEvent e = new SchedulerStatisticsEvent();
        e.runtime = runtime;
        e.procs = now.procs().size();
        e.idleProcs = now.idleProcs();
        e.goroutines = now.goroutines().total();
        e.runnable = now.goroutines().runnable();
        e.running = now.goroutines().running();
        e.waiting = now.goroutines().waiting();
        e.outside = now.goroutines().outside();
        e.created = now.created();
        e.ended = now.ended();
        e.machines = now.machines().total();
        e.globalQueue = now.globalQueue();
        e.steals = now.steals();
        e.handOvers = now.handOvers();
        e.timers = Metrics.timers(now);
        e.commit();
    }
}
