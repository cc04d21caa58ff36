package dev.runnel.testkit;

import dev.runnel.testkit.Decision.Kind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * All schedules, one after the other, depth first: for small programs. Ends when all are explored.
 *
 * @param preemptions schedules with more preemptions than this are left out; most bugs need one or two, and the number of
 *     schedules grows exponentially in this
 */
public record ExhaustivePolicy(int preemptions) implements Policy {

    /**
     * Checks the bound.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public ExhaustivePolicy {
        if (preemptions < 0) {
            throw new IllegalArgumentException("preemptions: " + preemptions + " is not allowed; allowed: 0 or more");
        }
    }

    @Override
    public Iterator<Picker> pickers() {
        return new Search(preemptions);
    }

    @Override
    public String toString() {
        return "new ExhaustivePolicy(" + preemptions + ")";
    }

    /** Keeps the answers of the run before; the next run differs from it in the last answer that has alternatives left. */
    private static final class Search implements Iterator<Picker> {

        private static final class Node {
            final Kind kind;
            final int options;
            int pick;

            Node(Kind kind, int options) {
                this.kind = kind;
                this.options = options;
            }

            boolean preempts() {
                return kind == Kind.PREEMPT && pick > 0;
            }
        }

        private final int preemptions;
        private final List<Node> path = new ArrayList<>();
        private @Nullable Walk last;
        private boolean isNextFound = true;

        Search(int preemptions) {
            this.preemptions = preemptions;
        }

        @Override
        public boolean hasNext() {
            if (!isNextFound) {
                isNextFound = true;
                turn();
            }
            return last == null || !path.isEmpty();
        }

        @Override
        public Picker next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            isNextFound = false;
            last = new Walk();
            return last;
        }

        /** Goes back to the last answer that has alternatives left, and takes the next of them. */
        private void turn() {
            while (!path.isEmpty()) {
                Node end = path.getLast();
                boolean mayPreempt = end.kind != Kind.PREEMPT || end.preempts() || preempted() < preemptions;
                if (end.pick + 1 < end.options && mayPreempt) {
                    end.pick++;
                    return;
                }
                path.removeLast();
            }
        }

        private long preempted() {
            return path.stream().filter(Node::preempts).count();
        }

        private final class Walk implements Picker {
            private int at;

            @Override
            public int pick(Decision decision) {
                if (at == path.size()) {
                    path.add(new Node(decision.kind(), decision.options()));
                }
                return path.get(at++).pick;
            }
        }
    }
}
