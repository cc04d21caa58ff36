package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Reports;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lines of the scheduler's trace; P86, P87. */
class SchedTraceTest {

    private static final Pattern LINE =
            Pattern.compile("SCHED (\\d+)ms: gomaxprocs=(\\d+) idleprocs=(\\d+) threads=(\\d+)"
                    + " spinningthreads=(\\d+) needspinning=(\\d+) idlethreads=(\\d+) runqueue=(\\d+)"
                    + " \\[((?: \\d+)+) \\] schedticks=\\[((?: \\d+)+) \\]\n");

    private static final Reports PLAIN = Reports.NONE.withSchedTrace(Duration.ofHours(1));

    @Test
    void line_nothingHasRun() {
        Scheduler scheduler = new Scheduler(Runtimes.withProcs(3));
        try {
            assertEquals(
                    "SCHED 500ms: gomaxprocs=3 idleprocs=3 threads=0 spinningthreads=0 needspinning=0 idlethreads=0"
                            + " runqueue=0 [ 0 0 0 ] schedticks=[ 0 0 0 ]\n",
                    new SchedTrace(scheduler, PLAIN).text(500_000_000));
        } finally {
            scheduler.ending().close();
        }
    }

    @Test
    void line_countsWhatIsQueued() {
        Scheduler scheduler = new Scheduler(Runtimes.oneP());
        SchedTrace trace = new SchedTrace(scheduler, PLAIN);
        scheduler.mainRun().run(() -> {
            for (int i = 0; i < 4; i++) {
                scheduler.go(null, () -> {});
            }
            Matcher line = LINE.matcher(trace.text(7_000_000));
            assertTrue(line.matches());
            assertEquals(
                    List.of("7", "1", "0", "1", "0"),
                    List.of(line.group(1), line.group(2), line.group(3), line.group(4), line.group(5)));
            assertEquals(" 3", line.group(9)); // the fourth is in next, which does not count, as in Go
        });
    }

    @Test
    void detail_hasALineForEachObject() {
        Scheduler scheduler = new Scheduler(Runtimes.oneP());
        SchedTrace trace = new SchedTrace(scheduler, PLAIN.withSchedDetail(true));
        scheduler.mainRun().run(() -> {
            Chan<Integer> c = chan();
            Goroutine g = scheduler.go(null, c::recv);
            scheduler.yieldNow();
            String text = trace.text(0);
            Matcher p = Pattern.compile("  P0: status=1 schedtick=\\d+ m=(\\d+) runqsize=0 runnext=false timerslen=0\n")
                    .matcher(text);
            assertTrue(p.find(), text);
            String rides = scheduler.isDedicated() ? "taken" : "none";
            String m = "  M" + p.group(1) + ": p=0 curg=1 spinning=false blocked=false hold=user request=" + rides
                    + " thread=RUNNABLE\n";
            assertTrue(text.contains(m), text);
            assertTrue(text.contains(": p=nil curg=" + g.id + " spinning=false blocked=true hold=none request="), text);
            assertTrue(text.contains("  G1: status=2() m=" + p.group(1) + "\n"), text);
            assertTrue(text.contains("  G" + g.id + ": status=4(chan receive) m="), text);
            c.close();
        });
    }

    @Test
    void watchdog_printsAgainAndAgain_alsoWhileNothingRuns() {
        Scheduler scheduler =
                new Scheduler(Runtimes.withProcs(2).withReports(Reports.NONE.withSchedTrace(Duration.ofMillis(5))));
        List<String> lines = new CopyOnWriteArrayList<>();
        scheduler.schedTrace.printTo(lines::add);
        try {
            Await.until(() -> lines.size() >= 10);
            assertTrue(lines.stream().allMatch(line -> LINE.matcher(line).matches()), lines::toString);
            scheduler.schedTrace.printTo(line -> {
                lines.clear();
                throw new IllegalStateException("the watchdog goes on");
            });
            Await.until(lines::isEmpty);
            scheduler.schedTrace.printTo(lines::add);
            Await.until(() -> !lines.isEmpty());
        } finally {
            scheduler.ending().close();
        }
    }

    /** The trace's output takes nothing, and fails: without the watchdog the goroutine never wakes. */
    @Test
    void watchdog_goesOn_whateverPrintingDoes() {
        Scheduler scheduler =
                new Scheduler(Runtimes.withProcs(1).withReports(Reports.NONE.withSchedTrace(Duration.ofMillis(1))));
        CountDownLatch taken = new CountDownLatch(1);
        List<String> lines = new CopyOnWriteArrayList<>();
        scheduler.schedTrace.printTo(line -> {
            lines.add(line);
            Await.until(() -> taken.getCount() == 0);
            throw new AssertionError("expected by this test");
        });
        try {
            Await.until(() -> !lines.isEmpty());
            for (int i = 0; i < 3; i++) {
                Goroutine sleeper = scheduler.go(null, () -> Go.sleep(Duration.ofMillis(2)));
                Await.until(sleeper::hasEnded);
            }
            assertEquals(1, lines.size(), "a line is lost while another is printed");
            taken.countDown();
            Await.until(() -> lines.size() > 1);
        } finally {
            taken.countDown();
            scheduler.ending().close();
        }
    }

    @Test
    void watchdog_withoutTheSetting_printsNothing() {
        Scheduler scheduler = new Scheduler(Runtimes.withProcs(2));
        try {
            assertEquals(Long.MAX_VALUE, scheduler.schedTrace.due());
            scheduler.schedTrace.printTo(line -> {
                throw new AssertionError(line);
            });
            scheduler.schedTrace.look(Long.MAX_VALUE);
        } finally {
            scheduler.ending().close();
        }
        assertThrows(IllegalArgumentException.class, () -> Reports.NONE.withSchedTrace(Duration.ofDays(40)));
    }
}
