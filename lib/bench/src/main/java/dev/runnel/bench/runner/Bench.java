package dev.runnel.bench.runner;

import dev.runnel.bench.micro.Micro;
import dev.runnel.bench.report.Chart;
import dev.runnel.bench.report.CompareJson;
import dev.runnel.bench.report.Result;
import dev.runnel.bench.report.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs all contenders on all workloads, and says who took how long. */
public final class Bench {

    private Bench() {}

    /**
     * Runs what the arguments say.
     *
     * @param args see {@link Options}
     */
    public static void main(String[] args) throws Exception {
        Options options;
        try {
            options = new Options(args);
            options.rows();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        if (options.help()) {
            System.out.print(Options.USAGE);
        } else {
            run(options);
        }
    }

    private static void run(Options options) throws Exception {
        Machine machine = new Machine(options);
        List<Result> results = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<Profiled> profiles = new ArrayList<>();
        if (options.macro()) {
            for (Options setting : options.settings()) {
                Match match = new Match(setting);
                results.addAll(match.play());
                notes.addAll(match.notes());
                profiles.addAll(match.profiles());
            }
        }
        if (options.micro()) {
            results.addAll(Micro.run(options.procs()));
        }
        CompareJson.write(results, options.module().resolve("target").resolve("compare.json"));
        System.out.println(machine.describe());
        System.out.println();
        System.out.print(new Table(results));
        notes.forEach(System.out::println);
        if (options.profile()) {
            System.out.print(Profiled.table(profiles, results));
        }
        if (!options.chart().isEmpty()) {
            Chart.write(results, Path.of(options.chart()));
        }
        if (notes.stream().anyMatch(note -> note.startsWith(Match.FAILED))) {
            System.exit(1);
        }
    }
}
