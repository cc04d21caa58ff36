package dev.runnel.sample.fib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.sample.Ran;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FibTest {

    @Test
    void numbers_areFibonaccis() {
        AtomicReference<List<Integer>> first = new AtomicReference<>();

        Go.run(() -> first.set(IntStream.rangeClosed(1, 10)
                .mapToObj(n -> Fib.fib(n).recv().get())
                .toList()));

        assertEquals(List.of(1, 1, 2, 3, 5, 8, 13, 21, 34, 55), first.get());
    }

    @Test
    void program_printsTheNumberAndTheGoroutines() {
        Ran ran = Ran.program("fib", "15");

        assertEquals("fib(15) = 610\n", ran.out());
        assertTrue(ran.err().startsWith("1219 goroutines, "), ran.err());
    }
}
