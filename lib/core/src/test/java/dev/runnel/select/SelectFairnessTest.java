package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each of the clauses that are ready has the same chance: S3, S8, S19, C59. All bounds are ten standard deviations. */
class SelectFairnessTest {

    private static final int TRIALS = 10_000;

    private static void assertUniform(int[] counts, int trials) {
        double p = 1.0 / counts.length;
        double sigma = Math.sqrt(trials * p * (1 - p));
        int sum = 0;
        for (int count : counts) {
            assertEquals(trials * p, count, 10 * sigma, () -> java.util.Arrays.toString(counts));
            sum += count;
        }
        assertEquals(trials, sum);
    }

    /** runtime TestSelectFairness: two that are always ready among four. */
    @ParameterizedTest
    @EnumSource
    void twoReadyOfFour_chosenEquallyOften(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c1 = chan(TRIALS + 1);
            Chan<Integer> c2 = chan(TRIALS + 1);
            for (int i = 0; i < TRIALS + 1; i++) {
                c1.send(1);
                c2.send(2);
            }
            Chan<Integer> c3 = chan();
            Chan<Integer> c4 = chan();
            Chan<Integer> out = chan();
            Chan<Boolean> done = chan();
            Member sender = crew.go(() -> {
                boolean[] over = new boolean[1];
                while (!over[0]) {
                    int b = choose().recv(c3, v -> 3)
                            .recv(c4, v -> 4)
                            .recv(c1, v -> v.get())
                            .recv(c2, v -> v.get())
                            .get();
                    select().send(out, b, () -> {})
                            .recv(done, () -> over[0] = true)
                            .run();
                }
            });
            int[] counts = new int[2];
            for (int i = 0; i < TRIALS; i++) {
                counts[out.recv().get() - 1]++;
            }
            done.close();
            sender.join();
            assertUniform(counts, TRIALS);
        });
    }

    /** S8: four ready, one nil, one never ready. */
    @ParameterizedTest
    @EnumSource
    void readyClauses_ofAllKinds_chosenEquallyOften(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> holds = chan(1);
            Chan<Integer> room = chan(1);
            Chan<Integer> closed = chan();
            closed.close();
            holds.send(0);
            int[] counts = new int[4];
            Select kept = select().recv(nilChan(), () -> {})
                    .recv(holds, v -> {
                        counts[0]++;
                        holds.send(0);
                    })
                    .recv(chan(), () -> {})
                    .send(room, 1, () -> {
                        counts[1]++;
                        room.recv();
                    })
                    .recv(closed, v -> counts[2]++)
                    .after(Duration.ZERO, () -> counts[3]++);
            for (int i = 0; i < 4 * TRIALS; i++) {
                kept.run();
            }
            assertUniform(counts, 4 * TRIALS);
        });
    }

    /** S8: a channel in three clauses and another in one: each clause has a quarter. */
    @ParameterizedTest
    @EnumSource
    void sameChannelInThreeClauses_eachClauseCounts(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> a = chan();
            Chan<Integer> b = chan();
            a.close();
            b.close();
            int[] counts = new int[4];
            Select kept = select().recv(a, () -> counts[0]++)
                    .recv(b, () -> counts[1]++)
                    .recv(a, () -> counts[2]++)
                    .recv(a, v -> counts[3]++);
            for (int i = 0; i < 2 * TRIALS; i++) {
                kept.run();
            }
            assertUniform(counts, 2 * TRIALS);
        });
    }

    /** S8: fresh selects draw as fairly as one that is kept; with every number of clauses. */
    @ParameterizedTest
    @EnumSource
    void freshSelects_anyNumberOfClauses_chosenEquallyOften(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            c.close();
            for (int clauses : new int[] {2, 3, 5, 8, 17}) {
                int[] counts = new int[clauses];
                for (int i = 0; i < TRIALS; i++) {
                    Select fresh = select();
                    for (int k = 0; k < clauses; k++) {
                        int mine = k;
                        fresh.recv(c, () -> counts[mine]++);
                    }
                    fresh.run();
                }
                assertUniform(counts, TRIALS);
            }
        });
    }

    /** S19: waiting, the same channel three times. */
    @ParameterizedTest
    @EnumSource(names = {"ON_1_P", "ON_2_PS", "PLATFORM_THREADS"})
    void sameChannelThreeTimes_waiting_eachClauseCounts(Kind kind) {
        int rounds = 900;
        kind.run(crew -> {
            Chan<Integer> c = chan();
            int[] counts = new int[3];
            Member member = crew.go(() -> {
                for (int i = 0; i < rounds; i++) {
                    select().recv(c, () -> counts[0]++)
                            .recv(c, () -> counts[1]++)
                            .recv(c, () -> counts[2]++)
                            .run();
                }
            });
            for (int i = 0; i < rounds; i++) {
                awaitReceivers(c, 3);
                c.send(i);
            }
            member.join();
            assertUniform(counts, rounds);
        });
    }

    /** runtime TestPseudoRandomSend. */
    @ParameterizedTest
    @EnumSource
    void sendOfZeroOrOne_bothOccur(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 100}) {
                int n = 400;
                Chan<Integer> c = chan(capacity);
                List<Integer> got = new ArrayList<>();
                Member receiver = crew.go(() -> c.forEach(got::add));
                for (int i = 0; i < n; i++) {
                    select().send(c, 1, () -> {}).send(c, 0, () -> {}).run();
                }
                c.close();
                receiver.join();
                long ones = got.stream().filter(v -> v == 1).count();
                assertEquals(n, got.size());
                assertTrue(ones > n / 10 && ones < n - n / 10, "ones: " + ones);
            }
        });
    }
}
