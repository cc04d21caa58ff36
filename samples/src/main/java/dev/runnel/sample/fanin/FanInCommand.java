package dev.runnel.sample.fanin;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import io.vavr.collection.List;
import java.io.IOException;

/** {@code fanin [SOURCES] [VALUES]}: merges SOURCES channels of VALUES values each, and checks their order. */
public final class FanInCommand implements Command {

    private record Value(int source, int number) {}

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int sources = arguments.number("SOURCES", 10, 1, 100_000);
        int values = arguments.number("VALUES", 10_000, 1, 1_000_000);
        arguments.end();
        Go.run(() -> merge(sources, values, terminal));
        return 0;
    }

    private static void merge(int sources, int values, Terminal terminal) throws IOException {
        long start = System.nanoTime();
        int[] next = new int[sources];
        long merged = 0;
        for (Value value : FanIn.merge(List.range(0, sources).map(source -> source(source, values)))) {
            if (value.number() != next[value.source()]++) {
                throw new IllegalStateException(value + " is out of order");
            }
            merged++;
        }
        long nanos = System.nanoTime() - start;
        terminal.say(merged + " values of " + sources + " sources, each in its order, " + nanos / merged + " ns each");
    }

    private static RecvChan<Value> source(int source, int values) {
        Chan<Value> numbers = chan();
        go("source", () -> {
            for (int number = 0; number < values; number++) {
                numbers.send(new Value(source, number));
            }
            numbers.close();
        });
        return numbers;
    }
}
