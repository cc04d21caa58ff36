package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The forms of waiting for a goroutine's end that something else may end; {@link GoHandleTest} has the plain one. */
class JoinTest {

    private static final Duration LONG = Duration.ofHours(1);

    private enum Form {
        INTERRUPTIBLE {
            @Override
            void join(GoHandle g) throws Exception {
                g.joinInterruptibly();
            }
        },
        TIMED {
            @Override
            void join(GoHandle g) throws Exception {
                assertTrue(g.join(LONG));
            }
        },
        CONTEXT {
            @Override
            void join(GoHandle g) throws Exception {
                g.join(Context.background());
            }
        };

        abstract void join(GoHandle g) throws Exception;
    }

    @ParameterizedTest
    @EnumSource
    void waitsForTheEnd_andSeesWhatWasDone(Form form) {
        Runtimes.runOnAll(() -> {
            int[] plain = new int[1];
            Chan<Void> goOn = chan();
            GoHandle g = go(() -> {
                goOn.recv();
                plain[0] = 42;
            });
            go(goOn::close);
            form.join(g);
            assertEquals(42, plain[0]);
            assertTrue(g.hasEnded());
            form.join(g);
        });
    }

    @ParameterizedTest
    @EnumSource
    void interrupt_endsTheWait_andNotTheGoroutine(Form form) throws Exception {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<Void> goOn = chan();
            GoHandle g = runtime.go(goOn::recv);
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> form.join(g));
            assertFalse(Thread.currentThread().isInterrupted());
            Thread self = Thread.currentThread();
            runtime.go(() -> {
                Await.until(
                        () -> self.getState() == Thread.State.WAITING || self.getState() == Thread.State.TIMED_WAITING);
                self.interrupt();
            });
            assertThrows(InterruptedException.class, () -> form.join(g));
            assertFalse(g.hasEnded());
            goOn.close();
            form.join(g);
        }
    }

    @Test
    void join_forATime_saysWhetherItHasEnded() {
        Runtimes.runOnAll(() -> {
            Chan<Void> goOn = chan();
            GoHandle g = go(goOn::recv);
            assertFalse(g.join(Duration.ZERO));
            assertFalse(g.join(Duration.ofSeconds(-1)));
            assertFalse(g.join(Duration.ofMillis(2)));
            goOn.close();
            g.join();
            assertTrue(g.join(Duration.ZERO));
        });
    }

    @Test
    void join_contextEnds_goroutineGoesOn() {
        Runtimes.runOnAll(() -> {
            Chan<Void> goOn = chan();
            GoHandle g = go(goOn::recv);
            try (CancelContext context = Context.withCancel(Context.background())) {
                go(context::cancel);
                assertThrows(CancelledException.class, () -> g.join(context));
                assertFalse(g.hasEnded());
                goOn.close();
                g.join();
                assertThrows(CancelledException.class, () -> g.join(context)); // the context is looked at first
            }
        });
    }
}
