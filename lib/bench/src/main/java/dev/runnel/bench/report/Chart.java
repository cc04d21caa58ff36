package dev.runnel.bench.report;

import dev.runnel.bench.runner.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results as a picture: a line per workload, a dot per contender, how many times Go's time on a logarithmic scale.
 */
public final class Chart {

    private static final int LEFT = 170;
    private static final int WIDTH = 640;
    private static final int TOP = 76;
    private static final int LINE = 18;
    private static final double LEAST = 1.0 / 16;
    private static final double MOST = 64;
    private static final Map<String, String> COLOURS = colours();

    private final StringBuilder svg = new StringBuilder();
    private final List<Comparison> comparisons;

    private Chart(Collection<Comparison> all) {
        comparisons = all.stream().filter(c -> c.of(Contender.GO) != null).collect(Collectors.toList());
    }

    /** Draws the workloads that Go takes part in, and writes the picture as SVG. */
    public static void write(List<Result> results, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, new Chart(Comparison.of(results)).draw());
    }

    private String draw() {
        int height = TOP + LINE * comparisons.size() + 20;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">",
                LEFT + WIDTH + 30, height);
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        add("<text x=\"10\" y=\"20\" font-size=\"14\">Time per operation, times that of Go; left is faster</text>");
        legend();
        scale(height - 20);
        int y = TOP;
        for (Comparison comparison : comparisons) {
            row(comparison, y);
            y += LINE;
        }
        add("</svg>");
        return svg.toString();
    }

    private void legend() {
        int x = 10;
        for (Map.Entry<String, String> colour : COLOURS.entrySet()) {
            add("<circle cx=\"%d\" cy=\"38\" r=\"4\" fill=\"%s\"/>", x + 4, colour.getValue());
            add("<text x=\"%d\" y=\"42\">%s</text>", x + 12, colour.getKey());
            x += 30 + 7 * colour.getKey().length();
        }
    }

    private void scale(int bottom) {
        for (double ratio = LEAST; ratio <= MOST; ratio *= 2) {
            add(
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\"/>",
                    x(ratio), TOP - 10, x(ratio), bottom, ratio == 1 ? "#666" : "#e4e4e4");
            String label = ratio < 1 ? "1/" + Math.round(1 / ratio) : Long.toString(Math.round(ratio));
            add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#666\">%s</text>", x(ratio), TOP - 14, label);
        }
    }

    private void row(Comparison comparison, int y) {
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s/%d</text>",
                LEFT - 12, y + 4, comparison.workload(), comparison.cap());
        for (Result result : comparison.results()) {
            String colour = COLOURS.get(result.contender());
            if (colour != null) {
                double ratio = comparison.againstGo(result.contender()).orElseThrow();
                add(
                        "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"%s\" fill-opacity=\"0.85\"><title>%s: %.1f ns</title></circle>",
                        x(ratio), y, colour, result.contender(), result.nsPerOp());
            }
        }
    }

    /** What is beyond the scale is drawn at its end. */
    private static double x(double ratio) {
        double inside = Math.max(LEAST, Math.min(MOST, ratio));
        return LEFT + WIDTH * Math.log(inside / LEAST) / Math.log(MOST / LEAST);
    }

    private void add(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }

    private static Map<String, String> colours() {
        Map<String, String> colours = new LinkedHashMap<>();
        colours.put(Contender.DEDICATED, "#c1121f");
        colours.put(Contender.SHARED, "#f4a259");
        colours.put(Contender.GO, "#0077b6");
        colours.put("jox", "#588157");
        colours.put("jdk", "#8d99ae");
        colours.put("jdk-transfer", "#b8a1d9");
        colours.put("jdk-exchanger", "#d9b8a1");
        return colours;
    }
}
