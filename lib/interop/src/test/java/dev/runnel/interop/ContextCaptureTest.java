package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.Scope;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.NoLeaks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is kept for a thread, carried over into the goroutines that it starts. */
@NoLeaks
class ContextCaptureTest {

    private static final long LONG = 60;

    private final ThreadLocal<String> span = new ThreadLocal<>();
    private final ContextCapture spans = ContextCapture.of(span);

    @Test
    @SuppressWarnings("NullAway") // as the test wants it
    void nulls_areRefused() {
        assertThrows(NullPointerException.class, () -> ContextCapture.of(null));
        assertThrows(NullPointerException.class, () -> spans.and(null));
        assertThrows(NullPointerException.class, () -> spans.wrap(null));
        assertThrows(NullPointerException.class, () -> Starter.ofCaller().capturing(null));
    }

    @Test
    void goroutine_hasWhatItsStarterHad() {
        span.set("request 7");
        CompletableFuture<String> seen = new CompletableFuture<>();
        spans.go(() -> {
            span.get();
            Go.gosched();
            seen.complete(span.get());
        });
        span.set("request 8");
        assertEquals("request 7", seen.join());
    }

    @Test
    void goroutineOfAGoroutine_hasItToo() {
        span.set("request 7");
        CompletableFuture<String> seen = new CompletableFuture<>();
        spans.go(() -> spans.go(() -> seen.complete(span.get())));
        assertEquals("request 7", seen.join());
    }

    @Test
    void nextGoroutineOnTheThread_doesNot() {
        span.set("request 7");
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS)) {
            Chan<String> seen = chan(1);
            for (int i = 0; i < 20; i++) {
                runtime.go(spans.wrap(() -> seen.send(span.get()))).join();
                assertEquals("request 7", seen.recv().get());
                runtime.go(() -> seen.send(String.valueOf(span.get()))).join();
                assertEquals("null", seen.recv().get());
            }
        }
    }

    @Test
    void whatTheThreadHadBefore_isThereAgain() throws Exception {
        List<String> seen = new ArrayList<>();
        span.set("request 7");
        Body captured = spans.wrap(() -> seen.add(span.get()));
        span.set("request 8");
        captured.run();
        assertEquals(List.of("request 7"), seen);
        assertEquals("request 8", span.get());
    }

    @Test
    void capture_isTakenBackHoweverTheBodyEnds() {
        List<String> steps = new ArrayList<>();
        GoHandle g = steps("a", steps).go(Go::goexit);
        g.join();
        assertEquals(List.of("capture a", "enter a", "leave a"), steps);
    }

    @Test
    void both_areNested() {
        List<String> steps = new ArrayList<>();
        GoHandle g = steps("a", steps).and(steps("b", steps)).go(() -> steps.add("body"));
        g.join();
        assertEquals(List.of("capture a", "capture b", "enter a", "enter b", "body", "leave b", "leave a"), steps);
    }

    @Test
    void noValue_isCarriedOverAsNone() {
        CompletableFuture<String> seen = new CompletableFuture<>();
        go(() -> {
            span.set("another");
            spans.wrap(() -> {}); // captured, and not run
            span.remove();
            spans.go(() -> seen.complete(span.get()));
        });
        assertNull(seen.join());
    }

    @Test
    void captureThatThrows_startsNothing() {
        IllegalStateException why = new IllegalStateException("no");
        ContextCapture failing = () -> {
            throw why;
        };
        long before = GoRuntime.defaultStats().created();
        assertSame(why, assertThrows(IllegalStateException.class, () -> failing.go(() -> {})));
        assertEquals(before, GoRuntime.defaultStats().created());
        assertThrows(NullPointerException.class, () -> spans.go(null));
    }

    @Test
    @SuppressWarnings("NullAway") // against the rules
    void captureThatGivesNothing_startsNothing() {
        ContextCapture nothing = () -> null;
        long before = GoRuntime.defaultStats().created();
        for (ContextCapture hook : List.of(nothing, nothing.and(spans), spans.and(nothing))) {
            NullPointerException told = assertThrows(NullPointerException.class, () -> hook.go(() -> {}));
            assertEquals("capture gives what it has noted, never null", told.getMessage());
        }
        assertEquals(before, GoRuntime.defaultStats().created());
    }

    @Test
    void executorThatCaptures_tellsItsTasksAndTerminates() throws Exception {
        span.set("request 7");
        try (GoroutineExecutor executor =
                new GoroutineExecutor(Starter.ofCaller().capturing(spans))) {
            assertEquals("request 7", executor.submit(() -> span.get()).get());
        }
    }

    /** The scope's own body is between the task and its goroutine. */
    @Test
    void hookThatFails_cancelsTheTaskOfAnExecutor() throws Exception {
        IllegalStateException why = new IllegalStateException("the tracer is off");
        ContextCapture failing = () -> body -> {
            throw why;
        };
        try (Scope scope = Scope.open()) {
            taskIsCancelled(scope::go, failing);
            assertSame(why, assertThrows(IllegalStateException.class, scope::join));
        }
        try (Scope scope = Scope.open()) {
            taskIsCancelled(scope::go, failing.and(spans).and(failing));
            assertSame(why, assertThrows(IllegalStateException.class, scope::join));
        }
        try (Scope scope = Scope.open()) {
            Starter starter = scope::go;
            taskIsCancelled(starter.capturing(failing), spans);
            assertSame(why, assertThrows(IllegalStateException.class, scope::join));
        }
    }

    @Test
    void hookThatRunsNothing_cancelsTheTaskOfAnExecutor() throws Exception {
        ContextCapture idle = () -> body -> {};
        try (Scope scope = Scope.open()) {
            taskIsCancelled(scope::go, idle);
        }
        taskIsCancelled(Go::go, idle);
    }

    private static void taskIsCancelled(Starter starter, ContextCapture hook) throws Exception {
        GoroutineExecutor executor = new GoroutineExecutor(starter.capturing(hook));
        Future<Integer> task = executor.submit(() -> 1);
        executor.shutdown();
        assertThrows(CancellationException.class, () -> task.get(LONG, TimeUnit.SECONDS));
        assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
    }

    /** Its goroutine is to be started later, by somebody else. */
    @Test
    void taskThatIsCapturedAndNeverBegins_isCancelled() {
        List<Body> held = new ArrayList<>();
        Starter holds = held::add;
        GoroutineExecutor executor = new GoroutineExecutor(holds.capturing(spans));
        Future<Integer> task = executor.submit(() -> 1);
        ((Task) held.get(0)).ended(false);
        assertThrows(CancellationException.class, () -> task.get(LONG, TimeUnit.SECONDS));
        executor.close();
    }

    @Test
    void hookThatHasTheTaskRunByAnother_isNotTheEndOfThat() {
        Chan<Void> begun = chan();
        Chan<Void> mayEnd = chan();
        ContextCapture handsOn = () -> body -> {
            go(body);
            begun.recv();
        };
        List<GoHandle> goroutines = new ArrayList<>();
        Starter starter = body -> goroutines.add(go(body));
        GoroutineExecutor executor = new GoroutineExecutor(starter.capturing(handsOn));
        executor.execute(() -> {
            begun.close();
            mayEnd.recv();
        });
        executor.shutdown();
        goroutines.get(0).join();
        assertFalse(executor.isTerminated());
        mayEnd.close();
        executor.close();
    }

    @Test
    void hookThatRunsNothing_inABubble_endsTheContextOfTheExecutorThere() {
        ContextCapture idle = () -> body -> {};
        Bubble.run(1, () -> {
            Starter starter = Go::go;
            GoroutineExecutor executor = new GoroutineExecutor(starter.capturing(idle));
            Future<Integer> task = executor.submit(() -> 1);
            executor.close();
            executor.context().done().recv();
            assertTrue(task.isCancelled());
        });
    }

    private static ContextCapture steps(String name, List<String> steps) {
        return () -> {
            steps.add("capture " + name);
            return body -> {
                steps.add("enter " + name);
                try {
                    body.run();
                } finally {
                    steps.add("leave " + name);
                }
            };
        };
    }
}
