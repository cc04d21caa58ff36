package dev.runnel.sample.deadlock;

import dev.runnel.Go;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import io.vavr.collection.List;

/** {@code deadlock}: fails with the report, and, as Go does, with exit status 2. */
public final class DeadlockCommand implements Command {

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        arguments.end();
        Go.run(() -> Philosophers.dine(List.of("Aristotle", "Hypatia", "Kant", "Spinoza", "Wittgenstein")));
        return 0;
    }
}
