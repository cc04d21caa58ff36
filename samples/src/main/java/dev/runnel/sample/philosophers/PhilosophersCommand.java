package dev.runnel.sample.philosophers;

import dev.runnel.Go;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * {@code philosophers TABLE [SEATS] [MEALS]}: the philosophers dine, or the run fails with the report of a deadlock.
 */
public final class PhilosophersCommand implements Command {

    static final Map<String, IntFunction<Table>> TABLES = LinkedHashMap.of(
            "greedy", Greedy::new, "ordered", Ordered::new, "waited", Waited::new, "polite", Polite::new);

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        IntFunction<Table> table = arguments.oneOf("TABLE", TABLES);
        int seats = arguments.number("SEATS", 5, 2, 10_000);
        int meals = arguments.number("MEALS", 10_000, 1, 1_000_000);
        arguments.end();
        Go.run(() -> {
            AtomicInteger eaten = new AtomicInteger();
            Dinner.serve(table.apply(seats), seats, meals, seat -> eaten.incrementAndGet());
            terminal.say(seats + " philosophers have had " + eaten + " meals");
        });
        return 0;
    }
}
