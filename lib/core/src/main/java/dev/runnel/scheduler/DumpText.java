package dev.runnel.scheduler;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goroutines in the layout of Go's dumps. */
final class DumpText {

    /** Of a stack that is deeper than twice this, this many innermost and outermost frames are told; Go's numbers. */
    private static final int FRAMES = 50;

    private DumpText() {}

    static String of(GoroutineDump dump) {
        StringBuilder text = new StringBuilder();
        for (GoroutineInfo g : dump.goroutines()) {
            append(text, g);
        }
        appendRest(text, dump);
        return text.toString();
    }

    static void appendRest(StringBuilder text, GoroutineDump dump) {
        if (dump.leftOut() > 0) {
            text.append("... and ").append(dump.leftOut()).append(" more goroutines\n");
        }
        if (dump.notStarted() > 0) {
            text.append("... and ").append(dump.notStarted()).append(" goroutines that have not started\n");
        }
    }

    static void append(StringBuilder text, GoroutineInfo g) {
        text.append(g.title()).append(" [").append(g.status()).append(minutes(g.since()));
        text.append("]:\n");
        if (g.waitsOn() != null) {
            text.append("  on ").append(g.waitsOn()).append('\n');
        }
        appendFrames(text, g.stack());
        if (g.creator() != 0 || !g.site().isEmpty()) {
            text.append(creator(g.creator())).append('\n');
            appendFrames(text, g.site());
        }
        text.append('\n');
    }

    /** As Go has it: from one on, and always in the plural. */
    static String minutes(@Nullable Duration since) {
        return since == null || since.toMinutes() < 1 ? "" : ", " + since.toMinutes() + " minutes";
    }

    static String creator(long creator) {
        return creator == 0 ? "created by a thread" : "created by goroutine " + creator;
    }

    static void appendFrames(StringBuilder text, List<StackTraceElement> frames) {
        int elided = frames.size() - 2 * FRAMES;
        if (elided <= 0) {
            appendAll(text, frames);
            return;
        }
        appendAll(text, frames.subList(0, FRAMES));
        text.append("\t...").append(elided).append(" frames elided...\n");
        appendAll(text, frames.subList(FRAMES + elided, frames.size()));
    }

    private static void appendAll(StringBuilder text, List<StackTraceElement> frames) {
        for (StackTraceElement frame : frames) {
            text.append("\tat ").append(frame).append('\n');
        }
    }
}
