package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** Fibonacci numbers, a goroutine and a channel per call. An operation is a goroutine. */
final class Fib<C> extends Workload<C> {

    Fib(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    @Override
    public void run(Round round) {
        for (long i = 0; i < round.n(); i++) {
            C result = kit.chan(0);
            kit.go(() -> fib(round.size(), result));
            round.check("fib", fibonacci(round.size()), Values.number(kit.recv(result)));
        }
        round.did(round.n() * (2 * fibonacci(round.size() + 1) - 1));
    }

    private void fib(int n, C result) {
        if (n < 2) {
            kit.send(result, n);
            return;
        }
        C part = kit.chan(0);
        kit.go(() -> fib(n - 1, part));
        kit.go(() -> fib(n - 2, part));
        kit.send(result, Values.number(kit.recv(part)) + Values.number(kit.recv(part)));
    }

    private static long fibonacci(int n) {
        long a = 0;
        long b = 1;
        for (int i = 0; i < n; i++) {
            long next = a + b;
            a = b;
            b = next;
        }
        return a;
    }
}
