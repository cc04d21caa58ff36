package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.runtime.scheduler.Schedulers;
import dev.runnel.testkit.hang.HangAlarm;
import dev.runnel.testkit.junit.HangGuard;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In JVMs of their own, which the guard ends. The guards are those that services name in this module. */
class HangGuardTest {

    private static final Pattern TEST_FIRST = Pattern.compile("Threads:\nThread\\[#\\d+,main,");

    @TempDir
    private Path folder;

    /** What the guard has set for the test that runs. */
    private Object stored = "";

    @RegisterExtension
    private final BeforeEachCallback looks = context ->
            stored = context.getStore(ExtensionContext.Namespace.create(HangGuard.class, context.getUniqueId()))
                    .get("alarm");

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "waits, waits()",
        "waitsAtSeven, with [7]",
        "waitsWithoutAName, for java.lang.IllegalStateException",
        "waitsForItsName, HangGuardTest$Shy.toString(",
        "waitsBesideAThreadWithoutAText, 'Thread[#'",
    })
    void whatHangs_endsTheJvm_withADump(String method, String named) throws Exception {
        String console = whatIsSaidOf(method);
        assertTrue(console.contains(named), console);
        assertTrue(console.contains("\"never ready\" [chan receive]"), console);
    }

    /** The library itself might be what hangs. */
    @Test
    void aDumpThatWaitsForALock_endsTheJvmToo() throws Exception {
        String console = whatIsSaidOf("losesALock");
        assertTrue(console.contains("There is no dump of goroutines after 2 s more"), console);
        assertTrue(console.contains("SpinLock.lock("), console);
    }

    private String whatIsSaidOf(String method) throws Exception {
        Files.createDirectory(folder.resolve("target"));
        Path printed = folder.resolve("printed");
        Process jvm = jvm(method, 2).redirectOutput(printed.toFile()).start();
        assertEquals(1, jvm.waitFor());
        String console = Files.readString(printed);
        assertTrue(console.contains("HANG: "), console);
        assertTrue(TEST_FIRST.matcher(console).find(), console);
        assertTrue(Files.exists(folder.resolve("target").resolve("hang-" + jvm.pid() + ".txt")), console);
        return console;
    }

    @Test
    void whatEndsInTime_isLeftAlone() throws Exception {
        Process jvm = jvm("ends", 600)
                .redirectOutput(folder.resolve("printed").toFile())
                .start();
        assertEquals(0, jvm.waitFor(), () -> text(folder.resolve("printed")));
    }

    /** Before 5.13, JUnit did not close what is only an {@code AutoCloseable}. */
    @Test
    @SuppressWarnings("deprecation") // from then on
    void alarm_isClosedByOlderVersionsOfJUnit() {
        assertInstanceOf(ExtensionContext.Store.CloseableResource.class, stored);
        assertInstanceOf(AutoCloseable.class, stored);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "0", "-1", "99999999999"})
    void badSeconds_areRefused(String seconds) {
        String before = System.getProperty(HangGuard.SECONDS);
        System.setProperty(HangGuard.SECONDS, seconds);
        try {
            assertEquals(
                    "runnel.hang.seconds: '" + seconds + "' is not allowed; allowed: a whole number of 1 or more",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> HangAlarm.set(() -> "any").close())
                            .getMessage());
        } finally {
            if (before == null) {
                System.clearProperty(HangGuard.SECONDS);
            } else {
                System.setProperty(HangGuard.SECONDS, before);
            }
        }
    }

    private ProcessBuilder jvm(String method, int seconds) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-Drunnel"))
                .forEach(command::add);
        command.addAll(List.of(
                "-D" + HangGuard.SECONDS + "=" + seconds,
                "-cp",
                System.getProperty("java.class.path"),
                Alone.class.getName(),
                method));
        return new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Runs one of the cases; status 2 if that fails. */
    static final class Alone {
        public static void main(String[] method) {
            Launched result = Launched.method(Cases.class, method[0]);
            result.failures().forEach(failure -> failure.printStackTrace());
            System.exit(result.failures().isEmpty() ? 0 : 2);
        }
    }

    /** Run only by the tests above. */
    static class Cases {

        @Test
        void waits() {
            Go.go("never ready", () -> Go.chan().recv()).join();
        }

        @Test
        void waitsBesideAThreadWithoutAText() {
            Thread other = new Thread("has no text") {
                @Override
                public void run() {
                    Go.go("never ready", () -> Go.chan().recv()).join();
                }

                @Override
                public String toString() {
                    throw new IllegalStateException("no text");
                }
            };
            other.setDaemon(true);
            other.start();
            Go.go("never ready", () -> Go.chan().recv()).join();
        }

        @Test
        void losesALock() throws Exception {
            Class.forName("dev.runnel.runtime.lock.SpinLock").getMethod("lock").invoke(Schedulers.defaultScheduler());
            new CountDownLatch(1).await();
        }

        @Test
        void ends() {
            Go.go("ends", () -> {}).join();
        }

        @Property
        void waitsAtSeven(@ForAll @IntRange(min = 7, max = 7) int seven) {
            Go.go("never ready", () -> Go.chan(seven).recv()).join();
        }

        @Property
        void waitsWithoutAName(@ForAll("nameless") Nameless any) {
            Go.go("never ready", () -> Go.chan().recv()).join();
        }

        @Property
        void waitsForItsName(@ForAll("shy") Shy any) {
            Go.go("never ready", () -> Go.chan().recv()).join();
            any.named.countDown();
        }

        @Provide
        Arbitrary<Shy> shy() {
            return Arbitraries.create(Shy::new);
        }

        @Provide
        Arbitrary<Nameless> nameless() {
            return Arbitraries.create(Nameless::new);
        }
    }

    /** Its text waits for what the test has to do. */
    private static final class Shy {
        final CountDownLatch named = new CountDownLatch(1);

        @Override
        public String toString() {
            try {
                named.await();
            } catch (InterruptedException e) {
                return "interrupted";
            }
            return "named";
        }
    }

    private static final class Nameless {
        @Override
        public String toString() {
            throw new IllegalStateException("no name");
        }
    }
}
