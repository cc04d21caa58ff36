package dev.runnel.sample.sieve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.sample.Ran;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SieveTest {

    @Test
    void primes_comeInOrder() {
        AtomicReference<List<Integer>> first = new AtomicReference<>();

        Go.run(() -> first.set(Sieve.primes().stream().limit(10).toList()));

        assertEquals(List.of(2, 3, 5, 7, 11, 13, 17, 19, 23, 29), first.get());
    }

    @Test
    void program_printsTheLastPrime() {
        assertEquals(
                "300 primes, the last is 1987\n", Ran.program("sieve", "300").out());
    }
}
