package dev.runnel.sample.md5;

import static dev.runnel.Go.chan;

import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import dev.runnel.scheduler.RuntimeStats;
import java.util.Locale;

/**
 * {@code md5 DIR [--workers N]}: prints the digests of all regular files below DIR, sorted by the bytes of their paths,
 * as md5sum does. What cannot be read is named on standard error, and makes the exit status 1.
 */
public final class Md5Command implements Command {

    private static final int MOST_WORKERS = 1024;
    private static final int WINDOW = 1024;

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int processors = Math.min(Runtime.getRuntime().availableProcessors(), MOST_WORKERS);
        int workers = arguments.option("--workers", processors, 1, MOST_WORKERS);
        String directory = arguments.word("DIR");
        arguments.end();
        Root root = Root.of(directory);
        if (root.attributes().isSymbolicLink()) {
            terminal.err().println("md5: a symbolic link is not followed; " + directory + "/ is what it leads to");
        }
        return run(root, workers, terminal);
    }

    private static int run(Root root, int workers, Terminal terminal) {
        long start = System.nanoTime();
        Chan<Pipeline.Summary> result = chan(1);
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.run(() -> result.send(new Pipeline(terminal, WINDOW).run(root, workers)));
            Pipeline.Summary summary = result.recv().get();
            double seconds = (System.nanoTime() - start) / 1e9;
            RuntimeStats stats = runtime.stats();
            terminal.err()
                    .printf(
                            Locale.ROOT,
                            "md5: %s, %.3f s, %d goroutines, %d steals, %d hand-overs%n",
                            summary.totals(),
                            seconds,
                            stats.created(),
                            stats.steals(),
                            stats.handOvers());
            return summary.unreadable() == 0 ? 0 : 1;
        }
    }
}
