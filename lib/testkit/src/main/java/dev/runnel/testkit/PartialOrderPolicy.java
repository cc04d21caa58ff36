package dev.runnel.testkit;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.testkit.Decision.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All schedules, without a bound of preemptions, but for those that differ from one that was tried only in the order of calls that have
 * nothing to do with each other: on different channels, mutexes, groups or semaphores, alone or in selects. It comes to all that {@link ExhaustivePolicy} without
 * a bound would come to, in fewer runs, and in far fewer where goroutines use different things.
 *
 * <p>That holds for programs without data races: what several goroutines use, and one of them changes, is ordered by calls into
 * the library. A program in which two goroutines use a plain field, and different channels, may do what no schedule of this policy
 * shows. The order of what ends a context, or uses a condition, a {@code Once}, a timer or a select on other things than channels, and of anything else is always
 * tried. From the first {@code gosched} of a run on nothing is left out, but that who has asked for
 * others to run goes on before they have.
 *
 * <p>The program must do the same whenever it is given the same answers, as for {@code ExhaustivePolicy}. This is partial-order reduction by
 * sleep sets (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996).
 */
public record PartialOrderPolicy() implements Policy {

    @Override
    public Iterator<Picker> pickers() {
        return new Search();
    }

    @Override
    public String toString() {
        return "new PartialOrderPolicy()";
    }

    /** A decision, and what was tried there. */
    private static final class Node {
        final Kind kind;
        final int options;

        /** By number, for each answer; none if it is not about goroutines. */
        final long[] goroutines;

        /** Answers that are not tried: who sleeps, and who has to give way. */
        final BitSet leftOut;

        /**
         * Who sleeps after this, and what it would touch. That it runs first was tried here, or before and nothing has happened since that it
         * meets.
         */
        final Map<Long, Footprint> asleep;

        final boolean reduces;

        /** What the answer that is tried has led to, up to the next decision. */
        Footprint footprint;

        int pick;

        Node(Decision decision, BitSet unfair, Map<Long, Footprint> asleep, boolean reduces, Footprint footprint) {
            kind = decision.kind();
            options = decision.options();
            goroutines = new long[Yields.isAboutGoroutines(decision) ? options : 0];
            leftOut = unfair;
            this.asleep = new HashMap<>(asleep);
            this.reduces = reduces;
            this.footprint = footprint;
            for (int i = 0; i < goroutines.length; i++) {
                goroutines[i] = decision.goroutine(i);
                if (asleep.containsKey(goroutines[i])) {
                    leftOut.set(i);
                }
            }
        }

        boolean isAboutGoroutines() {
            return goroutines.length > 0;
        }

        /** Takes the first answer from this one on that is not left out; gives whether there is any. */
        boolean take(int from) {
            pick = leftOut.nextClearBit(from);
            return pick < options;
        }

        /** Takes the next; who was tried sleeps. */
        boolean takeNext() {
            if (isAboutGoroutines() && reduces) {
                asleep.put(goroutines[pick], footprint);
            }
            footprint = footprint.empty();
            return take(pick + 1);
        }

        boolean isLike(Node other) {
            return kind == other.kind && options == other.options && Arrays.equals(goroutines, other.goroutines);
        }

        @Override
        public String toString() {
            return kind + " of " + options;
        }
    }

    private static final class Search extends DepthFirst<Search.Walk> {

        private final List<Node> path = new ArrayList<>();

        @Override
        Walk walk() {
            return new Walk();
        }

        @Override
        boolean turn(Walk ended) {
            ended.settle();
            if (ended.at < path.size()) {
                throw notRepeatable(ended.at, path.get(ended.at), "nothing");
            }
            while (!path.isEmpty() && !path.getLast().takeNext()) {
                path.removeLast();
            }
            return !path.isEmpty();
        }

        /** Follows the path, and goes on with the first answers that are not left out. */
        private final class Walk implements WatchingPicker {

            private int at;

            /** The last decision about goroutines, what has happened since, and who sleeps still. */
            private @Nullable Node from;

            private final Footprint.Numbers numbers = new Footprint.Numbers();
            private Footprint since = new Footprint(numbers);
            private final Map<Long, Footprint> asleep = new HashMap<>();

            /** What the last call of each goroutine touches; and those of them that wait in it, or have not run since. */
            private final Map<Long, Footprint> calls = new HashMap<>();

            private final Map<Long, Footprint> waits = new HashMap<>();

            private final Yields yields = new Yields();
            private boolean reduces = true;

            /** Whether what is left of this run is but another order of what was tried. */
            private boolean redundant;

            @Override
            public int pick(Decision decision) {
                if (Yields.isAboutGoroutines(decision)) {
                    if (decision.kind() == Kind.PREEMPT) {
                        runs(decision.goroutine(0));
                    }
                    if (decision.yielded() != 0) {
                        reducesNoMore();
                    }
                    settle();
                } else if (decision.kind() == Kind.TIMER) {
                    since.addEverything();
                }
                return redundant ? 0 : decided(decision);
            }

            private int decided(Decision decision) {
                Node now = new Node(decision, yields.unfair(decision), asleep, reduces, new Footprint(numbers));
                if (at == path.size()) {
                    if (!now.take(0)) {
                        redundant = true;
                        return 0;
                    }
                    path.add(now);
                }
                Node node = path.get(at);
                if (!node.isLike(now)) {
                    throw notRepeatable(at, node, "a " + now + " options");
                }
                at++;
                if (node.isAboutGoroutines()) {
                    yields.runs(node.goroutines[node.pick]);
                    from = node;
                    since = new Footprint(numbers);
                    asleep.clear();
                    asleep.putAll(node.asleep);
                }
                return node.pick;
            }

            /** What was begun at the last decision is over. */
            void settle() {
                if (!redundant && from != null) {
                    from.footprint.addAll(since);
                    asleep.values().removeIf(sleeps -> sleeps.meets(since));
                }
            }

            private void reducesNoMore() {
                reduces = false;
                asleep.clear();
            }

            @Override
            public void happens(Goroutine goroutine, Act act, @Nullable Object on) {
                if (redundant) {
                    return;
                }
                boolean call = Run.isCall(act);
                if (call || act == Act.END || act == Act.FAIL) {
                    runs(goroutine.id());
                }
                if (redundant) {
                    return;
                }
                since.add(goroutine, act, on, numbers);
                if (call) {
                    Footprint touches = new Footprint(numbers);
                    touches.add(goroutine, act, on, numbers);
                    calls.put(goroutine.id(), touches);
                } else if (act == Act.PARK) {
                    waits.put(goroutine.id(), lastCall(goroutine));
                }
                if (act == Act.YIELD) {
                    reducesNoMore();
                }
            }

            /** What a goroutine may touch when it is woken: whatever there is, if it waits without a call. */
            private Footprint lastCall(Goroutine goroutine) {
                return calls.computeIfAbsent(goroutine.id(), any -> {
                    Footprint unknown = new Footprint(numbers);
                    unknown.addEverything();
                    return unknown;
                });
            }

            /** A goroutine is seen to run. One that sleeps may do so if nobody was asked, since no other could. */
            private void runs(long goroutine) {
                Footprint sleeps = asleep.get(goroutine);
                if (sleeps != null) {
                    if (!sleeps.meets(since)) {
                        settle();
                        redundant = true;
                        return;
                    }
                    asleep.remove(goroutine);
                }
                Footprint call = waits.remove(goroutine);
                if (call != null) {
                    since.addAll(call);
                }
            }

            @Override
            public void timePasses() {
                since.addEverything();
            }
        }
    }
}
