package dev.runnel.planted;

import dev.runnel.Go;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The child JVM: runs detectors against the core that it finds on its class path, and at once writes a line into a file
 * for each thing that happens, as it may not live to say more.
 */
final class Detect {

    static final String PROGRAMS = "programs";
    static final String TESTS = "tests";

    /** All core tests: does not end at the first failure. */
    static final String ALL_TESTS = "all-tests";

    /** How long a program with all its schedules, or a test, may take. */
    private static final int SECONDS = 120;

    /** A failure after so long may have left goroutines that spin: the other programs get another JVM. */
    private static final long CLEAN = 2_000_000_000L;

    /** Begins the line that says so. */
    static final String STOP = "stop\t";

    /** How much processor time a program may use; so one that spins is found sooner. */
    private static final Duration CPU = Duration.ofSeconds(20);

    // A pool, since any other thread might wake a goroutine: no deadlock would be found.
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hang-guard");
        thread.setDaemon(true);
        return thread;
    });

    private final Path results;
    private final boolean boundsCpu;
    private volatile Duration cpuBefore = Duration.ZERO;
    private volatile String doing = "";
    private volatile long since = System.nanoTime();

    private Detect(Path results, boolean boundsCpu) {
        this.results = results;
        this.boundsCpu = boundsCpu;
    }

    /** Arguments: programs or tests, the file for the results, the detectors. */
    public static void main(String[] args) {
        Detect detect = new Detect(Path.of(args[1]), args[0].equals(PROGRAMS));
        ScheduledFuture<?> unused = CLOCK.scheduleAtFixedRate(detect::look, 1, 1, TimeUnit.SECONDS);
        List<String> names = Arrays.asList(args).subList(2, args.length);
        if (args[0].equals(PROGRAMS)) {
            names.forEach(detect::program);
        } else {
            names.forEach(name -> detect.test(name, args[0].equals(TESTS)));
        }
        detect.write("end");
        Runtime.getRuntime().halt(0); // goroutines may be left that do not end
    }

    private void program(String name) {
        begin(name);
        @Nullable Catch caught;
        try {
            caught = Programs.run(name);
        } catch (Throwable e) {
            e.printStackTrace();
            caught = new Catch(name, 0, 0, -1, e.toString());
        }
        write(caught == null ? "passed\t" + name : caught.toLine());
        if (caught != null && System.nanoTime() - since > CLEAN) {
            write(STOP + name);
            Runtime.getRuntime().halt(0);
        }
    }

    private void test(String name, boolean endAtFirst) {
        begin(name);
        boolean[] failed = {false};
        CoreTests.run(name, this::alive, caught -> {
            if (!failed[0]) {
                write(caught.toLine());
            }
            failed[0] = true;
            if (endAtFirst) {
                write("end");
                Runtime.getRuntime().halt(0);
            }
        });
        if (!failed[0]) {
            write("passed\t" + name);
        }
    }

    private void begin(String name) {
        alive(name);
        write("begin\t" + name);
    }

    private void alive(String now) {
        doing = now;
        since = System.nanoTime();
        cpuBefore = boundsCpu ? cpu() : Duration.ZERO;
    }

    private synchronized void write(String line) {
        try {
            Files.writeString(results, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private void look() {
        boolean isLate = System.nanoTime() - since > SECONDS * 1_000_000_000L;
        boolean spins = boundsCpu && cpu().minus(cpuBefore).compareTo(CPU) > 0;
        if (isLate || spins) {
            hangs();
        }
    }

    private void hangs() {
        write("hangs\t" + doing);
        // The dump takes locks that may never be given back, so it has a thread of its own.
        Thread dump = new Thread(() -> System.err.println(Go.dump()), "dump");
        dump.setDaemon(true);
        dump.start();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            System.err.println(thread);
            Arrays.stream(stack).forEach(frame -> System.err.println("\tat " + frame));
        });
        try {
            dump.join(1_000);
        } catch (InterruptedException e) {
            // it ends anyway
        }
        Runtime.getRuntime().halt(1);
    }
}
