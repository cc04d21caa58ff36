package dev.runnel.bench.runner;

/**
 * A workload to run.
 *
 * @param workload its name
 * @param size how large it is; 0 if it does not come in sizes
 * @param cap the capacity of its channels
 * @param start how often it does its work in the first round
 * @param fixed whether it is always run just that often, and not more often if it is quick
 * @param alone whether it gets processes of its own, since it leaves much behind
 */
record Row(String workload, int size, int cap, long start, boolean fixed, boolean alone) {

    static Row of(String workload, int cap, long start) {
        return new Row(workload, 0, cap, start, false, false);
    }

    static Row sized(String workload, int size, int cap, long start) {
        return new Row(workload, size, cap, start, false, false);
    }

    /** The same, run only as often as said. */
    Row justSo() {
        return new Row(workload, size, cap, start, true, alone);
    }

    /** The same, in processes of its own. */
    Row onItsOwn() {
        return new Row(workload, size, cap, start, fixed, true);
    }

    /** What it is called in results. */
    String label() {
        return size == 0 ? workload : workload + "-" + size;
    }
}
