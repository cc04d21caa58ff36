package dev.runnel.conformance.litmus;

import dev.runnel.conformance.litmus.Call.Clause;
import java.util.ArrayList;
import java.util.List;

/**
 * What a goroutine does at one instant.
 *
 * @param clauses those of a communication; otherwise none
 * @param numbered whether it says which clause it was: a select does
 * @param next where the goroutine goes on if the step is tried in vain, or left out
 */
record Step(Kind kind, List<Clause> clauses, boolean numbered, int next) {

    enum Kind {
        COMMUNICATE,
        TRY_TO_COMMUNICATE,
        CLOSE,
        CANCEL,
        ERR,
        COUNT_DOWN,
        AWAIT_ZERO,
        COND_WAIT,
        COND_SIGNAL,
        COND_BROADCAST,
        LOCK,
        /** By a goroutine that a condition has woken. */
        LOCK_AGAIN,
        TRY_LOCK,
        UNLOCK,
        ANNOUNCE_WRITER,
        WRITE_LOCK,
        TRY_WRITE_LOCK,
        WRITE_UNLOCK,
        READ_LOCK,
        TRY_READ_LOCK,
        READ_UNLOCK,
        ENTER_ONCE,
        LEAVE_ONCE
    }

    /** The steps of a goroutine. */
    static List<Step> of(List<Call> calls) {
        List<Step> steps = new ArrayList<>();
        calls.forEach(call -> add(call, steps));
        return List.copyOf(steps);
    }

    private static void add(Call call, List<Step> steps) {
        switch (call) {
            case Call.Single(Clause clause, boolean tries) -> steps.add(communicate(List.of(clause), tries, false));
            case Call.Select(List<Clause> clauses, boolean tries) -> steps.add(communicate(clauses, tries, true));
            case Call.Plain(Call.What what, int which) -> addPlain(what, which, steps);
            case Call.Framed framed -> addFramed(framed, steps);
        }
    }

    private static Step communicate(List<Clause> clauses, boolean tries, boolean numbered) {
        return new Step(tries ? Kind.TRY_TO_COMMUNICATE : Kind.COMMUNICATE, clauses, numbered, 0);
    }

    private static Step plain(Kind kind) {
        return new Step(kind, List.of(), false, 0);
    }

    private static void addPlain(Call.What what, int which, List<Step> steps) {
        switch (what) {
            case CLOSE -> steps.add(new Step(Kind.CLOSE, List.of(new Clause(Call.Port.SEND, which, 0)), false, 0));
            case CANCEL -> steps.add(plain(Kind.CANCEL));
            case ERR -> steps.add(plain(Kind.ERR));
            case WAIT_GROUP_DONE -> steps.add(plain(Kind.COUNT_DOWN));
            case WAIT_GROUP_WAIT -> steps.add(plain(Kind.AWAIT_ZERO));
            case COND_WAIT -> {
                steps.add(plain(Kind.LOCK));
                steps.add(plain(Kind.COND_WAIT));
                steps.add(plain(Kind.LOCK_AGAIN));
                steps.add(plain(Kind.UNLOCK));
            }
            case COND_SIGNAL -> steps.add(plain(Kind.COND_SIGNAL));
            case COND_BROADCAST -> steps.add(plain(Kind.COND_BROADCAST));
        }
    }

    private static void addFramed(Call.Framed framed, List<Step> steps) {
        boolean tries = framed.tries();
        switch (framed.frame()) {
            case LOCKED -> addAround(tries ? Kind.TRY_LOCK : Kind.LOCK, Kind.UNLOCK, framed.body(), steps);
            case READ_LOCKED ->
                addAround(tries ? Kind.TRY_READ_LOCK : Kind.READ_LOCK, Kind.READ_UNLOCK, framed.body(), steps);
            case WRITE_LOCKED -> {
                if (!tries) {
                    steps.add(plain(Kind.ANNOUNCE_WRITER));
                }
                addAround(tries ? Kind.TRY_WRITE_LOCK : Kind.WRITE_LOCK, Kind.WRITE_UNLOCK, framed.body(), steps);
            }
            case ONCE -> addAround(Kind.ENTER_ONCE, Kind.LEAVE_ONCE, framed.body(), steps);
        }
    }

    private static void addAround(Kind before, Kind after, List<Call> body, List<Step> steps) {
        int at = steps.size();
        steps.add(plain(before));
        body.forEach(call -> add(call, steps));
        steps.add(plain(after));
        steps.set(at, new Step(before, List.of(), false, steps.size()));
    }
}
