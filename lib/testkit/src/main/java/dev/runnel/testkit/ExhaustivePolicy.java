package dev.runnel.testkit;

import dev.runnel.testkit.Decision.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;

/**
 * All schedules, one after the other, depth first: for small programs. Ends when all are explored. The program must do
 * the same whenever it is given the same answers: if it does not, that ends the exploration with an
 * {@link IllegalStateException}.
 *
 * @param preemptions schedules with more preemptions than this are left out; most bugs need one or two, and the number
 *     of schedules grows exponentially in this. If a goroutine that has called {@code gosched} runs before another that
 *     could run then and has not run since, that counts as one
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

    /**
     * Keeps the answers of the run before; the next run differs from it in the last answer that has alternatives left.
     */
    private static final class Search extends DepthFirst<Search.Walk> {

        private static final class Node {
            final Kind kind;
            final int options;

            /** Answers by which a goroutine runs before others that it has asked to run. */
            final BitSet unfair;

            int pick;

            Node(Decision decision, BitSet unfair) {
                kind = decision.kind();
                options = decision.options();
                this.unfair = unfair;
            }

            /** How many preemptions an answer is; more than any bound if it is not allowed. */
            long preemptions(int answer) {
                if (unfair.get(answer)) {
                    return kind == Kind.PREEMPT && answer == 0 ? Integer.MAX_VALUE + 1L : 1;
                }
                return kind == Kind.PREEMPT && answer > 0 && unfair.isEmpty() ? 1 : 0;
            }

            boolean isLike(Node other) {
                return kind == other.kind && options == other.options && unfair.equals(other.unfair);
            }

            @Override
            public String toString() {
                return kind + " of " + options;
            }
        }

        private final int preemptions;
        private final List<Node> path = new ArrayList<>();
        private long preempted; // on the path

        Search(int preemptions) {
            this.preemptions = preemptions;
        }

        @Override
        Walk walk() {
            return new Walk();
        }

        /** Goes back to the last answer that has alternatives left, and takes the next of them. */
        @Override
        boolean turn(Walk ended) {
            if (ended.at < path.size()) {
                throw notRepeatable(ended.at, path.get(ended.at), "nothing");
            }
            while (!path.isEmpty()) {
                Node end = path.removeLast();
                preempted -= end.preemptions(end.pick);
                if (take(end, end.pick + 1)) {
                    return true;
                }
            }
            return false;
        }

        /** Goes on with the first answer from this one that the bound allows; tells whether there is one. */
        private boolean take(Node node, int from) {
            for (int answer = from; answer < node.options; answer++) {
                if (preempted + node.preemptions(answer) <= preemptions) {
                    node.pick = answer;
                    path.add(node);
                    preempted += node.preemptions(answer);
                    return true;
                }
            }
            return false;
        }

        private final class Walk implements Picker {
            private int at;

            private final Yields yields = new Yields();

            @Override
            public int pick(Decision decision) {
                Node now = new Node(decision, yields.unfair(decision));
                if (at == path.size()) {
                    take(now, 0);
                }
                Node node = path.get(at);
                if (!node.isLike(now)) {
                    throw notRepeatable(at, node, "a " + now + " options");
                }
                at++;
                if (Yields.isAboutGoroutines(decision)) {
                    yields.runs(decision.goroutine(node.pick));
                }
                return node.pick;
            }
        }
    }
}
