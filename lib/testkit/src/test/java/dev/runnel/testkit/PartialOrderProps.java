package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Programs whose main returns while others go on: {@link PartialOrderPolicy} reaches all that {@link ExhaustivePolicy}
 * reaches.
 */
class PartialOrderProps {

    private static final int RUNS = 3_000;
    private static final int CHANNELS = 3;

    private enum What {
        SEND,
        RECEIVE,
        TRY_TO_SEND,
        TRY_TO_RECEIVE,
        SELECT
    }

    record Call(What what, int on) {
        void perform(List<Chan<Integer>> channels) {
            Chan<Integer> channel = channels.get(on);
            switch (what) {
                case SEND -> channel.send(1);
                case RECEIVE -> channel.recv();
                case TRY_TO_SEND -> channel.trySend(1);
                case TRY_TO_RECEIVE -> channel.tryRecv();
                case SELECT ->
                    select().recv(channel, got -> {})
                            .send(channels.get((on + 1) % CHANNELS), 1, () -> {})
                            .run();
            }
        }
    }

    /** Main only tries, so it always returns. */
    record Program(List<Integer> capacities, List<Call> main, List<List<Call>> others) {

        /**
         * Performs all of it.
         *
         * @param done how far each has come
         */
        void perform(int[] done) {
            List<Chan<Integer>> channels = new ArrayList<>();
            for (int capacity : capacities) {
                Chan<Integer> channel = chan(capacity);
                channel.trySend(0);
                channels.add(channel);
            }
            for (int g = 1; g < done.length; g++) {
                int which = g;
                go(() -> perform(others.get(which - 1), which, channels, done));
            }
            perform(main, 0, channels, done);
        }

        private static void perform(List<Call> calls, int which, List<Chan<Integer>> channels, int[] done) {
            for (Call call : calls) {
                call.perform(channels);
                done[which]++;
            }
        }
    }

    @Provide
    Arbitrary<Program> programs() {
        Arbitrary<Integer> channel = Arbitraries.integers().between(0, CHANNELS - 1);
        Arbitrary<Call> tries = Combinators.combine(Arbitraries.of(What.TRY_TO_SEND, What.TRY_TO_RECEIVE), channel)
                .as(Call::new);
        Arbitrary<Call> calls =
                Combinators.combine(Arbitraries.of(What.class), channel).as(Call::new);
        return Combinators.combine(
                        Arbitraries.integers().between(0, 2).list().ofSize(CHANNELS),
                        tries.list().ofMinSize(1).ofMaxSize(2),
                        calls.list()
                                .ofMinSize(1)
                                .ofMaxSize(2)
                                .list()
                                .ofMinSize(1)
                                .ofMaxSize(2))
                .as(Program::new);
    }

    @Property(tries = 60)
    void mainsReturn_cutsOthersOffAnywhere(@ForAll("programs") Program program) {
        Set<String> all = new HashSet<>();
        Assume.that(
                comesTo(all, program, new ExhaustivePolicy(Integer.MAX_VALUE)).complete());
        Set<String> seen = new HashSet<>();
        Exploration exploration = comesTo(seen, program, new PartialOrderPolicy());
        assertTrue(exploration.complete(), exploration::toString);
        assertEquals(all, seen);
    }

    private static Exploration comesTo(Set<String> seen, Program program, Policy policy) {
        List<int[]> runs = new ArrayList<>();
        Exploration exploration = new Explorer(policy).withRuns(RUNS).explore(() -> {
            int[] done = new int[1 + program.others().size()];
            runs.add(done);
            program.perform(done);
        });
        runs.forEach(done -> seen.add(Arrays.toString(done)));
        return exploration;
    }
}
