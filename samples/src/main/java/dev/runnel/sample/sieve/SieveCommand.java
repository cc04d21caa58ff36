package dev.runnel.sample.sieve;

import dev.runnel.Go;
import dev.runnel.channel.RecvChan;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;

/** {@code sieve N}: the first N primes; prints how many, and the last. */
public final class SieveCommand implements Command {

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int n = arguments.number("N", 1, 100_000);
        arguments.end();
        Go.run(() -> {
            RecvChan<Integer> primes = Sieve.primes();
            int last = 0;
            for (int i = 0; i < n; i++) {
                last = primes.recv().get();
            }
            terminal.say(n + " primes, the last is " + last);
        });
        return 0;
    }
}
