package dev.runnel.bench.workload;

/** One run of a workload: what is asked for, and what came of it. */
public final class Round {

    private final int size;
    private final int cap;
    private final long n;
    private final int procs;
    private long ops;
    private long nanos = -1;
    private long bytes = -1;

    /**
     * A round.
     *
     * @param size how large the workload is, of those that come in sizes
     * @param cap the capacity of its channels
     * @param n how often it does its work
     * @param procs how many goroutines run at once
     */
    public Round(int size, int cap, long n, int procs) {
        this.size = size;
        this.cap = cap;
        this.n = n;
        this.procs = procs;
    }

    int size() {
        return size;
    }

    int cap() {
        return cap;
    }

    long n() {
        return n;
    }

    int procs() {
        return procs;
    }

    /** Says how many operations were done. */
    void did(long operations) {
        ops = operations;
    }

    /** Says how long they took, where that is not the whole round. */
    void took(long nanoseconds) {
        nanos = nanoseconds;
    }

    /** Says how many bytes they hold, where that is what counts, and not how many they allocated. */
    void holds(long held) {
        bytes = held;
    }

    /** Fails the contender if it did not do what was asked. */
    void check(String what, long expected, long actual) {
        if (expected != actual) {
            throw new IllegalStateException(what + ": " + expected + " expected, " + actual + " found");
        }
    }

    /** The operations done. */
    public long ops() {
        return ops;
    }

    /** How long they took: what the workload said, else the whole round. */
    public long nanos(long whole) {
        return nanos < 0 ? whole : nanos;
    }

    /** The bytes held: what the workload said, else those allocated. */
    public long bytes(long allocated) {
        return bytes < 0 ? allocated : bytes;
    }
}
