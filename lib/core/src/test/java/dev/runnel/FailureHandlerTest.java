package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.GoroutineInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of exceptions and errors, wherever in a goroutine they are thrown: never silence. */
class FailureHandlerTest {

    private record Told(GoroutineInfo goroutine, Throwable failure) {}

    static Stream<Arguments> places() {
        Map<String, Body> all = new LinkedHashMap<>();
        all.put("an exception", () -> {
            throw new IOException("expected");
        });
        all.put("an error", () -> {
            throw new AssertionError("expected");
        });
        all.put("a stack overflow", FailureHandlerTest::forEver);
        all.put("out of memory", FailureHandlerTest::fillTheHeap);
        all.put("a handler of a select", () -> {
            Chan<Integer> c = chan(1);
            c.send(1);
            select().recv(c, n -> {
                        throw new IllegalStateException("expected");
                    })
                    .run();
        });
        all.put("a function of a timer", () -> {
            Go.afterFunc(Duration.ofMillis(1), () -> {
                throw new IllegalStateException("expected");
            });
            chan().tryRecv(Duration.ofHours(1));
        });
        return all.entrySet().stream().map(e -> Arguments.argumentSet(e.getKey(), e.getValue()));
    }

    private static void forEver() {
        forEver();
    }

    private static void fillTheHeap() {
        List<long[]> all = new ArrayList<>();
        for (; ; ) {
            all.add(new long[Integer.MAX_VALUE - 8]);
        }
    }

    @ParameterizedTest
    @MethodSource("places")
    void run_somethingIsThrown_isTheCause(Body body) {
        GoroutineFailedException failed =
                assertThrows(GoroutineFailedException.class, () -> Go.run(Runtimes.withProcs(2), body));
        assertTrue(failed.getMessage().contains(" failed: " + failed.getCause()), failed.getMessage());
        assertEquals(
                GoroutineInfo.State.FAILED,
                failed.goroutines().get().goroutines().get(0).state());
    }

    @ParameterizedTest
    @MethodSource("places")
    void handler_somethingIsThrown_isTold(Body body) throws InterruptedException {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            SynchronousQueue<Told> seen = new SynchronousQueue<>();
            runtime.setFailureHandler((g, failure) -> put(seen, new Told(g, failure)));
            runtime.go("culprit", body);
            Told told = seen.take();
            assertEquals(GoroutineInfo.State.FAILED, told.goroutine().state());
            assertTrue(told.goroutine().id() > 0);
            Chan<Integer> c = chan();
            runtime.go(() -> c.send(1));
            assertEquals(1, c.recv().get());
        }
    }

    @Test
    void handler_mayUseChannels_andFailItself() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<String> told = chan();
            runtime.setFailureHandler((g, failure) -> {
                told.send(g.title() + ": " + failure.getMessage());
                throw new IllegalStateException("expected by this test, and logged");
            });
            GoHandle g = runtime.go("culprit", () -> {
                throw new IllegalStateException("first");
            });
            assertEquals(
                    "goroutine " + g.id() + " \"culprit\": first", told.recv().get());
            g.join();
            GoHandle again = runtime.go(() -> {
                throw new IllegalStateException("second");
            });
            assertEquals("goroutine " + again.id() + ": second", told.recv().get());
            again.join();
        }
    }

    @Test
    void handler_ofTheDefaultRuntime_isTold() throws InterruptedException {
        SynchronousQueue<Throwable> seen = new SynchronousQueue<>();
        GoRuntime.setDefaultFailureHandler((g, failure) -> put(seen, failure));
        try {
            IllegalStateException thrown = new IllegalStateException();
            go(() -> {
                throw thrown;
            });
            assertSame(thrown, seen.take());
        } finally {
            GoRuntime.setDefaultFailureHandler(null);
        }
    }

    @Test
    void noHandler_itIsPrinted() {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
            GoHandle g = runtime.go("culprit", () -> {
                throw new IllegalStateException("outer", new IOException("inner"));
            });
            g.join();
            String text = printed.toString(StandardCharsets.UTF_8);
            String begin = "goroutine " + g.id() + " \"culprit\" failed: java.lang.IllegalStateException: outer\n\n"
                    + "goroutine " + g.id() + " \"culprit\" [failed]:\n\tat dev.runnel.FailureHandlerTest.";
            assertTrue(text.contains(begin), text);
            assertTrue(text.contains("Caused by: java.io.IOException: inner"), text);
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void run_aSecondFailure_isSuppressedByTheFirst() {
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    Chan<Integer> begun = chan();
                    go(() -> {
                        try {
                            begun.send(1);
                            chan().recv();
                        } finally {
                            forEver();
                        }
                    });
                    begun.recv();
                    throw new IllegalStateException("first");
                }));
        assertEquals("first", failed.getCause().getMessage());
        assertInstanceOf(StackOverflowError.class, failed.getSuppressed()[0]);
    }

    private static <T> void put(SynchronousQueue<T> queue, T value) {
        try {
            queue.put(value);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
