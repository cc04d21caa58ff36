package dev.runnel.bench.report;

import dev.runnel.bench.runner.Contender;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The results of a workload side by side. */
public final class Comparison {

    private final String workload;
    private final int cap;
    private final Map<String, Result> byContender = new LinkedHashMap<>();

    private Comparison(String workload, int cap) {
        this.workload = workload;
        this.cap = cap;
    }

    /** One comparison for each workload and capacity. */
    public static Collection<Comparison> of(List<Result> results) {
        Map<String, Comparison> all = new LinkedHashMap<>();
        for (Result r : results) {
            all.computeIfAbsent(r.workload() + "/" + r.cap(), key -> new Comparison(r.workload(), r.cap()))
                    .byContender
                    .put(r.contender(), r);
        }
        return all.values();
    }

    String workload() {
        return workload;
    }

    int cap() {
        return cap;
    }

    Result of(String contender) {
        return byContender.get(contender);
    }

    Collection<Result> results() {
        return byContender.values();
    }

    /** How many times as long a result took as Go's among these, if there is one. */
    public static OptionalDouble againstGo(Result result, List<Result> results) {
        return of(results).stream()
                .filter(c -> c.workload.equals(result.workload()) && c.cap == result.cap())
                .map(c -> c.againstGo(result.contender()))
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    /** How many times as long the contender took as Go. */
    OptionalDouble againstGo(String contender) {
        Result go = byContender.get(Contender.GO);
        return go == null ? OptionalDouble.empty() : against(contender, go.nsPerOp());
    }

    /** How many times as long the contender took as the fastest rival on the JVM. */
    OptionalDouble againstRivals(String contender) {
        OptionalDouble best = byContender.values().stream()
                .filter(r -> Contender.isJvmRival(r.contender()))
                .mapToDouble(Result::nsPerOp)
                .min();
        return best.isEmpty() ? best : against(contender, best.getAsDouble());
    }

    private OptionalDouble against(String contender, double other) {
        Result ours = byContender.get(contender);
        return ours == null ? OptionalDouble.empty() : OptionalDouble.of(ours.nsPerOp() / other);
    }
}
