package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.RuntimeConfig;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/** The strides that visit all of n Ps, each once, from any start: the numbers coprime to n (P32). */
final class Strides {

    private static final AtomicReferenceArray<int[]> KNOWN = new AtomicReferenceArray<>(RuntimeConfig.MAX_PROCS + 1);

    private Strides() {}

    static int[] of(int n) {
        int[] strides = KNOWN.get(n);
        if (strides == null) {
            strides = coprimes(n);
            KNOWN.set(n, strides);
        }
        return strides;
    }

    private static int[] coprimes(int n) {
        return IntStream.rangeClosed(1, n).filter(i -> gcd(i, n) == 1).toArray();
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
