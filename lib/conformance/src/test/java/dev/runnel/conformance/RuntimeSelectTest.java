package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.select.Choice;
import dev.runnel.select.Select;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tests of select in Go's {@code runtime/chan_test.go}. */
class RuntimeSelectTest {

    // ---------------------------------------------------------------- one instant

    /** At least one of two channels is ready at every instant, so the default is never taken. */
    private static void nonBlockingSelect(boolean bySend) {
        Chan<Integer> c1 = chan(1);
        Chan<Integer> c2 = chan(1);
        Chan<Boolean> done = chan(1);
        c1.send(1);
        go(() -> done.send(choose().recv(c1, () -> true)
                .recv(c2, () -> true)
                .otherwise(() -> false)
                .get()));
        if (bySend) {
            c2.send(1);
        } else {
            c2.close();
        }
        select().recv(c1, () -> {}).otherwise(() -> {}).run();
        assertTrue(done.recv().get(), "one of the two was ready all the time");
    }

    // No schedules: so many rounds are for the real scheduler. The next but one has them.
    @GoTest(
            value = "runtime TestNonblockSelectRace",
            covers = {"C41", "S13", "S10"},
            schedules = 0)
    void selectWithDefault_seesOneInstant_ofASend() {
        for (int i = 0; i < 30_000; i++) { // Go: 100,000
            nonBlockingSelect(true);
        }
    }

    // No schedules: as above.
    @GoTest(
            value = "runtime TestNonblockSelectRace2",
            covers = {"C41", "S13", "S10"},
            schedules = 0)
    void selectWithDefault_seesOneInstant_ofAClose() {
        for (int i = 0; i < 30_000; i++) { // Go: 100,000
            nonBlockingSelect(false);
        }
    }

    @GoTest(
            value = "runtime TestNonblockSelectRace, TestNonblockSelectRace2",
            covers = {"C41", "S13", "S10"},
            procs = {},
            schedules = 500,
            everySchedule = true)
    void selectWithDefault_seesOneInstant_underSchedules() {
        nonBlockingSelect(true);
        nonBlockingSelect(false);
    }

    // ---------------------------------------------------------------- itself

    private static void selfSelect(int capacity, int rounds) {
        Chan<Integer> c = chan(capacity);
        List<GoHandle> both = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            int self = p;
            both.add(go(() -> {
                for (int i = 0; i < rounds; i++) {
                    Select select = select();
                    boolean sendFirst = self == 0 || i % 2 == 0;
                    if (sendFirst) {
                        select.send(c, self, () -> {});
                    }
                    select.recv(c, v -> assertFalse(capacity == 0 && v.get() == self, "received its own value"));
                    if (!sendFirst) {
                        select.send(c, self, () -> {});
                    }
                    select.run();
                }
            }));
        }
        both.forEach(GoHandle::join);
    }

    // No schedules: the next test has them, with fewer rounds.
    @GoTest(
            value = "runtime TestSelfSelect",
            covers = {"S19", "S20", "C28"},
            schedules = 0)
    void selectOfBothDirections_neverMeetsItself() {
        selfSelect(0, 1000);
        selfSelect(10, 1000);
    }

    @GoTest(
            value = "runtime TestSelfSelect",
            covers = {"S19", "S20", "C28"},
            procs = {},
            schedules = 200)
    void selectOfBothDirections_neverMeetsItself_underSchedules() {
        selfSelect(0, 20);
        selfSelect(10, 20);
    }

    // ---------------------------------------------------------------- stress

    /** Sends or receives n times on each of four channels, in one select whose finished clauses are switched off. */
    private static void selectEach(List<Chan<Integer>> four, int n, boolean toSend, int[] order) {
        List<@Nullable Chan<Integer>> open = new ArrayList<>(four);
        int[] count = new int[4];
        for (int i = 0; i < 4 * n; i++) {
            Choice<Integer> choice = choose().recv(null, () -> -1);
            for (int k : order) {
                if (toSend) {
                    choice.send(open.get(k), 0, () -> k);
                } else {
                    choice.recv(open.get(k), () -> k);
                }
            }
            int chosen = choice.get();
            if (++count[chosen] == n) {
                open.set(chosen, null);
            }
        }
    }

    private static void stress(int n) {
        List<Chan<Integer>> four = List.of(chan(), chan(), chan(2), chan(3));
        List<GoHandle> all = new ArrayList<>();
        for (Chan<Integer> c : four) {
            all.add(go(() -> {
                for (int i = 0; i < n; i++) {
                    c.send(0);
                }
            }));
            all.add(go(() -> {
                for (int i = 0; i < n; i++) {
                    c.recv();
                }
            }));
        }
        all.add(go(() -> selectEach(four, n, true, new int[] {3, 2, 0, 1})));
        all.add(go(() -> selectEach(four, n, false, new int[] {0, 1, 2, 3})));
        all.forEach(GoHandle::join);
        four.forEach(c -> assertTrue(c.tryRecv().isEmpty()));
    }

    // No schedules: the next test has them, with fewer values.
    @GoTest(
            value = "runtime TestSelectStress",
            covers = {"S5", "S22", "S23", "S30", "C31"},
            procs = {1, 2, 4, 10},
            schedules = 0)
    void plainAndSelectSendersAndReceivers_allGetThrough() {
        stress(5_000); // Go: 100,000, in its short form 10,000
    }

    @GoTest(
            value = "runtime TestSelectStress",
            covers = {"S5", "S22", "S23", "S30", "C31"},
            procs = {},
            schedules = 100)
    void plainAndSelectSendersAndReceivers_allGetThrough_underSchedules() {
        stress(8);
    }

    // ---------------------------------------------------------------- fairness

    // No schedules: there the choice is the schedule's, not the scheduler's.
    @GoTest(
            value = "runtime TestSelectFairness",
            covers = {"S3", "S8"},
            schedules = 0)
    void twoReadyClausesOfFour_areChosenEquallyOften() {
        int trials = 10_000;
        Chan<Integer> c1 = chan(trials + 1);
        Chan<Integer> c2 = chan(trials + 1);
        for (int i = 0; i <= trials; i++) {
            c1.send(1);
            c2.send(2);
        }
        Chan<Integer> never = chan();
        Chan<Integer> neither = chan();
        Chan<Integer> out = chan();
        Chan<Boolean> done = chan();
        GoHandle chooser = go(() -> {
            Choice<Integer> next = choose().recv(never, v -> 3)
                    .recv(neither, v -> 4)
                    .recv(c1, v -> v.get())
                    .recv(c2, v -> v.get());
            boolean[] ended = {false};
            while (!ended[0]) {
                select().send(out, next.get(), () -> {})
                        .recv(done, () -> ended[0] = true)
                        .run();
            }
        });
        int[] count = new int[5];
        for (int i = 0; i < trials; i++) {
            count[out.recv().get()]++;
        }
        assertEquals(trials, count[1] + count[2]);
        assertTrue(Math.abs(count[1] - trials / 2) <= 500, () -> count[1] + " and " + count[2]); // 10 sigma
        done.close();
        chooser.join();
    }

    /** Of 100 sends by a select of two sends on one channel: how many were the first. */
    private static int firstOfTwoSends(int capacity) {
        int n = 100;
        Chan<Integer> c = chan(capacity);
        int[] ones = {0};
        GoHandle receiver = go(() -> {
            for (int i = 0; i < n; i++) {
                gosched();
                ones[0] += c.recv().get();
            }
        });
        Select select = select().send(c, 1, () -> {}).send(c, 0, () -> {});
        for (int i = 0; i < n; i++) {
            select.run();
        }
        receiver.join();
        return ones[0];
    }

    // No schedules: as above.
    @GoTest(
            value = "runtime TestPseudoRandomSend",
            covers = {"S8", "S19"},
            schedules = 0)
    void twoReadySendsOnOneChannel_areBothChosen() {
        int first = firstOfTwoSends(100);
        assertTrue(first > 10 && first < 90, () -> first + " of 100");
    }

    // No schedules: as above.
    @GoTest(
            value = "runtime TestPseudoRandomSend",
            covers = {"S8", "S10", "S19"},
            schedules = 0)
    void twoWaitingSendsOnOneChannel_areBothChosen() {
        int first = firstOfTwoSends(0);
        assertTrue(first > 10 && first < 90, () -> first + " of 100");
    }

    // ---------------------------------------------------------------- the same channel twice

    @GoTest(
            value = "runtime TestSelectDuplicateChannel",
            covers = {"S19", "S23", "C56"})
    void channelInTwoClauses_isLeftIntactForWhoWaitsBehind() {
        Chan<Integer> c = chan();
        Chan<Integer> d = chan();
        Chan<Integer> e = chan();
        GoHandle a = Waiting.start(() -> {
            select().recv(c, v -> fail("c was not sent to yet"))
                    .recv(c, () -> fail("c was not sent to yet"))
                    .recv(d, v -> assertEquals(Option.some(7), v))
                    .run();
            e.send(9);
        });
        Waiting.forReason(a, "select");
        GoHandle b = Waiting.start(() -> assertEquals(Option.some(8), c.recv()));
        Waiting.forReason(b, "chan receive");
        d.send(7);
        assertEquals(Option.some(9), e.recv());
        c.send(8);
        b.join();
    }
}
