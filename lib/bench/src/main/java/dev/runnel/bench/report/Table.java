package dev.runnel.bench.report;

import dev.runnel.bench.runner.Contender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** All results as text: for each workload the time, its spread, the CPU time and the bytes, per operation. */
public final class Table {

    private static final String LEFT = "%-18s %6s  %-7s";
    private static final int LEAST_WIDTH = 11;
    private static final List<String> OURS = List.of(Contender.SHARED, Contender.DEDICATED);

    private final Collection<Comparison> comparisons;
    private final List<String> contenders;
    private final StringBuilder text = new StringBuilder();

    /** A table of these. */
    public Table(List<Result> results) {
        comparisons = Comparison.of(results);
        contenders = results.stream().map(Result::contender).distinct().toList();
        header();
        comparisons.forEach(this::rows);
        means();
        floor();
    }

    private void header() {
        List<String> cells = new ArrayList<>(contenders);
        cells.addAll(List.of("shared/jvm", "shared/go", "dedic./jvm", "dedic./go"));
        line("workload", "cap", "", cells);
    }

    private void rows(Comparison c) {
        List<String> nanos = cells(c, r -> number(r.nsPerOp()));
        for (String ours : OURS) {
            nanos.add(ratio(c.againstRivals(ours)));
            nanos.add(ratio(c.againstGo(ours)));
        }
        line(c.workload(), Integer.toString(c.cap()), "ns", nanos);
        line("", "", "min-max", cells(c, r -> number(r.least()) + "-" + number(r.most())));
        line("", "", "cpu ns", cells(c, r -> number(r.cpuNsPerOp())));
        line("", "", "bytes", cells(c, r -> number(r.bytesPerOp())));
    }

    private void means() {
        List<String> cells = new ArrayList<>();
        contenders.forEach(name -> cells.add(""));
        for (String ours : OURS) {
            cells.add(ratio(mean(c -> c.againstRivals(ours))));
            cells.add(ratio(mean(c -> c.againstGo(ours))));
        }
        line("geometric mean", "", "", cells);
    }

    /** A rendezvous takes at least a switch. */
    private void floor() {
        OptionalDouble floor = nanos("switch", Contender.FLOOR);
        for (String ours : OURS) {
            OptionalDouble rendezvous = nanos("rendezvous", ours);
            if (floor.isPresent() && rendezvous.isPresent()) {
                text.append(String.format(
                        Locale.ROOT,
                        "rendezvous of %s, times a bare switch: %.2f%n",
                        ours,
                        rendezvous.getAsDouble() / floor.getAsDouble()));
            }
        }
    }

    private OptionalDouble nanos(String workload, String contender) {
        return comparisons.stream()
                .filter(c -> c.workload().equals(workload) && c.of(contender) != null)
                .mapToDouble(c -> c.of(contender).nsPerOp())
                .findFirst();
    }

    private OptionalDouble mean(Function<Comparison, OptionalDouble> of) {
        OptionalDouble logarithm = comparisons.stream()
                .map(of)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .filter(value -> value > 0)
                .map(Math::log)
                .average();
        return logarithm.isEmpty() ? logarithm : OptionalDouble.of(Math.exp(logarithm.getAsDouble()));
    }

    private List<String> cells(Comparison c, Function<Result, String> cell) {
        List<String> cells = new ArrayList<>();
        for (String name : contenders) {
            Result result = c.of(name);
            cells.add(result == null ? "" : cell.apply(result));
        }
        return cells;
    }

    private void line(String workload, String cap, String what, List<String> cells) {
        StringBuilder line = new StringBuilder(String.format(LEFT, workload, cap, what));
        for (int i = 0; i < cells.size(); i++) {
            int width = i < contenders.size()
                    ? Math.max(LEAST_WIDTH, contenders.get(i).length())
                    : LEAST_WIDTH - 1;
            line.append("  ")
                    .append(" ".repeat(Math.max(0, width - cells.get(i).length())))
                    .append(cells.get(i));
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private static String ratio(OptionalDouble value) {
        return value.isEmpty() ? "" : String.format(Locale.ROOT, "%.2f", value.getAsDouble());
    }

    private static String number(double value) {
        double size = Math.abs(value);
        if (size >= 1e6) {
            return String.format(Locale.ROOT, "%.2fM", value / 1e6);
        }
        if (size >= 1e5) {
            return String.format(Locale.ROOT, "%.0fk", value / 1e3);
        }
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : "%.1f", value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
