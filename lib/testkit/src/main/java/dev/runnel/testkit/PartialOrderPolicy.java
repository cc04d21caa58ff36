package dev.runnel.testkit;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.testkit.Decision.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All schedules, without a bound on preemptions, except those that differ from one that was tried only in the order of
 * calls that have nothing to do with each other: calls on different channels, mutexes, groups or semaphores, alone or
 * in selects. It comes to all outcomes that {@link ExhaustivePolicy} without a bound would come to, in fewer runs, and
 * in far fewer where goroutines use different things. Main's return counts as a call that has to do with all others,
 * since it keeps them from going on.
 *
 * <p>This holds for programs without data races: those in which whatever several goroutines use, and one of them
 * changes, is ordered by calls into the library. A program in which two goroutines use a plain field, and different
 * channels, may do what no schedule of this policy shows. The order of calls that end a context, that use a condition,
 * a {@code Once}, a timer or a select on other things than channels, and of any other calls, is always tried. If a run
 * has a {@code gosched}, no goroutine that could have gone on before it is left out; nor is anything after it, except
 * schedules in which a goroutine that has asked for others to run goes on before they have run. The same holds if
 * timers that are due fire because 200 calls were made meanwhile.
 *
 * <p>The program must do the same whenever it is given the same answers, as for {@code ExhaustivePolicy}. A picker of
 * this policy is told of all that is done in its run, and so cannot be called by one of yours: the exploration ends
 * with an {@link IllegalStateException} then.
 *
 * <p>This is dynamic partial-order reduction by source sets (Abdulla, Aronis, Jonsson and Sagonas, Optimal Dynamic
 * Partial Order Reduction, POPL 2014) with sleep sets (Godefroid, Partial-Order Methods for the Verification of
 * Concurrent Systems, 1996).
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

    private static final long MAIN = 1; // ends the run

    /** In a run with more steps, every goroutine that does not sleep is tried: that will never be complete. */
    private static final int MOST_STEPS = 2_000;

    private static final class Search extends DepthFirst<Search.Walk> {

        private final List<ChoicePoint> path = new ArrayList<>();

        @Override
        Walk walk() {
            return new Walk();
        }

        @Override
        boolean turn(Walk ended) {
            ended.end();
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

            /** The last decision about goroutines, what has happened since, and which goroutines still sleep. */
            private @Nullable ChoicePoint from;

            private final Footprint.Numbers numbers = new Footprint.Numbers();
            private final HappensBefore<ChoicePoint> order = new HappensBefore<>(MOST_STEPS);
            private HappensBefore<ChoicePoint>.Step step = order.begin(MAIN, null, new Footprint(numbers));
            private Footprint since = new Footprint(numbers);
            private final Map<Long, Footprint> asleep = new HashMap<>();

            /**
             * What the last call of each goroutine touches; and the same for those that wait in it, or have not run
             * since.
             */
            private final Map<Long, Footprint> calls = new HashMap<>();

            private final Map<Long, Footprint> waits = new HashMap<>();

            /** The goroutines that have not ended, and do not wait. */
            private final Set<Long> canRun = new HashSet<>(Set.of(MAIN));

            /** The goroutines that have gone on at some decision. */
            private final Set<Long> begun = new HashSet<>();

            private final Yields yields = new Yields();
            private boolean reduces = true;

            /** A run tells of all that is done. */
            private boolean isTold;

            /** Whether what is left of this run is only another order of what was tried. */
            private boolean redundant;

            @Override
            public void begins() {
                isTold = true;
            }

            @Override
            public int pick(Decision decision) {
                if (!isTold) {
                    throw new IllegalStateException("pickers of PartialOrderPolicy are told of all steps,"
                            + " and so cannot be used within others");
                }
                if (Yields.isAboutGoroutines(decision)) {
                    if (decision.kind() == Kind.PREEMPT) {
                        runs(decision.goroutine(0));
                    }
                    if (decision.yielded() != 0) {
                        reducesNoMore();
                    }
                    settle();
                } else if (decision.kind() == Kind.TIMER) {
                    nobodyCouldRun();
                }
                return redundant ? 0 : decided(decision);
            }

            private int decided(Decision decision) {
                ChoicePoint now =
                        new ChoicePoint(decision, yields.unfair(decision), asleep, reduces, new Footprint(numbers));
                if (at == path.size()) {
                    if (!now.takeFirst()) {
                        redundant = true;
                        return 0;
                    }
                    path.add(now);
                }
                ChoicePoint node = path.get(at);
                if (!node.isLike(now)) {
                    throw notRepeatable(at, node, "a " + now + " options");
                }
                at++;
                if (node.isAboutGoroutines()) {
                    yields.runs(node.goesOn());
                    from = node;
                    since = new Footprint(numbers);
                    step = order.begin(node.goesOn(), node, new Footprint(numbers));
                    asleep.clear();
                    asleep.putAll(node.asleep());
                    if (begun.add(node.goesOn())) { // from there on it is cut off, and not kept from beginning
                        since.addRun();
                        step.footprint.addRun();
                    }
                }
                return node.pick();
            }

            /** What was begun at the last decision is over. */
            private void settle() {
                if (!redundant && from != null) {
                    from.leadsTo(since);
                    asleep.values().removeIf(sleeps -> sleeps.meets(since));
                }
            }

            /**
             * The run is over: main has returned, and so has kept those that could have gone on from doing whatever
             * they would have done.
             */
            void end() {
                canRun.remove(MAIN);
                if (!redundant && from != null) {
                    since.addEndOfRun();
                    order.of(step, MAIN, new Footprint(numbers)).footprint.addEndOfRun();
                    from.wantsEachOf(canRun);
                }
                settle();
                order.eachRace(ChoicePoint::wantsOneOf);
                if (!order.isWhole()) {
                    path.forEach(ChoicePoint::wantsAll);
                }
            }

            /**
             * Some of what could follow is passed over from now on, and so are its races. Every goroutine that could
             * have gone on before is tried, whether it races or not.
             */
            private void reducesNoMore() {
                if (reduces && !redundant) {
                    reduces = false;
                    asleep.clear();
                    path.subList(0, at).forEach(ChoicePoint::wantsAll);
                }
            }

            @Override
            public void happens(Goroutine goroutine, Act act, @Nullable Object on) {
                if (redundant) {
                    return;
                }
                boolean call = Run.isCall(act);
                if (call || act == Act.END || act == Act.FAIL) {
                    runs(goroutine.id());
                    if (redundant) {
                        return;
                    }
                    step = order.ofCall(step, goroutine.id(), new Footprint(numbers));
                }
                if (act == Act.READY && canRun.isEmpty()) { // it has waited for that, or for a time that has come
                    nobodyCouldRun();
                }
                Footprint touches = new Footprint(numbers);
                touches.add(goroutine, act, on, numbers);
                since.addAll(touches);
                step.footprint.addAll(touches);
                if (call) {
                    calls.put(goroutine.id(), touches);
                }
                switch (act) {
                    case NEW -> begins(goroutine);
                    case READY -> {
                        begins(goroutine);
                        Footprint left = waits.get(goroutine.id());
                        if (left != null) { // it waits nowhere else any more
                            step.footprint.addAll(left);
                        }
                    }
                    case WOKEN -> canRun.add(goroutine.id());
                    case PARK -> {
                        waits.put(goroutine.id(), lastCall(goroutine));
                        canRun.remove(goroutine.id());
                    }
                    case END, FAIL -> canRun.remove(goroutine.id());
                    case YIELD -> reducesNoMore();
                    default -> {}
                }
            }

            private void begins(Goroutine goroutine) {
                step.begins(goroutine.id());
                canRun.add(goroutine.id());
            }

            /** What a goroutine may touch when it is woken: whatever there is, if it waits without a call. */
            private Footprint lastCall(Goroutine goroutine) {
                return calls.computeIfAbsent(goroutine.id(), any -> {
                    Footprint unknown = new Footprint(numbers);
                    unknown.addEverything();
                    return unknown;
                });
            }

            /**
             * A goroutine is seen to run. One that sleeps may do so if there was no decision, since no other could run.
             */
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
                    step = order.of(step, goroutine, new Footprint(numbers));
                    step.footprint.addAll(call);
                }
            }

            @Override
            public void timePasses() {
                nobodyCouldRun();
            }

            /** Which calls come before that depends on how many there were, and not on what they have touched. */
            @Override
            public void overdueFire() {
                reducesNoMore();
                nobodyCouldRun();
            }

            private void nobodyCouldRun() {
                if (!redundant) {
                    since.addEverything();
                    step = order.beginByNobody(new Footprint(numbers));
                }
            }
        }
    }
}
