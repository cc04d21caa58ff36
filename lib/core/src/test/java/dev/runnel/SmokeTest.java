package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmokeTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 64})
    void fib_oneGoroutinePerCall(int procs) {
        Runtimes.run(procs, () -> assertEquals(6765, fib(20).recv().get()));
    }

    static Chan<Integer> fib(int n) {
        Chan<Integer> result = chan();
        go(() -> {
            result.send(n <= 2 ? 1 : fib(n - 1).recv().get() + fib(n - 2).recv().get());
            result.close();
        });
        return result;
    }
}
