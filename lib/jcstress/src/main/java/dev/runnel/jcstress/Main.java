package dev.runnel.jcstress;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * Runs jcstress with its own options, and says how many samples each test had. Fails where jcstress does, and also if a
 * test was not run, for example because the machine has too few processors, which jcstress passes over.
 *
 * <p>With shared carriers only the tests of this package run: those beside the code they test start no goroutine.
 */
public final class Main extends JCStress {

    private final Options options;

    private Main(Options options) {
        super(options);
        this.options = options;
    }

    /**
     * Runs the tests.
     *
     * @param args what jcstress takes
     */
    public static void main(String[] args) throws Exception {
        countProcessors();
        Options options = new Options(args);
        HangGuard.start();
        System.exit(options.parse() && new Main(options).runAndReport() ? 0 : 1);
    }

    /** jcstress counts the processors for a second, and finds none if it is off the processor for so long. */
    private static void countProcessors() {
        try {
            Field known = VMSupport.class.getDeclaredField("HOT_CPUS");
            known.setAccessible(true);
            known.setInt(null, Runtime.getRuntime().availableProcessors());
        } catch (ReflectiveOperationException e) {
            System.out.println("jcstress counts the processors itself: " + e);
        }
    }

    @Override
    public SortedSet<String> getTests() {
        SortedSet<String> tests = super.getTests();
        if ("shared".equals(System.getProperty("runnel.carriers"))) {
            tests.removeIf(test -> !test.startsWith(Main.class.getPackageName() + "."));
        }
        return tests;
    }

    private boolean runAndReport() throws Exception {
        if (super.getTests().isEmpty()) {
            System.out.println("No test matches " + options.getTestFilter());
            return false;
        }
        if (getTests().isEmpty()) {
            return true;
        }
        Files.createDirectories(Path.of(options.getResultDest()));
        run();
        return report();
    }

    private boolean report() throws Exception {
        Map<String, Long> samples = new TreeMap<>();
        getTests().forEach(test -> samples.put(test, 0L));
        if (Files.exists(Path.of(options.getResultFile()))) {
            InProcessCollector results = new InProcessCollector();
            DiskReadCollector disk = new DiskReadCollector(options.getResultFile(), results);
            disk.dump();
            disk.close();
            for (TestResult result : results.getTestResults()) {
                samples.merge(result.getName(), result.getTotalCount(), Long::sum);
            }
        }
        samples.forEach((test, count) -> System.out.printf("%,15d  %s%n", count, test));
        long all = samples.values().stream().mapToLong(Long::longValue).sum();
        long missing = samples.values().stream().filter(count -> count == 0).count();
        System.out.printf("%,15d  samples of %d tests; %d tests without any%n", all, samples.size(), missing);
        return missing == 0;
    }
}
