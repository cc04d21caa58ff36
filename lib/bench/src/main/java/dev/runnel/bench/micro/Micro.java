package dev.runnel.bench.micro;

import dev.runnel.bench.report.Result;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Single operations, by JMH, in both carrier modes, with their garbage. */
public final class Micro {

    private static final int ITERATIONS = 5;

    private Micro() {}

    /** Runs them all. */
    public static List<Result> run(int procs) throws RunnerException {
        List<Result> results = new ArrayList<>();
        for (String carriers : List.of("shared", "dedicated")) {
            OptionsBuilder options = new OptionsBuilder();
            options.include(Operations.class.getName())
                    .forks(1)
                    .warmupIterations(3)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(ITERATIONS)
                    .measurementTime(TimeValue.seconds(1))
                    .addProfiler("gc")
                    .addProfiler(CpuProfiler.class)
                    .verbosity(VerboseMode.SILENT)
                    .shouldFailOnError(true)
                    .jvmArgs(
                            "--add-opens=java.base/java.lang=ALL-UNNAMED",
                            "-Xmx1g",
                            "-Drunnel.carriers=" + carriers,
                            "-Drunnel.procs=" + procs,
                            "-Djdk.virtualThreadScheduler.parallelism=" + procs,
                            "-Djmh.executor=CUSTOM",
                            "-Djmh.executor.class=" + GoroutineExecutor.class.getName());
            System.err.println("single operations, " + carriers);
            for (RunResult result : new Runner(options.build()).run()) {
                results.add(result(result, "runnel-" + carriers));
            }
        }
        return results;
    }

    private static Result result(RunResult run, String contender) {
        var time = run.getPrimaryResult().getStatistics();
        double cpu = run.getSecondaryResults().get(CpuProfiler.NAME).getScore();
        double bytes = run.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
        String name = run.getPrimaryResult().getLabel();
        return new Result(
                "jmh-" + name, 0, contender, time.getPercentile(50), cpu, bytes, time.getMin(), time.getMax());
    }
}
