package dev.runnel.testkit;

import dev.runnel.context.Context;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.text.Safely;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes down the steps of one run, in words. What follows from a step stands on the same line. */
final class Recorder {

    /** Things whose number is that of the JVM and not of the run. */
    private static final Pattern NUMBERED =
            Pattern.compile("\\b(Chan|Mutex|RWMutex|WaitGroup|Once|Cond|Semaphore|pipe)#(\\d+)");

    /** The state of an object, behind its name, and of what a channel tells of; what that thing is stays. */
    private static final Pattern NOW = Pattern.compile(
            "(" + NUMBERED.pattern()
                    + ")( \\((?!end of |a future|a subscription|Scope|ErrGroup)[^)]*\\))+|(?<=\\((?:Scope|ErrGroup)) \\([^)]*\\)");

    private static final String SELECTS = "selects: ";
    private static final String NIL = " (nil chan)";

    /** For each reason of a wait, the call that waits. */
    private static final Map<String, Act> WAITS = Map.ofEntries(
            Map.entry("chan receive", Act.RECEIVE),
            Map.entry("chan receive" + NIL, Act.RECEIVE),
            Map.entry("chan send", Act.SEND),
            Map.entry("chan send" + NIL, Act.SEND),
            Map.entry("select", Act.SELECT),
            Map.entry("sleep", Act.SLEEP),
            Map.entry("sync.Mutex.Lock", Act.LOCK),
            Map.entry("sync.RWMutex.Lock", Act.LOCK),
            Map.entry("sync.RWMutex.RLock", Act.READ_LOCK),
            Map.entry("sync.WaitGroup.Wait", Act.AWAIT),
            Map.entry("sync.Cond.Wait", Act.AWAIT),
            Map.entry("semacquire", Act.ACQUIRE),
            Map.entry("pipe read", Act.READ),
            Map.entry("pipe write", Act.WRITE));

    private final List<StringBuilder> steps = new ArrayList<>();
    private final List<String> places = new ArrayList<>();
    private final Map<String, Map<String, Integer>> numbers = new HashMap<>();
    private final IdentityHashMap<Context, Integer> contexts = new IdentityHashMap<>();
    private final Map<Long, String> waiting = new TreeMap<>();

    /** What each has called since it waited last. */
    private final Map<Object, Map<Act, String>> calls = new HashMap<>();

    private @Nullable Object thrown; // by the goroutine that failed last
    private @Nullable Object actor;
    private String acting = "";
    private boolean hasOutcome;
    private String here = Place.NONE;

    /** The steps so far. */
    List<String> steps() {
        return steps.stream().map(StringBuilder::toString).toList();
    }

    /** Where each of them was. */
    List<String> places() {
        return List.copyOf(places);
    }

    /** What is known of the run. */
    Interleaving of(Schedule schedule) {
        return new Interleaving(schedule, steps(), places());
    }

    /** Whether a goroutine has thrown this: a deadlock that one throws is not that of the run. */
    boolean hasThrown(Throwable failure) {
        return failure == thrown;
    }

    /** The goroutines that wait now, and for what; by number. */
    List<String> waiting() {
        return List.copyOf(waiting.values());
    }

    /**
     * A step, or what follows from one.
     *
     * @param place where the calling goroutine is
     */
    void happens(Object goroutine, Act act, @Nullable Object on, String place) {
        here = place;
        switch (act) {
            case GO -> begin(goroutine, "starts");
            case NEW -> started(goroutine, on);
            case SEND -> begin(goroutine, "sends on " + channel(on));
            case TRY_SEND -> begin(goroutine, "tries to send on " + channel(on));
            case RECEIVE -> {
                if (on instanceof Context context) {
                    awaitsEnd(goroutine, context);
                } else {
                    begin(goroutine, "receives from " + channel(on));
                }
            }
            case TRY_RECEIVE -> begin(goroutine, "tries to receive from " + channel(on));
            case CLOSE -> begin(goroutine, (on instanceof Context ? "cancels " : "closes ") + show(on));
            case CANCEL -> begin(goroutine, "cancels " + show(on));
            case CLOSE_DONE -> begin(goroutine, "ends " + show(on));
            case SELECT -> begin(goroutine, (SELECTS + show(on)).stripTrailing());
            case TAKE -> takes(goroutine, (Integer) Objects.requireNonNull(on));
            case LOOK -> begin(goroutine, "looks at " + show(on));
            case SLEEP -> begin(goroutine, "sleeps");
            case YIELD -> begin(goroutine, "yields");
            case BLOCK -> begin(goroutine, "blocks");
            case SET_TIMER -> begin(goroutine, "sets the timer " + show(on));
            case STOP_TIMER -> begin(goroutine, "stops the timer " + show(on));
            case STOP -> begin(goroutine, "takes back what follows a context");
            case LOCK -> begin(goroutine, "locks " + show(on));
            case TRY_LOCK -> begin(goroutine, "tries to lock " + show(on));
            case UNLOCK -> begin(goroutine, "unlocks " + show(on));
            case READ_LOCK -> begin(goroutine, "locks for reading " + show(on));
            case TRY_READ_LOCK -> begin(goroutine, "tries to lock for reading " + show(on));
            case READ_UNLOCK -> begin(goroutine, "ends reading " + show(on));
            case ADD -> begin(goroutine, "adds to " + show(on));
            case DONE -> begin(goroutine, "says done to " + show(on));
            case AWAIT -> begin(goroutine, "awaits " + show(on));
            case SIGNAL -> begin(goroutine, "signals " + show(on));
            case BROADCAST -> begin(goroutine, "broadcasts to " + show(on));
            case ONCE -> begin(goroutine, "does " + show(on));
            case ACQUIRE -> begin(goroutine, "acquires from " + show(on));
            case TRY_ACQUIRE -> begin(goroutine, "tries to acquire from " + show(on));
            case RELEASE -> begin(goroutine, "releases to " + show(on));
            case READ -> begin(goroutine, "reads from " + show(on));
            case WRITE -> begin(goroutine, "writes to " + show(on));
            case SET_DEADLINE -> begin(goroutine, "sets a deadline of " + show(on));
            case CLOSE_READ -> begin(goroutine, "ends what " + show(on) + " receives");
            case CLOSE_WRITE -> begin(goroutine, "ends what " + show(on) + " sends");
            case QUIET -> begin(goroutine, "waits until no other can run");
            case PARK -> park(goroutine, show(on));
            case LIMIT -> limit((Long) Objects.requireNonNull(on));
            case READY -> ready(goroutine);
            case WOKEN -> woken(goroutine);
            case PREEMPT -> begin(show(on), "is preempted by " + goroutine);
            case END -> begin(goroutine, "ends");
            case FAIL -> {
                thrown = on;
                begin(goroutine, "fails: " + firstLine(on instanceof Throwable t ? renumbered(Safely.text(t)) : ""));
            }
        }
        if (!(on instanceof Context)) { // with which it waits, and not for it
            calls.computeIfAbsent(goroutine, any -> new EnumMap<>(Act.class)).put(act, acting);
        }
    }

    void timePasses(long nanos) {
        here = Place.NONE;
        begin("the clock", "goes on to " + time(nanos));
    }

    void overdueFire() {
        here = Place.NONE;
        begin("the clock", "has what is due fire");
    }

    /** In hours, minutes and seconds; what is less than a second in the largest unit of which it is a whole number. */
    static String time(long nanos) {
        if (nanos >= 1_000_000_000) {
            return Duration.ofNanos(nanos).toString().substring(2).toLowerCase(Locale.ROOT);
        }
        if (nanos % 1_000 != 0) {
            return nanos + "ns";
        }
        return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos / 1_000 + "us";
    }

    /** A step of the main goroutine that is no call into the library. */
    void note(Object goroutine, String what) {
        here = Place.NONE;
        begin(goroutine, what);
    }

    private void begin(Object who, String what) {
        actor = who;
        acting = what;
        hasOutcome = false;
        steps.add(new StringBuilder().append(who).append(' ').append(what));
        places.add(here);
    }

    /** Noted in the step of the call that may wait no longer than that, unless others have run since. */
    private void awaitsEnd(Object goroutine, Context context) {
        if (goroutine == actor && !hasOutcome && Place.isCalledBy(CancelHook.class)) {
            append(", at most until " + show(context) + " ends");
        } else {
            begin(goroutine, "is to be told when " + show(context) + " ends");
        }
    }

    /**
     * Noted in the step of the select, or in one of its own if what the select has asked for values has called the
     * library.
     */
    private void takes(Object goroutine, int clause) {
        String what = clause == Director.OTHERWISE ? "takes otherwise" : "takes clause " + (clause + 1);
        if (goroutine == actor && acting.startsWith(SELECTS)) {
            outcome(what);
        } else {
            begin(goroutine, what + " of its select");
        }
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
        String call = callThatWaits(goroutine, reason);
        if (goroutine != actor) {
            begin(goroutine, "waits");
        }
        String what = call.isEmpty() ? "" : ": " + NOW.matcher(call).replaceAll("$1");
        String place = places.getLast();
        waiting.put(
                ((Goroutine) goroutine).id(),
                goroutine + " [" + reason + "]" + what + (place.isEmpty() ? "" : "  at " + place));
        outcome("parks [" + reason + "]");
    }

    /** Of the wait that was told of last; a select has it among its clauses. */
    private void limit(long nanos) {
        String step = steps.isEmpty() ? "" : steps.getLast().toString();
        if (step.endsWith("parks [sleep]")) {
            append(" for " + time(nanos));
        } else if (step.endsWith("]") && !step.endsWith("parks [select]")) {
            append(" for at most " + time(nanos));
        }
    }

    /**
     * The call that waits, which may not be the last one: the goroutine may have seen to what else ends the wait, or
     * given back a lock.
     */
    private String callThatWaits(Object goroutine, String reason) {
        Map<Act, String> since = Objects.requireNonNullElse(calls.remove(goroutine), Map.of());
        String last = goroutine == actor && !acting.equals("waits") ? acting : "";
        Act by = WAITS.get(reason);
        String call = by == null ? last : since.getOrDefault(by, last);
        if (by == Act.READ || by == Act.WRITE) { // it may wait again, for more
            calls.put(goroutine, new EnumMap<>(Map.of(by, call)));
        }
        return call;
    }

    /** A goroutine that has waited for quiet is woken by nobody: the step before is any other's. */
    private void ready(Object goroutine) {
        String waited = waiting.remove(((Goroutine) goroutine).id());
        if (waited != null && waited.startsWith(goroutine + " [synctest.Wait]")) {
            begin(goroutine, "goes on, as no other can run");
        } else {
            outcome("wakes " + goroutine);
        }
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

    private String channel(@Nullable Object on) {
        String shown = show(on);
        return shown.endsWith(NIL) ? "the nil channel" : shown;
    }

    private String show(@Nullable Object on) {
        if (on == null) {
            return "";
        }
        String shown = renumbered(Safely.text(on));
        return on instanceof Context context ? shown + "#" + number(context) : shown;
    }

    /** With the numbers that channels, locks and the like have in this run, each kind from 1. */
    String renumbered(String text) {
        return NUMBERED.matcher(text)
                .replaceAll(found -> found.group(1) + "#" + number(found.group(1), found.group(2)));
    }

    private int number(Context context) {
        return contexts.computeIfAbsent(context, any -> contexts.size() + 1);
    }

    private int number(String kind, String inTheJvm) {
        Map<String, Integer> ofKind = numbers.computeIfAbsent(kind, any -> new HashMap<>());
        return ofKind.computeIfAbsent(inTheJvm, any -> ofKind.size() + 1);
    }

    static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
