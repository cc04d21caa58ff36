package dev.runnel.sample.fib;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;

/** Fibonacci's numbers, in the slowest way that is still short. */
final class Fib {

    private Fib() {}

    /**
     * The n-th number, on a channel that is closed after it.
     *
     * @param n 1 or more; the first two numbers are 1
     */
    static RecvChan<Integer> fib(int n) {
        Chan<Integer> result = chan();
        go(() -> {
            result.send(n <= 2 ? 1 : fib(n - 1).recv().get() + fib(n - 2).recv().get());
            result.close();
        });
        return result;
    }
}
