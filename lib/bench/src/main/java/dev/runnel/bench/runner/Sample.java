package dev.runnel.bench.runner;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process said of a round.
 *
 * @param ops operations
 * @param nanos how long they took
 * @param wall how long the round took
 * @param cpu CPU time of the process
 * @param bytes allocated, or held
 * @param idleCpu CPU time of the process since the round before
 */
record Sample(long ops, long nanos, long wall, long cpu, long bytes, long idleCpu) {

    private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\":(-?\\d+)");

    static Sample parse(String json) {
        long ops = 0;
        long nanos = 0;
        long wall = 0;
        long cpu = 0;
        long bytes = 0;
        long idle = 0;
        Matcher numbers = NUMBER.matcher(json);
        while (numbers.find()) {
            long value = Long.parseLong(numbers.group(2));
            switch (numbers.group(1)) {
                case "ops" -> ops = value;
                case "ns" -> nanos = value;
                case "wallNs" -> wall = value;
                case "cpuNs" -> cpu = value;
                case "bytes" -> bytes = value;
                case "idleCpuNs" -> idle = value;
                default -> throw new IllegalArgumentException(json);
            }
        }
        if (ops == 0) {
            throw new IllegalArgumentException("no operations: " + json);
        }
        return new Sample(ops, nanos, wall, cpu, bytes, idle);
    }

    double nanosPerOp() {
        return (double) nanos / ops;
    }
}
