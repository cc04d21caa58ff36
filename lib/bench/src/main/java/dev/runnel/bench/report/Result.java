package dev.runnel.bench.report;

/**
 * What a contender took for a workload.
 *
 * @param workload the workload
 * @param cap the capacity of its channels
 * @param contender the contender
 * @param nsPerOp the median over the rounds
 * @param cpuNsPerOp CPU time of the whole process, all rounds together
 * @param bytesPerOp allocated, all rounds together
 * @param least the best round's nanoseconds per operation
 * @param most the worst round's
 */
public record Result(
        String workload,
        int cap,
        String contender,
        double nsPerOp,
        double cpuNsPerOp,
        double bytesPerOp,
        double least,
        double most) {}
