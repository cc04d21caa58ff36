package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.RuntimeObserver;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.FlightRecordWriter;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that fail with errors, each in a JVM of its own: no runtime is harmed. */
class OddServicesTest {

    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder;

    /** Watches runtimes, and fails while doing so. */
    public abstract static class Odd implements RuntimeObserver {
        @Override
        public void opened(ObservedRuntime runtime) {}

        @Override
        public void closed(ObservedRuntime runtime) {}
    }

    /** At the beginning. */
    public static final class OddAtOpening extends Odd {
        @Override
        public void opened(ObservedRuntime runtime) {
            throw new AssertionError("planted");
        }
    }

    /** At the end. */
    public static final class OddAtClosing extends Odd {
        @Override
        public void closed(ObservedRuntime runtime) {
            throw new AssertionError("planted");
        }
    }

    /** Allows no setting, twice. */
    public static final class Refusing extends Odd {
        private int times;

        @Override
        public void opened(ObservedRuntime runtime) {
            if (times++ < 2) {
                throw new IllegalArgumentException("a setting", new AssertionError("planted"));
            }
        }
    }

    /** Writes nothing. */
    public static final class OddWriter implements FlightRecordWriter {
        @Override
        public void write(FlightRecord record, Path file) {
            throw new AssertionError("planted");
        }
    }

    /** Uses the default runtime and another one, and closes the latter; a close in vain would take hours. */
    public static final class UsesTwo {
        public static void main(String[] args) {
            Go.go(() -> {}).join();
            RuntimeConfig config = RuntimeConfig.fromProperties().withCloseTimeout(Duration.ofHours(1));
            try (GoRuntime runtime = new GoRuntime(config)) {
                runtime.go(() -> {}).join();
            }
        }
    }

    /** Asks for the default runtime until it is there. */
    public static final class Insists {
        public static void main(String[] args) {
            for (int i = 0; i < 2; i++) {
                assertThrows(IllegalArgumentException.class, () -> Go.go(() -> {}))
                        .printStackTrace();
            }
            Go.go(() -> {}).join();
        }
    }

    /** What comes before a failure is to be recorded. */
    public static final class Fails {
        public static void main(String[] args) {
            RuntimeConfig config =
                    RuntimeConfig.fromProperties().withTracing(new Tracing(true, 1024, Path.of("unwritten")));
            IllegalStateException planted = new IllegalStateException("the real one");
            GoroutineFailedException told = assertThrows(
                    GoroutineFailedException.class,
                    () -> Go.run(config, () -> {
                        throw planted;
                    }));
            assertSame(planted, told.getCause());
            assertEquals(
                    "goroutine 1 \"main\" failed: " + planted,
                    told.getMessage().lines().findFirst().orElse(""));
            assertTrue(told.dump().startsWith("goroutine 1 \"main\" [failed]"), told.dump());
        }
    }

    @Test
    void observer_failsAtOpening() throws Exception {
        runWith(RuntimeObserver.class, OddAtOpening.class, UsesTwo.class);
    }

    @Test
    void observer_failsAtClosing() throws Exception {
        runWith(RuntimeObserver.class, OddAtClosing.class, UsesTwo.class);
    }

    @Test
    void observer_refuses_thatIsToldAtEachUseOfTheDefaultRuntime() throws Exception {
        runWith(RuntimeObserver.class, Refusing.class, Insists.class);
    }

    @Test
    void writer_fails_theFailureIsTold() throws Exception {
        runWith(FlightRecordWriter.class, OddWriter.class, Fails.class);
    }

    /** The last one is told of the runtimes, although those listed before it do not exist, or are no observers. */
    @Test
    void observersThatCannotBeLoaded_keepNoOtherOut() throws Exception {
        String providers = String.join("\n", "no.such.Observer", UsesTwo.class.getName(), OddAtOpening.class.getName());
        String told = runWith(RuntimeObserver.class, providers, UsesTwo.class);
        assertTrue(told.contains("no.such.Observer"), told);
    }

    private void runWith(Class<?> service, Class<?> provider, Class<?> program) throws Exception {
        runWith(service, provider.getName(), program);
    }

    /** Gives what the program has written. */
    private String runWith(Class<?> service, String providers, Class<?> program) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(service.getName()), providers);
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--add-opens",
                        "java.base/java.lang=ALL-UNNAMED",
                        "-Drunnel.carriers=" + System.getProperty("runnel.carriers", "auto"),
                        "-cp",
                        folder + File.pathSeparator + System.getProperty("java.class.path"),
                        program.getName())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            String told = Files.readString(out);
            assertTrue(ended, told);
            assertEquals(0, process.exitValue(), told);
            assertTrue(told.contains("java.lang.AssertionError: planted"), told); // so it was asked
            return told;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
