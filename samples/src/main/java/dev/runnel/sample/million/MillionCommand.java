package dev.runnel.sample.million;

import dev.runnel.Go;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import java.io.IOException;
import java.time.Duration;

/** {@code million [N]}: prints what N blocked goroutines take, in time and in heap. */
public final class MillionCommand implements Command {

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int n = arguments.number("N", 1_000_000, 1, 10_000_000);
        arguments.end();
        Go.run(() -> print(Million.run(n), terminal));
        return 0;
    }

    private static void print(Million million, Terminal terminal) throws IOException {
        int n = million.goroutines();
        terminal.say(n + " goroutines");
        terminal.say("create and block  " + time(million.arrival(), n));
        terminal.say("heap              " + million.heap() / n + " bytes each");
        terminal.say("release and end   " + time(million.departure(), n));
    }

    private static String time(Duration duration, int n) {
        return duration.toMillis() + " ms, " + duration.toNanos() / n + " ns each";
    }
}
