package dev.runnel.sample.squares;

import static dev.runnel.Go.chan;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import io.vavr.collection.List;
import java.io.IOException;

/** {@code squares N [TAKE]}: squares the numbers from 1 to N, and stops when it has TAKE of them. */
public final class SquaresCommand implements Command {

    private static final int MOST = 1_000_000;

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int n = arguments.number("N", 1, MOST);
        int take = arguments.number("TAKE", n, 0, n);
        arguments.end();
        Go.run(() -> square(n, take, terminal));
        return 0;
    }

    private static void square(int n, int take, Terminal terminal) throws IOException {
        Chan<Void> done = chan();
        try {
            Stages stages = new Stages(done);
            RecvChan<Long> numbers = stages.numbers(n);
            RecvChan<Long> squares = stages.merge(List.of(stages.square(numbers), stages.square(numbers)));
            long sum = 0;
            for (int i = 0; i < take; i++) {
                sum += squares.recv().get();
            }
            terminal.say(take + " of " + n + " squares, their sum is " + sum);
        } finally {
            done.close();
        }
    }
}
