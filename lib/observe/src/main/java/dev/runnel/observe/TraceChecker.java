package dev.runnel.observe;

import io.vavr.control.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Replays a trace against the states that goroutines and Ps can have: a P runs one goroutine or none, a goroutine is on
 * one P or none, and each step begins where the one before has led to. Nothing is assumed of what a trace does not
 * have, since it was overwritten or not recorded yet: there the first step may be any.
 */
public final class TraceChecker {

    private enum State {
        UNKNOWN,
        NOT_CREATED,
        NEW,
        RUNNABLE,
        RUNNING,
        WAITING,
        OUTSIDE,
        ENDED
    }

    /** What is known of a goroutine. */
    private static final class G {
        State state;
        int p = -1;

        G(State state) {
            this.state = state;
        }

        void becomes(State next) {
            state = next;
            p = -1;
        }

        String words() {
            return switch (state) {
                case UNKNOWN -> "is not known";
                case NOT_CREATED -> "was not created";
                case NEW -> "has not started";
                case RUNNABLE -> "is runnable";
                case RUNNING -> "runs on P" + p;
                case WAITING -> "waits";
                case OUTSIDE -> "is outside";
                case ENDED -> "has ended";
            };
        }
    }

    /** What is known of a P: the goroutine that it runs, or one of these. */
    private static final long IDLE = -1;

    private static final long UNKNOWN = -2;
    private static final long NOBODY = 0;

    /** Ends the replay. */
    private static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        Wrong(String why) {
            super(why, null, false, false);
        }
    }

    private final Map<Long, G> goroutines = new HashMap<>();
    private final long[] processors;
    private final boolean complete;

    private TraceChecker(Trace trace) {
        complete = Objects.requireNonNull(trace, "trace").complete();
        processors = new long[TraceFile.procs(trace)];
        java.util.Arrays.fill(processors, complete ? IDLE : UNKNOWN);
    }

    /**
     * The first step that is impossible; none if all are possible.
     *
     * @throws IllegalArgumentException if there cannot be so many Ps
     */
    public static Option<WrongStep> check(Trace trace) {
        TraceChecker checker = new TraceChecker(trace);
        List<TraceEvent> events = trace.events();
        long time = 0;
        for (int i = 0; i < events.size(); i++) {
            TraceEvent event = events.get(i);
            try {
                require(event.time() >= time, "the one before was at " + time + " ns");
                time = event.time();
                checker.replay(event);
            } catch (Wrong wrong) {
                return Option.some(new WrongStep(i, event, String.valueOf(wrong.getMessage())));
            }
        }
        return Option.none();
    }

    /**
     * Checks a trace.
     *
     * @throws AssertionError if it has a step that is impossible, naming the step
     * @throws IllegalArgumentException as {@link #check} does
     */
    public static void require(Trace trace) {
        Option<WrongStep> wrong = check(trace);
        if (wrong.isDefined()) {
            throw new AssertionError(wrong.get() + "\n" + around(trace, wrong.get()));
        }
    }

    /** The steps of the same goroutine or P that came before, and the ones around it. */
    private static String around(Trace trace, WrongStep wrong) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < trace.events().size(); i++) {
            TraceEvent event = trace.events().get(i);
            boolean near = Math.abs(i - wrong.index()) <= 10;
            boolean same = i <= wrong.index()
                    && event.g() != 0
                    && event.g() == wrong.event().g();
            if (near || same) {
                text.append(i == wrong.index() ? " > " : "   ")
                        .append(i)
                        .append("  ")
                        .append(event)
                        .append('\n');
            }
        }
        return text.toString();
    }

    private void replay(TraceEvent event) {
        boolean ofP = switch (event.kind()) {
            case IDLE, WOKEN -> true;
            default -> false;
        };
        require(ofP == (event.g() == 0), ofP ? "this is of no goroutine" : "there is no such goroutine");
        int p = event.p();
        require(p >= -1 && p < processors.length, "there is no such P");
        switch (event.kind()) {
            case CREATED -> created(event);
            case STARTED -> begins(event, State.NEW, State.NEW);
            case RUNNING -> begins(event, State.RUNNABLE, State.RUNNABLE);
            case BACK -> back(event);
            case PARKED -> stops(event, State.WAITING);
            case YIELDED -> stops(event, State.RUNNABLE);
            case OUT -> stops(event, State.OUTSIDE);
            case ENDED -> stops(event, State.ENDED);
            case READIED -> readied(event);
            case STOLEN -> stolen(event);
            case IDLE -> {
                requireFree(p);
                processors[p] = IDLE;
            }
            case WOKEN -> {
                requireP(p);
                require(processors[p] == IDLE || processors[p] == UNKNOWN, words(p));
                processors[p] = NOBODY;
            }
        }
    }

    private void created(TraceEvent event) {
        G g = goroutines.get(event.g());
        require(g == null || g.state == State.NOT_CREATED, "it was there before");
        requireActor(event);
        goroutines.put(event.g(), new G(State.NEW));
    }

    private void begins(TraceEvent event, State one, State other) {
        G g = require(event, one, other);
        requireFree(event.p());
        g.becomes(State.RUNNING);
        g.p = event.p();
        processors[event.p()] = event.g();
    }

    private void back(TraceEvent event) {
        if (event.p() >= 0) {
            begins(event, State.OUTSIDE, State.OUTSIDE);
        } else {
            require(event, State.OUTSIDE, State.OUTSIDE).becomes(State.RUNNABLE);
        }
    }

    private void stops(TraceEvent event, State next) {
        G g = require(event, State.RUNNING, State.RUNNING);
        requireP(event.p());
        require(g.p == event.p() || g.p < 0, "it " + g.words());
        require(processors[event.p()] == event.g() || processors[event.p()] == UNKNOWN, words(event.p()));
        g.becomes(next);
        processors[event.p()] = NOBODY;
    }

    private void readied(TraceEvent event) {
        G g = require(event, State.WAITING, State.WAITING);
        requireActor(event);
        g.becomes(State.RUNNABLE);
    }

    private void stolen(TraceEvent event) {
        G g = require(event, State.NEW, State.RUNNABLE);
        requireFree(event.p());
        processors[event.p()] = NOBODY;
        require(event.a() >= 0 && event.a() < processors.length, "there is no P" + event.a());
        require(event.a() != event.p(), "that is the same P");
        require(event.b() > 0, "that is nothing");
        if (g.state == State.UNKNOWN) {
            goroutines.remove(event.g()); // whether it has started is not known
        }
    }

    /** The P, if one was at hand, was not idle; and the goroutine that did it, if one did, ran on it. */
    private void requireActor(TraceEvent event) {
        int p = event.p();
        long by = event.a();
        if (p >= 0) {
            require(processors[p] != IDLE, words(p));
        }
        if (by == 0) {
            return;
        }
        requireP(p);
        require(processors[p] == by || processors[p] == UNKNOWN, words(p) + ", not goroutine " + by);
        G actor = goroutine(by);
        require(
                actor.state == State.UNKNOWN || (actor.state == State.RUNNING && actor.p == p),
                "goroutine " + by + " " + actor.words());
        actor.becomes(State.RUNNING);
        actor.p = p;
        processors[p] = by;
    }

    private G require(TraceEvent event, State one, State other) {
        G g = goroutine(event.g());
        require(g.state == State.UNKNOWN || g.state == one || g.state == other, "it " + g.words());
        return g;
    }

    private G goroutine(long id) {
        return goroutines.computeIfAbsent(id, any -> new G(complete ? State.NOT_CREATED : State.UNKNOWN));
    }

    private void requireFree(int p) {
        requireP(p);
        require(processors[p] == NOBODY || processors[p] == UNKNOWN, words(p));
    }

    private static void requireP(int p) {
        require(p >= 0, "that needs a P");
    }

    private String words(int p) {
        long runs = processors[p];
        return "P" + p
                + (runs == IDLE
                        ? " is idle"
                        : runs == UNKNOWN
                                ? " is not known"
                                : runs == NOBODY ? " runs nobody" : " runs goroutine " + runs);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new Wrong(otherwise);
        }
    }
}
