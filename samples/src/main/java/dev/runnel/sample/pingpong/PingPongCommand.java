package dev.runnel.sample.pingpong;

import dev.runnel.Go;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;

/** {@code pingpong [ROUNDS]}: prints the number of round trips and the time that each took. */
public final class PingPongCommand implements Command {

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int rounds = arguments.number("ROUNDS", 1_000_000, 1, Integer.MAX_VALUE);
        arguments.end();
        Go.run(() -> {
            long start = System.nanoTime();
            int hits = PingPong.play(rounds);
            long nanos = System.nanoTime() - start;
            terminal.say(hits + " round trips, " + nanos / hits + " ns each");
        });
        return 0;
    }
}
