package dev.runnel.observe;

import dev.runnel.observe.file.WholeFile;
import dev.runnel.trace.EventKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A trace in the Trace Event Format, which Perfetto and the tracing page of Chrome show: a lane for each P and one for
 * what has none, a slice for each stretch that a goroutine runs, an arrow from where a goroutine is readied or stolen
 * to where it goes on, and above them what is outside.
 */
public final class ChromeTrace {

    private static final int PID = 1;

    private record Arrow(String name, int lane, long time) {}

    private final Trace trace;
    private final StringBuilder text = new StringBuilder(1 << 16);
    private final Map<Long, TraceGoroutine> goroutines = new HashMap<>();
    private final @Nullable TraceEvent[] running;
    private final Map<Long, List<Arrow>> arrows = new HashMap<>();
    private final Map<Long, Long> outside = new HashMap<>();
    private final boolean[] seen; // the Ps of which it is known whether anybody runs there
    private long flows;
    private long time; // of the event before
    private String comma = "\n";

    private ChromeTrace(Trace trace) {
        this.trace = Objects.requireNonNull(trace, "trace");
        int procs = TraceFile.procs(trace);
        running = new TraceEvent[procs];
        seen = new boolean[procs];
        trace.goroutines().forEach(g -> goroutines.put(g.id(), g));
    }

    /**
     * The text of such a file.
     *
     * @throws IllegalArgumentException if an event comes after a later one, the trace's end included, or is of a P that
     *     the trace does not have, or if there cannot be so many Ps
     */
    public static String text(Trace trace) {
        return new ChromeTrace(trace).write();
    }

    /**
     * Writes such a file; whoever reads it meanwhile sees what it was before, or all of it.
     *
     * @throws IllegalArgumentException as {@link #text} does; nothing is written then
     * @throws IOException if the file cannot be written
     */
    public static void write(Trace trace, Path file) throws IOException {
        WholeFile.write(file, () -> text(trace));
    }

    private String write() {
        text.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
        meta("process_name", 0, "runnel");
        for (int p = 0; p < trace.procs(); p++) {
            meta("thread_name", lane(p), "P" + p);
        }
        meta("thread_name", lane(-1), "no P");
        trace.events().forEach(this::event);
        for (TraceEvent begin : running) {
            if (begin != null) {
                slice(begin, trace.end(), "");
            }
        }
        new HashMap<>(outside).forEach((g, since) -> outside(g, trace.end()));
        return text.append("\n]}\n").toString();
    }

    private void event(TraceEvent event) {
        int p = event.p();
        check(event, event.time(), time, trace.end(), "the time");
        check(event, p, TraceFile.WITHOUT_P.contains(event.kind()) ? -1 : 0, trace.procs() - 1, "its P");
        time = event.time();
        switch (event.kind()) {
            case STARTED, RUNNING -> begins(event);
            case BACK -> {
                outside(event.g(), event.time());
                if (p >= 0) {
                    begins(event);
                }
            }
            case PARKED -> ends(event, trace.reason(event));
            case YIELDED -> ends(event, yielded(event.a()));
            case OUT -> {
                ends(event, event.a() == 0 ? "blocked in the JDK" : "ran too long");
                outside.put(event.g(), event.time());
            }
            case ENDED -> ends(event, event.a() == 0 ? "ended" : "failed");
            case READIED -> {
                runsSinceBefore(event, event.a());
                if (p < 0 || running[p] == null) {
                    tiny(event, "wakes " + name(event.g()));
                }
                arrow(event, "readied", lane(p));
            }
            case CREATED -> {
                runsSinceBefore(event, event.a());
                if (p < 0 || running[p] == null) {
                    tiny(event, "makes " + name(event.g()));
                }
                arrow(event, "created", lane(p));
            }
            case STOLEN -> {
                check(event, event.a(), 0, trace.procs() - 1, "the P that it was stolen from");
                arrow(event, "stolen", lane((int) event.a()));
            }
            case IDLE, WOKEN -> seen[p] = true;
        }
    }

    private static void check(TraceEvent event, long is, long least, long most, String what) {
        if (is < least || is > most) {
            throw new IllegalArgumentException("events: " + event + ": " + what + ", " + is
                    + ", is not allowed; allowed: " + least + " to " + most);
        }
    }

    private static String yielded(long how) {
        return how == 0 ? "yields" : how == 1 ? "preempted" : "its child runs";
    }

    private void begins(TraceEvent event) {
        running[event.p()] = event;
        seen[event.p()] = true;
        List<Arrow> pending = arrows.remove(event.g());
        if (pending != null) {
            for (Arrow arrow : pending) {
                flows++;
                flow("s", arrow.name(), arrow.lane(), arrow.time(), "");
                flow("f", arrow.name(), lane(event.p()), event.time(), ",\"bp\":\"e\"");
            }
        }
    }

    /** A goroutine is on a P of which nothing was said before: it has run there from the beginning of the trace. */
    private void runsSinceBefore(TraceEvent event, long g) {
        int p = event.p();
        if (p >= 0 && g != 0 && !seen[p]) {
            seen[p] = true;
            running[p] = new TraceEvent(trace.events().get(0).time(), EventKind.RUNNING, p, g, 0, 0);
        }
    }

    private void ends(TraceEvent event, String why) {
        runsSinceBefore(event, event.g());
        int p = event.p();
        TraceEvent begin = running[p];
        running[p] = null;
        if (begin != null) {
            slice(begin, event.time(), why);
        }
    }

    private void outside(long g, long until) {
        Long since = outside.remove(g);
        if (since != null) {
            async("b", g, since);
            async("e", g, until);
        }
    }

    private void arrow(TraceEvent event, String name, int lane) {
        arrows.computeIfAbsent(event.g(), any -> new ArrayList<>()).add(new Arrow(name, lane, event.time()));
    }

    // ---------------------------------------------------------------- the parts of the file

    private void meta(String what, int lane, String name) {
        begin("M", what, lane).append(",\"args\":{\"name\":");
        Json.quote(text, name);
        text.append("}}");
    }

    private void slice(TraceEvent begin, long end, String why) {
        slice(name(begin.g()), lane(begin.p()), begin.time(), end);
        TraceGoroutine g = goroutines.get(begin.g());
        text.append(",\"args\":{\"goroutine\":").append(begin.g());
        text.append(",\"createdBy\":").append(g == null ? -1 : g.createdBy()).append(",\"then\":");
        Json.quote(text, why);
        text.append("}}");
    }

    /** Something that takes no time, where nobody runs; arrows need something to begin at. */
    private void tiny(TraceEvent event, String what) {
        slice(what, lane(event.p()), event.time(), event.time() + 1);
        text.append('}');
    }

    private void slice(String name, int lane, long from, long to) {
        begin("X", name, lane);
        micros(",\"ts\":", from);
        micros(",\"dur\":", to - from);
    }

    private void flow(String phase, String name, int lane, long time, String more) {
        begin(phase, name, lane)
                .append(",\"cat\":\"")
                .append(name)
                .append("\",\"id\":")
                .append(flows);
        micros(",\"ts\":", time);
        text.append(more).append('}');
    }

    private void async(String phase, long g, long time) {
        begin(phase, name(g) + " outside", 0)
                .append(",\"cat\":\"outside\",\"id\":")
                .append(g);
        micros(",\"ts\":", time);
        text.append('}');
    }

    private StringBuilder begin(String phase, String name, int lane) {
        text.append(comma).append("{\"ph\":\"").append(phase).append("\",\"name\":");
        comma = ",\n";
        Json.quote(text, name);
        return text.append(",\"pid\":").append(PID).append(",\"tid\":").append(lane);
    }

    private void micros(String member, long nanos) {
        text.append(member).append(nanos / 1000).append('.');
        String rest = Long.toString(nanos % 1000);
        text.append("000", 0, 3 - rest.length()).append(rest);
    }

    private int lane(int p) {
        return p < 0 ? trace.procs() + 1 : p + 1;
    }

    private String name(long id) {
        TraceGoroutine g = goroutines.get(id);
        return g == null || g.name() == null ? "goroutine " + id : id + " " + g.name();
    }
}
