package dev.runnel.observe.timeline;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.sync.WaitGroup;
import dev.runnel.testkit.Bubble;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.FlightRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A timeline file records runtimes that it does not know, while it is open and no longer. */
class TimelineFileTest {

    private static final int RUNS = 30;

    @TempDir
    private Path folder;

    private static void exchange() {
        Go.run(() -> {
            Chan<Integer> c = chan();
            go("partner", () -> c.send(1));
            assertEquals(1, c.recv().get());
        });
    }

    @Test
    void runtimeThatEndsWhileItIsOpen_hasItsPage() throws IOException {
        Path file = folder.resolve("exchange.html");
        try (TimelineFile open = TimelineFile.open(file)) {
            assertEquals(0, Files.size(file));
            exchange();
        }
        String page = Files.readString(file);
        assertTrue(page.startsWith("<!DOCTYPE html>"), page);
        assertTrue(page.contains("<title>exchange</title>"), page);
    }

    @Test
    void runtimeThatIsMadeAfterwards_hasNone() throws IOException {
        Path file = folder.resolve("none.html");
        TimelineFile.open(file).close();
        exchange();
        assertEquals(0, Files.size(file));
    }

    /** Its numbers are not exact in the browser. */
    @Test
    void bubbleOfManyDays_hasItsPage() throws IOException {
        Path file = folder.resolve("days.html");
        try (TimelineFile open = TimelineFile.open(file)) {
            Bubble.run(() -> Go.sleep(Duration.ofDays(105)));
        }
        assertTrue(Files.readString(file).startsWith("<!DOCTYPE html>"));
    }

    @Test
    void pageThatCannotBeWritten_isNoFailureOfTheRun() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        TimelineFile open = TimelineFile.open(inner.resolve("lost.html"));
        Files.delete(inner.resolve("lost.html"));
        Files.delete(inner);
        Bubble.run(() -> {});
        exchange();
        NoSuchFileException first = assertThrows(NoSuchFileException.class, open::close);
        assertInstanceOf(NoSuchFileException.class, first.getSuppressed()[0]);
        open.close();
        TimelineFile.open(folder.resolve("good.html")).close();
    }

    @Test
    void pageWithoutMemory_isToldOfAtTheClose() throws IOException {
        Path file = folder.resolve("large.html");
        OutOfMemoryError planted = new OutOfMemoryError("planted");
        TimelineFile open = TimelineFile.open(file);
        open.write(() -> {
            throw planted;
        });
        IOException told = assertThrows(IOException.class, open::close);
        assertEquals(file + " was not written", told.getMessage());
        assertSame(planted, told.getCause());
    }

    @Test
    void second_isRefused_andLeavesItsFileAlone() throws IOException {
        Path one = folder.resolve("one.html");
        Path two = Files.writeString(folder.resolve("two.html"), "kept");
        try (TimelineFile open = TimelineFile.open(one)) {
            assertEquals(
                    "file: '" + two + "' is not allowed; allowed: one at a time, and " + one + " is open",
                    assertThrows(IllegalStateException.class, () -> TimelineFile.open(two))
                            .getMessage());
            assertEquals("kept", Files.readString(two));
            exchange();
        }
        assertTrue(Files.size(one) > 0);
        TimelineFile.open(two).close();
    }

    @Test
    void oneThatCannotBeOpened_isNotOpen() throws IOException {
        Path nowhere = folder.resolve("none").resolve("page.html");
        assertThrows(NoSuchFileException.class, () -> TimelineFile.open(nowhere));
        TimelineFile.open(folder.resolve("page.html")).close();
    }

    @Test
    void closedAgain_leavesTheNextOpen() throws IOException {
        Path next = folder.resolve("next.html");
        TimelineFile old = TimelineFile.open(folder.resolve("old.html"));
        old.close();
        try (TimelineFile open = TimelineFile.open(next)) {
            old.close();
            exchange();
        }
        assertTrue(Files.size(next) > 0);
    }

    private static void runOften(int goroutines) {
        for (int i = 0; i < RUNS; i++) {
            Go.run(() -> {
                WaitGroup all = new WaitGroup();
                for (int g = 0; g < goroutines; g++) {
                    all.go(Go::gosched);
                }
                all.await();
            });
        }
    }

    private static void assertWhole(String page) {
        assertTrue(page.startsWith("<!DOCTYPE html>"), page);
        assertTrue(page.stripTrailing().endsWith("</html>"), page);
        assertEquals(2, page.split("</html>", -1).length);
    }

    @Test
    void runtimesThatEndAtOnce_alwaysLeaveOneWholePage() throws Exception {
        Path file = folder.resolve("many.html");
        try (TimelineFile open = TimelineFile.open(file)) {
            exchange();
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                Future<?> large = threads.submit(() -> runOften(2000));
                Future<?> small = threads.submit(() -> runOften(2));
                do {
                    assertWhole(Files.readString(file));
                } while (!large.isDone() || !small.isDone());
                large.get();
                small.get();
            }
        }
        assertWhole(Files.readString(file));
    }

    @Test
    void failureWithoutARecord_hasSuppressedWhyThereIsNoPage() throws IOException {
        Path file = folder.resolve("unknown.html");
        List<RuntimeException> failures = List.of(
                new DeadlockException("stuck", "a dump"),
                new GoroutineFailedException("failed", new ArithmeticException(), "a dump"));
        try (TimelineFile open = TimelineFile.open(file)) {
            for (RuntimeException failure : failures) {
                tell(open, failure);
                assertEquals(
                        file + " was not written: the failure has no flight record",
                        failure.getSuppressed()[0].getMessage());
                assertEquals(0, Files.size(file));
            }
        }
    }

    /** Its only event is later than its end, which no page can show. */
    @Test
    void failureWhoseRecordCannotBeShown_hasSuppressedWhy() throws IOException {
        Path file = folder.resolve("wrong.html");
        FlightRecord wrong =
                new FlightRecord(new FlightRecord.About(1, false, false, true, 7, 0, List.of()), List.of(), new long[] {
                    8, EventKind.IDLE.ordinal(), 0, 0, 0, 0
                });
        List<RuntimeException> failures = List.of(
                new DeadlockException("stuck", "a dump", wrong),
                new GoroutineFailedException("failed", new ArithmeticException(), "a dump", wrong));
        try (TimelineFile open = TimelineFile.open(file)) {
            for (RuntimeException failure : failures) {
                tell(open, failure);
                assertEquals("end: 7 is before the last event, of 8 ns", failure.getSuppressed()[0].getMessage());
                assertEquals(0, Files.size(file));
            }
        }
    }

    @Test
    void failureThatIsNull_isNamed() throws IOException {
        try (TimelineFile open = TimelineFile.open(folder.resolve("page.html"))) {
            for (Executable call : List.<Executable>of(
                    () -> open.failed((DeadlockException) null), () -> open.failed((GoroutineFailedException) null))) {
                assertEquals(
                        "failure",
                        assertThrows(NullPointerException.class, call).getMessage());
            }
        }
    }

    private static void tell(TimelineFile open, RuntimeException failure) {
        if (failure instanceof DeadlockException deadlock) {
            open.failed(deadlock);
        } else {
            open.failed((GoroutineFailedException) failure);
        }
    }
}
