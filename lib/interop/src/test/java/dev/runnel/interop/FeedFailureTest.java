package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.testkit.junit.NoLeaks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What a feed throws is the failure of its inflow or of its goroutine, not of both. */
@NoLeaks
class FeedFailureTest {

    private interface Use {
        void of(Inflow<Integer> inflow) throws Exception;
    }

    private final AssertionError bug = new AssertionError("bug");

    /** What the goroutine of the feed has failed with. */
    private static List<Throwable> failures(Context parent, Feed<Integer> feed, Use use) throws Exception {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        List<GoHandle> goroutines = new ArrayList<>();
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.setFailureHandler((goroutine, thrown) -> failures.add(thrown));
            use.of(Inflow.start(body -> goroutines.add(runtime.go(body)), parent, 0, feed));
            goroutines.get(0).join();
        }
        return failures;
    }

    @Test
    void error_isTheInflows() throws Exception {
        Feed<Integer> feed = (out, context) -> {
            throw bug;
        };
        assertEquals(List.of(), failures(Context.background(), feed, inflow -> {
            inflow.done().recv();
            assertSame(bug, inflow.failure().get());
        }));
    }

    @Test
    void exceptionAfterTheReaderHasClosed_isNobodys() throws Exception {
        Feed<Integer> feed = (out, context) -> {
            context.done().recv();
            throw new Exception("late");
        };
        assertEquals(List.of(), failures(Context.background(), feed, inflow -> {
            inflow.close();
            inflow.done().recv();
            assertTrue(inflow.failure().isEmpty());
        }));
    }

    /** The context's end is already the failure, and the reader does not wait for another. */
    @Test
    void errorAfterTheEndOfTheContext_isTheGoroutines() throws Exception {
        try (CancelContext parent = Context.withCancel(Context.background())) {
            Chan<Boolean> mayThrow = chan();
            Feed<Integer> feed = (out, context) -> {
                mayThrow.recv();
                throw bug;
            };
            assertEquals(List.of(bug), failures(parent, feed, inflow -> {
                parent.cancel();
                CompletionException thrown = assertThrows(CompletionException.class, () -> inflow.forEach(value -> {}));
                assertInstanceOf(Canceled.class, thrown.getCause());
                mayThrow.close();
                inflow.done().recv();
                assertInstanceOf(Canceled.class, inflow.failure().get());
            }));
        }
    }

    /** It does nothing more, whatever the body was wrapped in. */
    @Test
    void goexit_isTheGoroutines() {
        List<GoHandle> goroutines = new ArrayList<>();
        Chan<String> ranOn = chan(1);
        Starter wrapping = body -> goroutines.add(Go.go(() -> {
            body.run();
            ranOn.send("ran on");
        }));
        Inflow<Integer> inflow = Inflow.start(wrapping, Context.background(), 0, (out, context) -> Go.goexit());
        goroutines.get(0).join();
        assertInstanceOf(CancellationException.class, inflow.failure().get());
        assertEquals(0, ranOn.len());
    }
}
