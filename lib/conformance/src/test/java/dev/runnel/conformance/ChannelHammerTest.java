package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.select.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Plain senders and receivers, and selects of up to eight channels, in all combinations: {@code test/ken/chan.go}.
 * Every channel carries its own sequence of numbers, which must come out complete and in order.
 */
class ChannelHammerTest {

    /** A channel, and how far its sender and its receiver are. */
    private static final class Sequence {
        final Chan<Integer> channel;
        final int length;
        final int first;
        int sent;
        int received;

        Sequence(int capacity, int length, int number) {
            this.channel = chan(capacity);
            this.length = length;
            this.first = 100 * number;
        }

        int toSend() {
            return first + sent;
        }

        void take(int value) {
            assertEquals(first + received, value);
            received++;
        }

        boolean allSent() {
            return sent == length;
        }

        boolean allReceived() {
            return received == length;
        }
    }

    private final List<GoHandle> running = new ArrayList<>();
    private final List<Sequence> sequences = new ArrayList<>();
    private final SplittableRandom seeds = new SplittableRandom(10_007);

    private List<Sequence> sequences(int count, int capacity, int length) {
        List<Sequence> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(new Sequence(capacity, length, sequences.size() + made.size()));
        }
        sequences.addAll(made);
        return made;
    }

    private static void yieldSometimes(SplittableRandom random, int most) {
        for (int i = random.nextInt(most); i >= 0; i--) {
            gosched();
        }
    }

    private void send(Sequence s) {
        SplittableRandom random = seeds.split();
        running.add(go(() -> {
            while (!s.allSent()) {
                yieldSometimes(random, 10);
                s.channel.send(s.toSend());
                s.sent++;
            }
        }));
    }

    private void receive(Sequence s) {
        SplittableRandom random = seeds.split();
        running.add(go(() -> {
            while (!s.allReceived()) {
                yieldSometimes(random, 10);
                s.take(s.channel.recv().get());
            }
        }));
    }

    /** One select that receives from some and sends to others until all are through. */
    private void select8(List<Sequence> from, List<Sequence> to) {
        SplittableRandom random = seeds.split();
        running.add(go(() -> {
            int open = from.size() + to.size();
            while (open > 0) {
                yieldSometimes(random, 5);
                Select step = select();
                boolean[] ended = {false};
                for (Sequence s : from) {
                    step.recv(s.allReceived() ? null : s.channel, value -> {
                        s.take(value.get());
                        ended[0] = s.allReceived();
                    });
                }
                for (Sequence s : to) {
                    step.send(s.allSent() ? null : s.channel, s.toSend(), () -> {
                        s.sent++;
                        ended[0] = s.allSent();
                    });
                }
                step.run();
                open -= ended[0] ? 1 : 0;
            }
        }));
    }

    private void awaitAll() {
        running.forEach(GoHandle::join);
        running.clear();
    }

    private void hammer(int capacity, int length) {
        sequences(4, capacity, length).forEach(s -> {
            send(s);
            receive(s);
        });
        awaitAll();

        List<Sequence> four = sequences(4, capacity, length);
        four.forEach(this::send);
        select8(four, List.of());
        awaitAll();

        four = sequences(4, capacity, length);
        four.forEach(this::receive);
        select8(List.of(), four);
        awaitAll();

        four = sequences(4, capacity, length);
        select8(List.of(), four);
        select8(four, List.of());
        awaitAll();

        List<Sequence> there = sequences(4, capacity, length);
        List<Sequence> back = sequences(4, capacity, length);
        select8(back, there);
        select8(there, back);
        awaitAll();

        List<Sequence> in = sequences(4, capacity, length);
        List<Sequence> out = sequences(4, capacity, length);
        List<Sequence> between = sequences(4, capacity, length);
        in.forEach(this::send);
        out.forEach(this::receive);
        select8(in, between);
        select8(between, out);
        awaitAll();
    }

    private void assertComplete(int capacities, int length) {
        int expected = capacities * (4 * 4 + 8 + 12) * length;
        assertEquals(expected, sequences.stream().mapToInt(s -> s.sent).sum());
        assertEquals(expected, sequences.stream().mapToInt(s -> s.received).sum());
    }

    // No schedules: the next test has them, with fewer values.
    @GoTest(
            value = "test/ken/chan.go",
            covers = {"C5", "C30", "S5", "S22", "S23", "S30"},
            schedules = 0)
    void sendersReceiversAndSelects_passAllSequencesOn() {
        Stream.of(0, 1, 10, 100).forEach(capacity -> hammer(capacity, 76));
        assertComplete(4, 76);
    }

    @GoTest(
            value = "test/ken/chan.go",
            covers = {"C5", "C30", "S5", "S22", "S23", "S30"},
            procs = {})
    void sendersReceiversAndSelects_passAllSequencesOn_underSchedules() {
        Stream.of(0, 1, 3).forEach(capacity -> hammer(capacity, 5));
        assertComplete(3, 5);
    }
}
