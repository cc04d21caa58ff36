package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.OwnThreads;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.Reports;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.scheduler.SchedulerSnapshot.Proc;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prints a line about the scheduler again and again, in the layout of Go's {@code schedtrace}. The watchdog makes it,
 * and a thread of its own prints it: {@code System.err} may have been replaced by anything, and what it leads to may
 * accept nothing for a long time.
 */
final class SchedTrace {

    private static final String PRINTER = "runnel-schedtrace";

    /** At most so many Ms and goroutines get a line of their own. */
    private static final int MOST = 1000;

    private final Scheduler scheduler;
    private final long period;
    private final boolean detailed;
    private final long began = System.nanoTime();
    private volatile Consumer<String> out = System.err::print;
    private long due;

    /** A line is being printed. Set by the watchdog. */
    private volatile boolean printing;

    SchedTrace(Scheduler scheduler, Reports reports) {
        this.scheduler = scheduler;
        this.period = reports.schedTrace().toNanos();
        this.detailed = reports.schedDetail();
        this.due = period == 0 ? TimerHeap.NEVER : began + period;
    }

    void printTo(Consumer<String> other) {
        out = other;
    }

    /** When the next line is due. By the watchdog, as is {@link #look}. */
    long due() {
        return due;
    }

    /**
     * Has a line printed if it is time. A line that cannot be printed, or not before the next is due, is lost: the
     * watchdog must go on.
     */
    void look(long now) {
        if (period == 0 || now < due) {
            return;
        }
        due = now + period;
        if (!printing) {
            begin(now);
        }
    }

    private void begin(long now) {
        printing = true;
        boolean begun = false;
        try {
            String text = text(now - began);
            OwnThreads.named(PRINTER).start(() -> print(text));
            begun = true;
        } catch (OutOfMemoryError | StackOverflowError e) {
            return; // no thread, say
        } finally {
            if (!begun) {
                printing = false;
            }
        }
    }

    private void print(String text) {
        try {
            out.accept(text);
        } catch (Throwable dropped) {
            return;
        } finally {
            printing = false;
        }
    }

    String text(long elapsed) {
        SchedulerSnapshot now = Snapshot.of(scheduler);
        StringBuilder text = new StringBuilder(200);
        text.append("SCHED ")
                .append(elapsed / 1_000_000)
                .append("ms: gomaxprocs=")
                .append(now.procs().size());
        text.append(" idleprocs=").append(now.idleProcs());
        text.append(" threads=").append(now.machines().total());
        text.append(" spinningthreads=").append(now.machines().spinning());
        text.append(" needspinning=").append(scheduler.spinners.isWanted() ? 1 : 0);
        text.append(" idlethreads=").append(now.machines().idle());
        text.append(" runqueue=").append(now.globalQueue());
        if (detailed) {
            text.append('\n');
            now.procs().forEach(p -> append(text, p));
            appendMachines(text);
        } else {
            text.append(" [");
            now.procs().forEach(p -> text.append(' ').append(p.queue()));
            text.append(" ] schedticks=[");
            now.procs().forEach(p -> text.append(' ').append(p.ticks()));
            text.append(" ]\n");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Proc p) {
        text.append("  P").append(p.id()).append(": status=").append(p.idle() ? 0 : 1);
        text.append(" schedtick=").append(p.ticks());
        text.append(" m=").append(p.machine() == SchedulerSnapshot.NO_MACHINE ? "nil" : Long.toString(p.machine()));
        text.append(" runqsize=").append(p.queue()).append(" runnext=").append(p.hasNext());
        text.append(" timerslen=").append(p.timers()).append('\n');
    }

    private void appendMachines(StringBuilder text) {
        List<Machine> all = scheduler.machines.snapshot();
        List<Machine> machines = all.subList(0, Math.min(MOST, all.size()));
        for (Machine m : machines) {
            Processor p = m.processorOrNull();
            Goroutine g = m.g;
            text.append("  M").append(m.id()).append(": p=").append(p == null ? "nil" : Integer.toString(p.id));
            text.append(" curg=").append(g == null ? "nil" : Long.toString(g.id));
            text.append(" spinning=").append(m.spinning).append(" blocked=").append(p == null);
            text.append(" hold=").append(m.holdText()).append(" request=").append(m.requestText());
            text.append(" thread=").append(m.thread().getState()).append('\n');
        }
        for (Machine m : machines) {
            Goroutine g = m.g;
            if (g != null) {
                append(text, m, g, g.status());
            }
        }
        if (all.size() > MOST) {
            text.append("  ... and ").append(all.size() - MOST).append(" more threads\n");
        }
    }

    private static void append(StringBuilder text, Machine m, Goroutine g, GoroutineStatus status) {
        text.append("  G")
                .append(g.id)
                .append(": status=")
                .append(number(status))
                .append('(');
        if (status.isWait()) {
            text.append(g.waitReason());
        }
        text.append(") m=").append(m.id()).append('\n');
    }

    /** Go's. */
    private static int number(GoroutineStatus status) {
        return switch (status) {
            case IDLE -> 0;
            case RUNNABLE -> 1;
            case RUNNING -> 2;
            case OUTSIDE -> 3;
            case WAITING, LINGERING -> 4;
            case DEAD -> 6;
        };
    }
}
