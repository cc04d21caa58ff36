package dev.runnel.planted;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The command: the core as it is must pass all detectors, and each bug must be caught by one.
 *
 * <p>Properties: {@code planted.only}, names of bugs; {@code planted.all}, asks all core tests about each bug;
 * {@code planted.programs}, asks none; {@code planted.resume}, goes on where a run was broken off;
 * {@code planted.write}, writes the table of {@code docs/planted-bugs.md}, which otherwise is only checked.
 */
public final class PlantedBugs {

    /** How many child JVMs run at a time. */
    private static final int PARALLEL = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);

    private static final String VERDICT = "verdict.txt";

    private final Path module;
    private final Path target;
    private final Path core;
    private final String classPath = System.getProperty("java.class.path");
    private final boolean all = Boolean.getBoolean("planted.all");
    private final boolean resumes = Boolean.getBoolean("planted.resume");
    private final boolean tests = !Boolean.getBoolean("planted.programs");

    private PlantedBugs(Path module) {
        this.module = module;
        this.target = module.resolve("target/planted");
        this.core = module.resolve("../core").normalize();
    }

    /** Argument: the folder of this module. */
    public static void main(String[] args) throws Exception {
        boolean good = new PlantedBugs(Path.of(args[0]).toAbsolutePath()).run();
        System.exit(good ? 0 : 1);
    }

    private boolean run() throws Exception {
        long begin = System.nanoTime();
        String only = System.getProperty("planted.only", "");
        List<Bug> bugs = Bug.all(module.resolve("src/main/bugs"));
        Statements statements = Statements.of(module.resolve("../../docs/go-statements.md"));
        bugs.forEach(statements::check);
        if (!only.isBlank()) {
            Set<String> wanted = Set.of(only.split(",", -1));
            bugs = bugs.stream().filter(bug -> wanted.contains(bug.name())).toList();
        }
        if (!resumes) {
            delete(target);
        }
        List<Verdict> verdicts = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(PARALLEL)) {
            List<String> tries =
                    bugs.stream().flatMap(bug -> bug.tries().stream()).toList();
            Future<List<Catch>> control = only.isBlank() ? workers.submit(() -> control(tries)) : null;
            List<Future<Verdict>> trials =
                    bugs.stream().map(bug -> workers.submit(() -> tryOut(bug))).toList();
            for (Future<Verdict> trial : trials) {
                verdicts.add(trial.get());
            }
            if (control != null && !control.get().isEmpty()) {
                System.out.println("The core as it is fails, so nothing is proved:");
                control.get().forEach(System.out::println);
                return false;
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Hunk.DriftedException drifted) {
                System.out.println(drifted.getMessage());
                return false;
            }
            throw e;
        }
        long seconds = (System.nanoTime() - begin) / 1_000_000_000;
        Report report = new Report(verdicts);
        System.out.println(report.toText());
        System.out.println(seconds + " s");
        Path page = module.resolve("../../docs/planted-bugs.md");
        if (only.isBlank() && Boolean.getBoolean("planted.write")) {
            report.writeTo(page);
        }
        boolean documented = !only.isBlank() || report.isIn(page);
        return documented
                && verdicts.stream().noneMatch(verdict -> verdict.catches().isEmpty());
    }

    /** Runs the core as it is under all detectors that any bug meets. */
    private List<Catch> control(List<String> tries) throws IOException, InterruptedException {
        Path folder = target.resolve("control");
        Path verdict = folder.resolve(VERDICT);
        if (Files.exists(verdict)) {
            return Catch.read(verdict);
        }
        delete(folder);
        Trial trial = new Trial(Files.createDirectories(folder), testsAnd(classPath));
        trial.programs();
        if (tests) {
            trial.tests(tries, true);
        }
        Files.write(verdict, trial.catches().stream().map(Catch::toLine).toList());
        return trial.catches();
    }

    private Verdict tryOut(Bug bug) throws IOException, InterruptedException {
        Path folder = target.resolve(bug.name());
        Path verdict = folder.resolve(VERDICT);
        if (Files.exists(verdict)) {
            return new Verdict(bug, Catch.read(verdict));
        }
        delete(folder);
        Files.createDirectories(folder);
        Path classes = new PatchedCore(core.resolve("src/main/java"), classPath).compile(bug, folder);
        Trial trial = new Trial(folder, classes + File.pathSeparator + testsAnd(classPath));
        trial.programs();
        int programs = trial.catches().size();
        if (all || (programs == 0 && tests)) {
            trial.tests(bug.tries(), all);
        }
        Files.write(verdict, trial.catches().stream().map(Catch::toLine).toList());
        System.out.println(bug.name() + ": "
                + (trial.catches().isEmpty() ? "NOT CAUGHT" : trial.catches().getFirst()));
        return new Verdict(bug, List.copyOf(trial.catches()));
    }

    private String testsAnd(String others) {
        return core.resolve("target/test-classes") + File.pathSeparator + others;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> inside;
            try (Stream<Path> walk = Files.walk(folder)) {
                inside = walk.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path path : inside) {
                Files.delete(path);
            }
        }
    }

    /** What came of a bug. */
    record Verdict(Bug bug, List<Catch> catches) {

        /** How many programs caught it. */
        long programs() {
            return catches.stream()
                    .filter(caught -> Programs.names().contains(caught.detector()))
                    .count();
        }
    }
}
