package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Main's return keeps others from going on, anywhere. */
class MainsReturnTest {

    private static final int RUNS = 20_000;

    static final List<Policy> COMPLETE = List.of(new ExhaustivePolicy(Integer.MAX_VALUE), new PartialOrderPolicy());

    /** How far two others have come when main has returned. */
    private static Set<List<Integer>> reached(Policy policy, BiConsumer<int[], List<Chan<Integer>>> program) {
        List<int[]> all = new ArrayList<>();
        Exploration done = new Explorer(policy).withRuns(RUNS).explore(() -> {
            List<Chan<Integer>> full = List.of(chan(1), chan(1), chan(1));
            full.forEach(c -> c.send(0));
            int[] steps = new int[2];
            all.add(steps);
            program.accept(steps, full);
        });
        assertTrue(done.complete(), done::toString);
        return all.stream().map(steps -> List.of(steps[0], steps[1])).collect(Collectors.toSet());
    }

    private static Set<List<Integer>> upTo(int first, int second) {
        Set<List<Integer>> all = new HashSet<>();
        for (int i = 0; i <= first; i++) {
            for (int j = 0; j <= second; j++) {
                all.add(List.of(i, j));
            }
        }
        return all;
    }

    @ParameterizedTest
    @FieldSource("COMPLETE")
    void cutsOthersOff_thoughItHasNothingInCommonWithThem(Policy policy) {
        assertEquals(upTo(3, 2), reached(policy, (steps, full) -> {
            go(() -> {
                full.get(0).trySend(1);
                steps[0] = 1;
                full.get(1).trySend(1);
                steps[0] = 2;
                full.get(0).trySend(1);
                steps[0] = 3;
            });
            go(() -> {
                full.get(1).trySend(1);
                steps[1] = 1;
                full.get(0).trySend(1);
                steps[1] = 2;
            });
            full.get(2).trySend(1);
        }));
    }

    @ParameterizedTest
    @FieldSource("COMPLETE")
    void cutsOffWhoHasBegun_andCalledNothingYet(Policy policy) {
        assertEquals(upTo(2, 2), reached(policy, (steps, full) -> {
            for (int i = 0; i < 2; i++) {
                int which = i;
                go(() -> {
                    steps[which] = 1;
                    full.get(which).trySend(1);
                    steps[which] = 2;
                });
            }
        }));
    }

    /** Nor does it touch anything. */
    @ParameterizedTest
    @FieldSource("COMPLETE")
    void cutsOffWhoHasSleptForNoTime(Policy policy) {
        assertEquals(upTo(2, 1), reached(policy, (steps, full) -> {
            go(() -> {
                sleep(Duration.ZERO);
                steps[0] = 1;
                sleep(Duration.ZERO);
                steps[0] = 2;
            });
            go(() -> {
                full.get(0).trySend(1);
                steps[1] = 1;
            });
        }));
    }

    @ParameterizedTest
    @FieldSource("COMPLETE")
    void cutsOffWhomItHasWaitedFor(Policy policy) {
        assertEquals(upTo(2, 0), reached(policy, (steps, full) -> {
            Chan<Integer> ready = chan();
            go(() -> {
                ready.send(1);
                full.get(0).trySend(1);
                steps[0] = 1;
                full.get(1).trySend(1);
                steps[0] = 2;
            });
            ready.recv();
        }));
    }

    @ParameterizedTest
    @FieldSource("COMPLETE")
    void comesAfterWhatOthersDo_whomItsLastCallHasStarted(Policy policy) {
        assertEquals(
                upTo(2, 0),
                reached(
                        policy,
                        (steps, full) -> go(() -> {
                            full.get(0).trySend(1);
                            steps[0] = 1;
                            full.get(1).trySend(1);
                            steps[0] = 2;
                        })));
    }

    @ParameterizedTest
    @FieldSource("COMPLETE")
    void comesAfterWhatOthersDo_whomItsLastCallHasWoken(Policy policy) {
        assertEquals(upTo(1, 1), reached(policy, (steps, full) -> {
            Chan<Integer> values = chan();
            for (int i = 0; i < 2; i++) {
                int which = i;
                go(() -> {
                    if (values.recv().isEmpty()) {
                        steps[which] = 1;
                    }
                });
            }
            values.close();
        }));
    }

    @ParameterizedTest
    @FieldSource("COMPLETE")
    void comesAfterWhatOthersDo_whoWaitForAnEnd(Policy policy) {
        assertEquals(upTo(1, 0), reached(policy, (steps, full) -> {
            Chan<Integer> begun = chan();
            GoHandle ends = go(() -> begun.send(1));
            go(() -> {
                ends.join();
                steps[0] = 1;
            });
            begun.recv();
        }));
    }

    @Test
    void failureOfWhomNobodyWaitsFor_isFoundByChance() {
        ScheduleFailure found =
                assertThrows(ScheduleFailure.class, () -> Schedules.check(MainsReturnTest::startsOneThatFails));
        assertEquals("not waited for", found.getCause().getMessage());
        assertThrows(ScheduleFailure.class, () -> found.schedule().run(MainsReturnTest::startsOneThatFails));
    }

    private static void startsOneThatFails() {
        go(() -> {
            throw new IllegalStateException("not waited for");
        });
    }
}
