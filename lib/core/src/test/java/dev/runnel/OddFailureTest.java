package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.ClosedWithCause;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.select.Event;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goroutines that fail with exceptions whose own methods fail or call the runtime; TestPanicLoop and its like. */
class OddFailureTest {

    private static final class TextFails extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("no text");
        }
    }

    private static final class TextFailsAsWell extends RuntimeException {
        @Override
        public String getMessage() {
            throw new TextFails();
        }
    }

    private static final class TextExits extends RuntimeException {
        @Override
        public String getMessage() {
            Go.goexit();
            return "";
        }
    }

    private static final class TextWaits extends RuntimeException {
        @Override
        public String getMessage() {
            Chan<String> text = chan();
            go(() -> text.send("a text that had to be waited for"));
            return text.recv().get();
        }
    }

    private static final class AllFails extends RuntimeException {
        @Override
        public String toString() {
            throw new AssertionError("no text");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new AssertionError("no stack");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new AssertionError("no cause");
        }
    }

    /** Answers null where there should be an answer. */
    private static final class AllNull extends RuntimeException {
        @Override
        public String toString() {
            return null;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }
    }

    /** As a framework that fills in stacks may do. */
    private static final class FramesNull extends RuntimeException {
        @Override
        public StackTraceElement[] getStackTrace() {
            return new StackTraceElement[] {null, new StackTraceElement("Far", "away", null, 1)};
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_textOfTheFailureFails_isReported(int procs) {
        reports(procs, new TextFails(), "TextFails (its text failed: java.lang.IllegalStateException: no text)");
        reports(procs, new TextFailsAsWell(), "TextFailsAsWell (its text failed: " + TextFails.class.getName() + ")");
        reports(procs, new TextExits(), "TextExits (its text failed: ");
        reports(procs, new AllFails(), "AllFails (its text failed: java.lang.AssertionError: no text)");
        reports(procs, new AllNull(), "AllNull (its text failed: null)");
        reports(procs, new FramesNull(), "FramesNull");
        reports(procs, new TextWaits(), "TextWaits: a text that had to be waited for");
    }

    private static void reports(int procs, RuntimeException thrown, String text) {
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(procs), () -> {
                    go("culprit", () -> {
                        throw thrown;
                    });
                    chan().recv();
                }));
        assertSame(thrown, failed.getCause());
        String message = failed.getMessage();
        assertTrue(message.startsWith("goroutine ") && message.contains("\"culprit\" failed: "), message);
        assertTrue(message.contains(text), message);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_failsInFinallyWithoutText_whileClosing_ends(int procs) {
        AllFails thrown = new AllFails();
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(procs), () -> {
                    Chan<Integer> begun = chan();
                    go(() -> {
                        begun.send(1);
                        try {
                            Thread.sleep(3_600_000);
                        } catch (InterruptedException e) {
                            throw thrown;
                        }
                    });
                    begun.recv();
                }));
        assertSame(thrown, failed.getCause());
    }

    @Test
    void handler_isToldOfFailuresWithoutStack() {
        for (RuntimeException thrown : new RuntimeException[] {new AllFails(), new AllNull(), new FramesNull()}) {
            AtomicReference<Throwable> told = new AtomicReference<>();
            try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
                runtime.setFailureHandler((goroutine, failure) -> told.set(failure));
                runtime.go(() -> {
                            throw thrown;
                        })
                        .join();
            }
            assertSame(thrown, told.get());
        }
    }

    @Test
    void recv_textOfTheCauseFails_tellsTheCause() {
        for (RuntimeException cause : new RuntimeException[] {new TextFails(), new AllFails(), new AllNull()}) {
            Chan<Integer> c = chan();
            c.close(cause);
            ClosedWithCause thrown = assertThrows(ClosedWithCause.class, c::recv);
            assertTrue(thrown.getMessage().startsWith("receive on channel closed because of "), thrown.getMessage());
            assertEquals(Option.some(cause), c.closeCause());
        }
    }

    @Test
    void dump_textOfAnEventFails_namesItsClass() {
        DeadlockException deadlock = assertThrows(
                DeadlockException.class,
                () -> Go.run(
                        Runtimes.withProcs(2),
                        () -> select().on(new TextlessEvent(), () -> {}).run()));
        assertTrue(deadlock.dump().contains("TextlessEvent (its text failed: "), deadlock.dump());
    }

    private static final class TextlessEvent implements Event<Integer> {
        @Override
        public @Nullable Integer poll() {
            return null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            return () -> true;
        }

        @Override
        public String toString() {
            throw new AssertionError("no text");
        }
    }

    @Test
    void go_textOfTheFailureFails_theDefaultRuntimeRunsOn() {
        for (RuntimeException thrown : new RuntimeException[] {new TextFails(), new AllFails()}) {
            go(() -> {
                        throw thrown;
                    })
                    .join();
        }
        Chan<Integer> c = chan();
        go(() -> c.send(1));
        assertTrue(c.recv().isDefined());
    }
}
