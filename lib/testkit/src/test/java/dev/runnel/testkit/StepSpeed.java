package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;

/** Prints how fast deterministic runs are. Run it by hand; nothing is asserted. */
final class StepSpeed {

    private StepSpeed() {}

    /** Arguments: none. */
    public static void main(String[] arguments) {
        for (int round = 0; round < 3; round++) {
            long begin = System.nanoTime();
            Exploration small = Schedules.explore(new RandomPolicy(round), 10_000, StepSpeed::pingPong);
            print("10,000 small runs, random", begin, small);
            begin = System.nanoTime();
            print(
                    "10,000 small runs, PCT",
                    begin,
                    Schedules.explore(new PctPolicy(round, 3), 10_000, StepSpeed::pingPong));
            begin = System.nanoTime();
            Body large = () -> pipeline(8, 1_000);
            print("20 large runs, random", begin, Schedules.explore(new RandomPolicy(round), 20, large));
            begin = System.nanoTime();
            print(
                    "20 large runs, plain",
                    begin,
                    Schedules.explore(
                            new MixedPolicy(java.util.Collections.nCopies(20, new ReplayPolicy(Schedule.PLAIN))),
                            20,
                            large));
            begin = System.nanoTime();
            int steps = Schedule.PLAIN.replay(large).steps().size();
            print("1 large run, plain, recorded", begin, new Exploration(1, steps, true));
        }
    }

    private static void pingPong() {
        Chan<Integer> there = chan();
        Chan<Integer> back = chan();
        go(() -> there.forEach(back::send));
        for (int i = 0; i < 4; i++) {
            there.send(i);
            back.recv();
        }
        there.close();
    }

    private static void pipeline(int stages, int values) {
        Chan<Integer> first = chan();
        Chan<Integer> last = first;
        for (int i = 0; i < stages; i++) {
            Chan<Integer> from = last;
            Chan<Integer> to = chan();
            go(() -> {
                from.forEach(to::send);
                to.close();
            });
            last = to;
        }
        go(() -> {
            for (int i = 0; i < values; i++) {
                first.send(i);
            }
            first.close();
        });
        last.forEach(value -> {});
    }

    private static void print(String what, long begin, Exploration done) {
        double micros = (System.nanoTime() - begin) / 1e3;
        System.out.printf(
                "%-30s %,9d steps, %,10.0f steps/s, %5.2f us/step, %7.1f us/run%n",
                what, done.steps(), done.steps() / micros * 1e6, micros / done.steps(), micros / done.runs());
    }
}
