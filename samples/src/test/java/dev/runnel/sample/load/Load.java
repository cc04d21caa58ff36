package dev.runnel.sample.load;

import dev.runnel.sample.Arguments;
import io.vavr.collection.List;
import java.io.PrintStream;

/** The long runs: see {@code docs/service.md}. */
public final class Load {

    private static final String USAGE =
            "[idle|siege|speed] [--connections N] [--seconds N] [--rounds N] [--clients N]; all three without a name";

    private Load() {}

    /** Fails if one of them does. */
    public static void main(String[] args) throws Exception {
        Arguments arguments = new Arguments(USAGE, List.of(args));
        PrintStream out = System.out;
        Idle idle = new Idle(arguments.option("--connections", 10_000, 1, 1_000_000), out);
        Siege siege = new Siege(arguments.option("--seconds", 60, 1, 86_400), out);
        Speed speed = new Speed(
                arguments.option("--clients", 64, 1, 10_000), arguments.option("--rounds", 15, 1, 1_000), out);
        String what = List.of(args).exists(word -> word.matches("[a-z]+")) ? arguments.word("RUN") : "";
        arguments.end();
        for (String carriers : List.of("shared", "dedicated")) {
            if (what.isEmpty() || what.equals("idle")) {
                idle.run(carriers);
            }
            if (what.isEmpty() || what.equals("siege")) {
                siege.run(carriers);
            }
        }
        if (what.isEmpty() || what.equals("speed")) {
            speed.run();
        }
    }
}
