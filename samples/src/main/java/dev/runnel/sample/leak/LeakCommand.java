package dev.runnel.sample.leak;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.SchedulerSnapshot.Goroutines;
import java.io.IOException;

/**
 * {@code leak [REPLICAS]}: finds the goroutines that nobody can reach any more. The JVM has to be told not to keep all
 * virtual threads itself: {@code -Dsample.jvmArgs=-Djdk.trackAllThreads=false}.
 */
public final class LeakCommand implements Command {

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int replicas = arguments.number("REPLICAS", 6, 1, 1_000_000);
        arguments.end();
        Go.run(() -> print(Replicas.first(replicas), terminal));
        return 0;
    }

    private static void print(int first, Terminal terminal) throws IOException {
        ObservedRuntime runtime = GoRuntime.observedCurrent();
        while (othersRun(runtime.snapshot().goroutines())) {
            Go.gosched();
        }
        GoroutineDump leaked;
        try {
            do { // the one that ran last may be missed
                leaked = runtime.unreachable();
            } while (leaked.goroutines().size()
                    < runtime.snapshot().goroutines().waiting());
        } catch (UnsupportedOperationException e) {
            throw new IOException(e.getMessage(), e);
        }
        terminal.say("replica " + first + " was the first");
        terminal.say(leaked.goroutines().size() + " goroutines are leaked");
        terminal.say(leaked.grouped());
    }

    private static boolean othersRun(Goroutines now) {
        return now.total() - now.waiting() > 1;
    }
}
