package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.scheduler.DirectedRun;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

class PolicyTest {

    private static final int RUNS = 5_000;

    static Stream<Arguments> bugsByPolicies() {
        record Bug(String name, Body body, Class<? extends Throwable> failure) {}
        List<Bug> bugs = List.of(
                new Bug("lost update", KnownBugs::lostUpdate, AssertionFailedError.class),
                new Bug(
                        "lost update around a channel",
                        KnownBugs::lostUpdateAroundAChannel,
                        AssertionFailedError.class),
                new Bug("two locks", KnownBugs::deadlockOfTwoLocks, DeadlockException.class),
                new Bug("unbuffered", KnownBugs::deadlockOnUnbufferedChannels, DeadlockException.class));
        List<Policy> policies = List.of(
                new RandomPolicy(1),
                new PctPolicy(1, 3),
                new ExhaustivePolicy(1),
                new RoundRobinPolicy(),
                MixedPolicy.of(1));
        return bugs.stream()
                .flatMap(bug -> policies.stream()
                        .map(policy -> Arguments.of(Named.of(bug.name(), bug.body()), bug.failure(), policy)));
    }

    @ParameterizedTest
    @MethodSource("bugsByPolicies")
    void knownBug_isFoundAndShrunkAndReplays(Body bug, Class<? extends Throwable> kind, Policy policy) {
        ScheduleFailure found = assertThrows(ScheduleFailure.class, () -> Schedules.explore(policy, RUNS, bug));
        assertEquals(kind, found.getCause().getClass());
        assertTrue(found.schedule().length() <= 10, found::getMessage);
        assertTrue(found.getMessage().contains(policy.toString()), found::getMessage);

        String line = found.getMessage().lines().toList().getLast();
        assertEquals("To see it again: Schedules.replay(\"" + found.schedule() + "\", body)", line);
        String text = line.substring(line.indexOf('"') + 1, line.lastIndexOf('"'));
        ScheduleFailure again = assertThrows(ScheduleFailure.class, () -> Schedules.replay(text, bug));
        assertEquals(kind, again.getCause().getClass());
        assertEquals(found.interleaving(), again.interleaving());
    }

    @Test
    void plainSchedule_findsNoneOfTheBugsThatNeedAPreemption() {
        Schedule.PLAIN.run(KnownBugs::lostUpdateAroundAChannel);
        Schedule.PLAIN.run(KnownBugs::deadlockOfTwoLocks);
        Schedule.PLAIN.run(KnownBugs::deadlockOnUnbufferedChannels);
    }

    @Test
    void exhaustive_findsEachOrderOnce() {
        // Three calls by main, and two by the other once it is started: the words of m m o o with m first.
        Set<String> orders = new HashSet<>();
        Body body = () -> {
            StringBuilder order = new StringBuilder();
            Chan<Boolean> done = chan(1);
            go(() -> {
                gosched2(order, "a");
                gosched2(order, "b");
                done.send(true);
            });
            gosched2(order, "1");
            done.recv();
            orders.add(order.toString());
        };
        Exploration all = Schedules.explore(new ExhaustivePolicy(10), RUNS, body);
        assertTrue(all.complete());
        assertEquals(Set.of("1ab", "a1b", "ab1"), orders);
    }

    /** A call into the library, and then what can be seen of it. */
    private static void gosched2(StringBuilder order, String what) {
        Chan<Boolean> own = chan(1);
        own.send(true);
        order.append(what);
    }

    @Test
    void exhaustive_countsAreThoseOfTheBound() {
        // main calls: go, receive (parks). a calls: send. b calls: send. Without preemption the only choice is which of
        // a and b runs first when main waits.
        Body body = () -> {
            Chan<Integer> c = chan(2);
            go(() -> c.send(1));
            go(() -> c.send(2));
            c.recv();
            c.recv();
        };
        Exploration none = Schedules.explore(new ExhaustivePolicy(0), RUNS, body);
        Exploration one = Schedules.explore(new ExhaustivePolicy(1), RUNS, body);
        Exploration two = Schedules.explore(new ExhaustivePolicy(2), RUNS, body);
        assertTrue(none.complete() && one.complete() && two.complete());
        assertTrue(none.runs() < one.runs() && one.runs() < two.runs(), none + " " + one + " " + two);
        assertFalse(
                Schedules.explore(new ExhaustivePolicy(2), two.runs() - 1, body).complete());
    }

    @Test
    void exhaustive_neverTriesAScheduleTwice() {
        Set<Schedule> tried = new HashSet<>();
        Policy exhaustive = new ExhaustivePolicy(2);
        int runs = Schedules.explore(exhaustive, RUNS, KnownBugs::lostUpdateOnlySometimes)
                .runs();
        Iterator<Picker> pickers = exhaustive.pickers();
        int count = 0;
        while (pickers.hasNext()) {
            Run run = new Run(pickers.next(), 1_000, null, true);
            run.execute(() -> {
                KnownBugs.lostUpdateOnlySometimes();
                DirectedRun.aboutToReturn();
            });
            assertTrue(tried.add(run.taken()), () -> run.taken() + " again");
            count++;
        }
        assertEquals(runs, count);
    }

    /** What a run leaves behind makes the later runs another program. */
    @Test
    void exhaustive_ofAProgramThatIsNotRepeatable_saysSo() {
        for (int later : new int[] {1, 3}) {
            int[] runs = {0};
            Explorer all = new Explorer(new ExhaustivePolicy(1)).withRuns(RUNS);
            IllegalStateException told = assertThrows(
                    IllegalStateException.class, () -> all.explore(() -> senders(runs[0]++ == 0 ? 2 : later)));
            assertTrue(told.getMessage().contains("not repeatable"), told::getMessage);
        }
    }

    private static void senders(int number) {
        Chan<Integer> c = chan();
        for (int i = 0; i < number; i++) {
            go(() -> c.send(1));
        }
        for (int i = 0; i < number; i++) {
            c.recv();
        }
    }

    @Test
    void select_allClausesAreChosenBySomeSchedule() {
        Set<Integer> chosen = new HashSet<>();
        Exploration all = Schedules.explore(new ExhaustivePolicy(0), RUNS, () -> {
            Chan<Integer> a = chan(1);
            Chan<Integer> b = chan(1);
            Chan<Integer> c = chan(1);
            List.of(a, b, c).forEach(channel -> channel.send(1));
            dev.runnel.Go.select()
                    .recv(a, () -> chosen.add(0))
                    .recv(b, () -> chosen.add(1))
                    .recv(c, () -> chosen.add(2))
                    .run();
        });
        assertEquals(new Exploration(6, 24, true), all);
        assertEquals(Set.of(0, 1, 2), chosen);
    }

    @Test
    void seeds_decide() {
        assertEquals(taken(new RandomPolicy(7)), taken(new RandomPolicy(7)));
        assertEquals(taken(new PctPolicy(7, 3)), taken(new PctPolicy(7, 3)));
        assertFalse(taken(new RandomPolicy(7)).equals(taken(new RandomPolicy(8))));
        assertFalse(taken(new PctPolicy(7, 3)).equals(taken(new PctPolicy(8, 3))));
    }

    private static List<Schedule> taken(Policy policy) {
        Iterator<Picker> pickers = policy.pickers();
        return Stream.generate(() -> {
                    Run run = new Run(pickers.next(), 1_000, null, true);
                    assertEquals(null, run.execute(KnownBugs::benign));
                    return run.taken();
                })
                .limit(50)
                .toList();
    }

    static Stream<Policy> fairToWhoYields() {
        return Stream.of(
                new RandomPolicy(1),
                new PctPolicy(1, 1),
                new PctPolicy(1, 3),
                new RoundRobinPolicy(),
                new ExhaustivePolicy(1),
                MixedPolicy.of(1));
    }

    @ParameterizedTest
    @MethodSource("fairToWhoYields")
    void yieldingLoop_comesToItsEnd(Policy policy) {
        Explorer explorer = new Explorer(policy).withRuns(500).withSteps(2_000);
        explorer.explore(() -> {
            boolean[] done = {false, false};
            go(() -> {
                while (!done[0]) {
                    gosched();
                }
                done[1] = true;
            });
            go(() -> done[0] = true);
            while (!done[1]) {
                gosched();
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "3, 2", "6, 5", "100, 5"})
    void pct_changesPrioritiesAtSoManyPlaces(int depth, int places) {
        int[] changesAt = new int[5];
        Iterator<Picker> pickers = new PctPolicy(1, depth).pickers();
        runOfFivePreemptions(pickers.next(), new int[5]); // shows how long the program is
        for (int run = 0; run < 100; run++) {
            assertEquals(places, runOfFivePreemptions(pickers.next(), changesAt));
        }
        assertTrue(
                places == 0 || Arrays.stream(changesAt).allMatch(changes -> changes > 0), Arrays.toString(changesAt));
    }

    /** Two goroutines that can always run; gives how often the one that runs is preempted. */
    private static int runOfFivePreemptions(Picker picker, int[] changesAt) {
        int changes = 0;
        List<Long> goroutines = List.of(1L, 2L);
        for (int i = 0; i < 5; i++) {
            goroutines = after(picker.pick(Asked.among(Decision.Kind.NEXT, goroutines)), goroutines);
            int pick = picker.pick(Asked.among(Decision.Kind.PREEMPT, goroutines));
            goroutines = after(pick, goroutines);
            changes += pick;
            changesAt[i] += pick;
        }
        return changes;
    }

    /** The one that runs now is first. */
    private static List<Long> after(int pick, List<Long> goroutines) {
        return pick == 0 ? goroutines : goroutines.reversed();
    }

    @Test
    void mixed_passesOverWhatHasEnded() {
        MixedPolicy mixed = new MixedPolicy(List.of(new ReplayPolicy(Schedule.PLAIN), new ExhaustivePolicy(0)));
        Exploration all = Schedules.explore(mixed, RUNS, () -> {
            go(() -> {});
            go(() -> {});
            gosched();
            gosched();
        });
        assertTrue(all.complete());
        assertTrue(all.runs() > 2, all.toString());
    }

    @Test
    void badNumbers_areRejected() {
        assertThrows(IllegalArgumentException.class, () -> new PctPolicy(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new ExhaustivePolicy(-1));
        assertThrows(IllegalArgumentException.class, () -> new MixedPolicy(List.of()));
        assertThrows(IllegalArgumentException.class, () -> Schedules.explore(new RandomPolicy(1), 0, () -> {}));
    }

    /** One that has yielded gives way only to those that could run then, until they have. */
    @Test
    void exhaustive_withoutPreemptions_hasBothOrders_ofWhoHasYieldedLongAgo() {
        Set<String> orders = new TreeSet<>();
        Exploration all = Schedules.explore(new ExhaustivePolicy(0), RUNS, () -> {
            StringBuilder order = new StringBuilder();
            Chan<Integer> a = chan(1);
            Chan<Integer> b = chan(1);
            Chan<Integer> done = chan(2);
            go(() -> {
                go(() -> {});
                gosched();
                a.recv();
                order.append("A");
                done.send(1);
            });
            go(() -> {
                b.recv();
                order.append("B");
                done.send(1);
            });
            Bubble.await();
            a.send(1);
            b.send(1);
            gosched();
            done.recv();
            done.recv();
            orders.add(order.toString());
        });
        assertTrue(all.complete());
        assertEquals(Set.of("AB", "BA"), orders);
    }

    /** The one that is woken by that end could not run when main yielded: main need not give way to it. */
    @Test
    void exhaustive_withoutPreemptions_findsWhatComesAfterAnEndWithoutACall() {
        assertThrows(
                ScheduleFailure.class,
                () -> Schedules.explore(new ExhaustivePolicy(0), RUNS, () -> {
                    boolean[] told = {false};
                    Chan<Integer> c = chan();
                    GoHandle waits = go(() -> c.recv());
                    go(() -> {
                        waits.join();
                        told[0] = true;
                    });
                    gosched();
                    c.send(1);
                    gosched(); // the first can run, the second cannot
                    assertTrue(told[0]);
                }));
    }

    @Test
    void yielded_isForgotten_whenItHasEnded() {
        assertEquals(List.of("NEXT 2"), yieldedInThePlainSchedule(() -> {
            GoHandle yields = go(() -> {
                gosched();
                gosched(); // by now the others wait for it: there is nothing to decide
            });
            go(yields::join);
            yields.join();
        }));
    }

    @Test
    void yielded_afterATurn_isToldOnce() {
        assertEquals(List.of("PREEMPT 1"), yieldedInThePlainSchedule(() -> {
            Chan<Integer> c = chan();
            GoHandle ends = go(() -> {});
            go(() -> {});
            for (int i = 0; i < Run.TURN; i++) {
                c.len();
            }
            ends.join();
        }));
    }

    private static List<String> yieldedInThePlainSchedule(Body body) {
        List<String> told = new ArrayList<>();
        Picker notes = decision -> {
            if (decision.yielded() != 0) {
                told.add(decision.kind() + " " + decision.yielded());
            }
            return 0;
        };
        Schedules.explore(() -> List.of(notes).iterator(), 1, body);
        return told;
    }
}
