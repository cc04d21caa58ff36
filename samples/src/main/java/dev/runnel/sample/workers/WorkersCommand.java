package dev.runnel.sample.workers;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import java.io.IOException;

/**
 * {@code workers [JOBS] [--workers N]}: how many steps Collatz's sequences from 1, 2, … take, whenever one takes more
 * than all before it, up to the first that cannot be computed.
 */
public final class WorkersCommand implements Command {

    private static final int WORKERS = 4;
    private static final int AHEAD = 64;

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int workers = arguments.option("--workers", WORKERS, 1, 1024);
        int jobs = arguments.number("JOBS", 200_000, 1, 10_000_000);
        arguments.end();
        Go.run(() -> {
            try (CancelContext context = Context.withCancel(Context.background())) {
                count(new Pool(context, workers).ordered(numbers(jobs, context), AHEAD, Collatz::steps), terminal);
            }
        });
        return 0;
    }

    private static void count(RecvChan<Result<Integer, Integer>> results, Terminal terminal) throws IOException {
        int most = 0;
        int from = 0;
        for (Result<Integer, Integer> result : results) {
            if (result.value().isLeft()) {
                terminal.say(result.job() + ": " + result.value().getLeft().getMessage());
                break;
            }
            int steps = result.value().get();
            if (steps > most || from == 0) {
                most = steps;
                from = result.job();
                terminal.say(from + ": " + most + " steps");
            }
        }
    }

    private static RecvChan<Integer> numbers(int last, Context context) {
        Chan<Integer> numbers = chan();
        go("numbers", () -> {
            try {
                for (int n = 1; n <= last; n++) {
                    numbers.send(n, context);
                }
            } catch (CancelledException e) {
                // no more are needed
            } finally {
                numbers.close();
            }
        });
        return numbers;
    }
}
