package dev.runnel.bench.workload;

/** Something to do between operations. */
final class Work {

    /** Where the steps begin; they lead away from it, and do not come back in any run. */
    static final long START = 1;

    private Work() {}

    /** So many steps, each of which needs the one before. */
    static long steps(long state, int steps) {
        long x = state;
        for (int i = 0; i < steps; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    /** One if no step was done, else zero. */
    static long idle(long state) {
        return state == START ? 1 : 0;
    }
}
