package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.RuntimeConfig;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.stream.IntStream;

/** The strides that visit all of n Ps, each once, from any start: the numbers coprime to n (P32). */
final class Strides {

    private static final VarHandle AT = MethodHandles.arrayElementVarHandle(int[][].class);
    private static final int[][] KNOWN = new int[RuntimeConfig.MAX_PROCS + 1][];

    private Strides() {}

    /** Those of an n that has not been asked for before take memory. */
    static int[] of(int n) {
        int[] strides = (int[]) AT.getAcquire(KNOWN, n);
        if (strides == null) {
            strides = coprimes(n);
            AT.setRelease(KNOWN, n, strides);
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
