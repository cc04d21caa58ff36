package dev.runnel.sample.fib;

import dev.runnel.GoRuntime;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;

/** {@code fib N}: prints the number; what it took goes to standard error. */
public final class FibCommand implements Command {

    /** The largest N whose number fits an int. */
    private static final int MOST = 46;

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int n = arguments.number("N", 1, MOST);
        arguments.end();
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.run(() -> {
                long start = System.nanoTime();
                int number = Fib.fib(n).recv().get();
                long nanos = System.nanoTime() - start;
                terminal.say("fib(" + n + ") = " + number);
                long goroutines = runtime.stats().created() - 1; // without main
                terminal.err().println(goroutines + " goroutines, " + nanos / goroutines + " ns each");
            });
        }
        return 0;
    }
}
