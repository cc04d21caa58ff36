package dev.runnel.conformance.model;

import dev.runnel.conformance.model.History.Call;
import dev.runnel.conformance.model.History.Event;
import dev.runnel.conformance.model.State.Phase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether the model allows a history: goes through its events, and lets operations take effect in all orders,
 * as late as possible, which is when the next event is a return that the state does not explain yet. No state is
 * searched twice at the same event. After Wing and Gong, <i>Testing and Verifying Concurrent Objects</i> (1993), and
 * Lowe, <i>Testing for Linearizability</i> (2017).
 */
final class Checker {

    private record Node(int event, State state) {}

    private final History history;
    private final Model model;
    private final List<Call[]> calls;
    private final Set<Node> seen = new HashSet<>();
    private int furthest;

    private Checker(History history) {
        this.history = history;
        this.model = new Model(history);
        this.calls = history.callsBeforeEach();
    }

    /** Whether the model allows this history. */
    static boolean allows(History history) {
        return new Checker(history).isPossible();
    }

    /**
     * Fails if the model does not allow this history.
     *
     * @param program where it comes from
     */
    static void check(Program program, History history) {
        Checker checker = new Checker(history);
        if (!checker.isPossible()) {
            throw new AssertionError("no order of the operations explains this history of the program\n" + program
                    + "\n" + history.print(checker.furthest));
        }
    }

    private boolean isPossible() {
        return search(0, new State(history.channels().size(), history.participants()));
    }

    private boolean search(int from, State start) {
        int i = from;
        State s = start;
        for (; i < history.events().size(); i++) {
            Event event = history.events().get(i);
            if (!event.isReturn()) {
                s = s.with(event.participant(), Phase.CALLED);
            } else if (s.phases[event.participant()] == Phase.COMPLETE) {
                s = s.with(event.participant(), Phase.NONE);
            } else {
                break;
            }
        }
        furthest = Math.max(furthest, i);
        if (i == history.events().size() && (!history.quiet() || model.isStandstill(s, calls.get(i)))) {
            return true;
        }
        if (!seen.add(new Node(i, s))) {
            return false;
        }
        List<State> next = new ArrayList<>();
        model.steps(s, calls.get(i), next::add);
        int event = i;
        return next.stream().anyMatch(t -> search(event, t));
    }
}
