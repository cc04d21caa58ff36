package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.concurrent.atomic.LongAdder;

/** Primes through a line of filters that grows by one with each prime. An operation is a number on a channel. */
final class Sieve<C> extends Workload<C> {

    Sieve(Kit<C> kit) {
        super(kit, Need.MANY);
    }

    private static final Integer LAST = 0;

    @Override
    public void run(Round round) {
        int last = prime(round.size());
        for (long i = 0; i < round.n(); i++) {
            round.did(round.ops() + sieve(round, last));
        }
    }

    /** Sends the numbers up to the last prime that is wanted, and then the mark that ends all filters. */
    private long sieve(Round round, int last) {
        Crew crew = kit.crew(round.size());
        LongAdder passed = new LongAdder();
        C numbers = kit.chan(round.cap());
        C source = numbers;
        kit.go(() -> {
            for (int i = 2; i <= last; i++) {
                kit.send(source, i);
            }
            kit.send(source, LAST);
        });
        int prime = 0;
        for (int i = 0; i < round.size(); i++) {
            prime = Values.number(kit.recv(numbers));
            C in = numbers;
            C out = kit.chan(round.cap());
            int divisor = prime;
            kit.go(() -> {
                passed.add(filter(in, out, divisor));
                crew.done();
            });
            numbers = out;
        }
        round.check("prime", last, prime);
        round.check("end", LAST, Values.number(kit.recv(numbers)));
        crew.await();
        return passed.sum() + round.size() + 1;
    }

    private long filter(C in, C out, int prime) {
        long count = 0;
        while (true) {
            Object value = kit.recv(in);
            count++;
            int number = Values.number(value);
            if (number == LAST) {
                kit.send(out, value);
                return count;
            }
            if (number % prime != 0) {
                kit.send(out, value);
            }
        }
    }

    /** The n-th prime. */
    private static int prime(int n) {
        int left = n;
        int candidate = 1;
        while (left > 0) {
            candidate++;
            int divisor = 2;
            while (divisor * divisor <= candidate && candidate % divisor != 0) {
                divisor++;
            }
            if (divisor * divisor > candidate) {
                left--;
            }
        }
        return candidate;
    }
}
