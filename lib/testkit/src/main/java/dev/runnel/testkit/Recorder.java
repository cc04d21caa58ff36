package dev.runnel.testkit;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.FailureText;
import dev.runnel.runtime.scheduler.Goroutine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes down the steps of one run, in words. What follows from a step stands in the same line. */
final class Recorder {

    private static final String CHANNEL = "Chan#";

    private final List<StringBuilder> steps = new ArrayList<>();
    private final Map<String, Integer> channels = new HashMap<>();
    private final Map<Long, String> waiting = new TreeMap<>();

    private @Nullable Object actor;
    private String acting = "";
    private boolean hasOutcome;

    /** The steps so far. */
    List<String> steps() {
        return steps.stream().map(StringBuilder::toString).toList();
    }

    /** Who waits now, and for what; by number. */
    List<String> waiting() {
        return List.copyOf(waiting.values());
    }

    void happens(Object goroutine, Act act, @Nullable Object on) {
        switch (act) {
            case GO -> begin(goroutine, "starts");
            case NEW -> started(goroutine, on);
            case SEND -> begin(goroutine, "sends on " + show(on));
            case TRY_SEND -> begin(goroutine, "tries to send on " + show(on));
            case RECEIVE -> begin(goroutine, "receives from " + show(on));
            case TRY_RECEIVE -> begin(goroutine, "tries to receive from " + show(on));
            case CLOSE -> begin(goroutine, "closes " + show(on));
            case SELECT -> begin(goroutine, ("selects: " + show(on)).stripTrailing());
            case SLEEP -> begin(goroutine, "sleeps");
            case YIELD -> begin(goroutine, "yields");
            case SET_TIMER -> begin(goroutine, "sets the timer " + show(on));
            case STOP_TIMER -> begin(goroutine, "stops the timer " + show(on));
            case PARK -> park(goroutine, show(on));
            case READY -> ready(goroutine);
            case WOKEN -> woken(goroutine);
            case PREEMPT -> begin(show(on), "is preempted by " + goroutine);
            case END -> begin(goroutine, "ends");
            case FAIL -> begin(goroutine, "fails: " + firstLine(on instanceof Throwable t ? FailureText.of(t) : ""));
        }
    }

    void timePasses(long nanos) {
        begin(
                "the clock",
                "goes on to " + Duration.ofNanos(nanos).toString().substring(2).toLowerCase(Locale.ROOT));
    }

    /** A step of the main goroutine that is no call into the library. */
    void note(Object goroutine, String what) {
        begin(goroutine, what);
    }

    private void begin(Object who, String what) {
        actor = who;
        acting = what;
        hasOutcome = false;
        steps.add(new StringBuilder().append(who).append(' ').append(what));
    }

    /** By another goroutine, in the step that says so, or by a timer. */
    private void started(Object goroutine, @Nullable Object by) {
        if (by == null) {
            outcome("starts " + goroutine);
        } else {
            append(" " + goroutine);
        }
    }

    private void park(Object goroutine, String reason) {
        if (goroutine != actor) {
            begin(goroutine, "waits");
        }
        waiting.put(
                ((Goroutine) goroutine).id(),
                goroutine + " [" + reason + "]" + (acting.equals("waits") ? "" : ": " + acting));
        outcome("parks [" + reason + "]");
    }

    private void ready(Object goroutine) {
        waiting.remove(((Goroutine) goroutine).id());
        outcome("wakes " + goroutine);
    }

    private void outcome(String text) {
        append((hasOutcome ? ", " : ": ") + text);
        hasOutcome = true;
    }

    private void append(String text) {
        if (!steps.isEmpty()) {
            steps.getLast().append(text);
        }
    }

    private void woken(Object goroutine) {
        waiting.remove(((Goroutine) goroutine).id());
        begin(goroutine, "is woken from outside");
    }

    private String show(@Nullable Object on) {
        if (on == null) {
            return "";
        }
        return renumbered(on.toString());
    }

    /** With the numbers that the channels have in this run. */
    String renumbered(String text) {
        StringBuilder result = new StringBuilder(text.length());
        int copied = 0;
        for (int at = text.indexOf(CHANNEL); at >= 0; at = text.indexOf(CHANNEL, copied)) {
            int begin = at + CHANNEL.length();
            int end = begin;
            while (end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            result.append(text, copied, begin);
            if (end > begin) {
                result.append(channels.computeIfAbsent(text.substring(begin, end), any -> channels.size() + 1));
            }
            copied = end;
        }
        return result.append(text, copied, text.length()).toString();
    }

    static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
