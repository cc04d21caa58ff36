package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.scheduler.SchedulerSnapshot.Proc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes a {@link SchedulerSnapshot}, in a time that depends on the number of Ps only. */
final class Snapshot {

    private Snapshot() {}

    static SchedulerSnapshot of(Scheduler s) {
        int total = s.machines.size(); // another lock: not under the scheduler's
        s.lock();
        try {
            return locked(s, total);
        } finally {
            s.unlock();
        }
    }

    private static SchedulerSnapshot locked(Scheduler s, int total) {
        long ended = s.census.ended(); // first: what is seen to have ended was created before
        long created = s.census.createdLocked();
        List<Proc> procs = new ArrayList<>(s.processors.length);
        long runnable = s.global.size();
        long running = 0;
        for (Processor p : s.processors) {
            Machine holder = p.holder;
            Proc proc = proc(p, holder);
            procs.add(proc);
            runnable += proc.queue() + (proc.hasNext() ? 1 : 0);
            Goroutine g = holder == null ? null : holder.g;
            running += g != null && g.is(GoroutineStatus.RUNNING) ? 1 : 0;
        }
        int outside = s.outside.count();
        long live = created - ended;
        return new SchedulerSnapshot(
                procs,
                new SchedulerSnapshot.Goroutines(
                        live, runnable, running, Math.max(0, live - runnable - running - outside), outside),
                new SchedulerSnapshot.Machines(total, idleMachines(s), s.spinners.count(), outside),
                s.global.size(),
                created,
                ended,
                s.census.steals(),
                s.census.handOvers());
    }

    private static int idleMachines(Scheduler s) {
        int idle = s.idle.machines.size();
        for (Processor p : s.processors) {
            idle += p.machines.size();
        }
        return idle;
    }

    private static Proc proc(Processor p, @Nullable Machine holder) {
        return new Proc(
                p.id,
                p.idle,
                holder == null ? SchedulerSnapshot.NO_MACHINE : holder.id(),
                p.thief.size(),
                p.thief.hasNext(),
                Integer.toUnsignedLong(p.tick),
                p.steals,
                p.handOvers,
                p.ended(),
                p.timers.count());
    }
}
