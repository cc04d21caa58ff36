package dev.runnel.sample.sieve;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;

/**
 * A chain of filters that grows by one with each prime. It never ends by itself: the runtime ends it when main returns.
 */
final class Sieve {

    private Sieve() {}

    /** All primes, in order. */
    static RecvChan<Integer> primes() {
        Chan<Integer> primes = chan();
        go("sieve", () -> {
            RecvChan<Integer> rest = from(2);
            while (true) {
                int prime = rest.recv().get();
                primes.send(prime);
                rest = without(prime, rest);
            }
        });
        return primes;
    }

    /** The numbers from {@code first} on. */
    private static RecvChan<Integer> from(int first) {
        Chan<Integer> numbers = chan();
        go("numbers", () -> {
            for (int n = first; ; n++) {
                numbers.send(n);
            }
        });
        return numbers;
    }

    /** Those of the numbers that the prime does not divide. */
    private static RecvChan<Integer> without(int prime, RecvChan<Integer> numbers) {
        Chan<Integer> rest = chan();
        go("not by " + prime, () -> {
            for (int n : numbers) {
                if (n % prime != 0) {
                    rest.send(n);
                }
            }
        });
        return rest;
    }
}
