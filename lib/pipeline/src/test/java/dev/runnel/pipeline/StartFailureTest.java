package dev.runnel.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.Context;
import dev.runnel.scope.Scope;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.control.Option;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What else fails in a pipeline that is started in a scope, above all its actions: the failure is told, and the channel
 * is closed.
 */
@NoLeaks(patience = 0)
class StartFailureTest {

    /** The action throws when its context ends. */
    private static Pipeline<Integer> endlessWithAnActionThatThrows(RuntimeException planted) {
        return Source.produce((Outlet<Integer> out) -> {
            out.context().onDone(() -> {
                throw planted;
            });
            for (int i = 0; ; i++) {
                out.send(i);
            }
        });
    }

    /** Stages that end before the one before them does. */
    static java.util.List<Stage<Integer, Integer>> ending() {
        return java.util.List.of(
                p -> p.stage((Inlet<Integer> in, Outlet<Integer> out) -> out.send(in.recvOrNull())),
                p -> p.zip(Source.of(1), (a, b) -> a),
                p -> Source.of(1).zip(p, (a, b) -> b),
                p -> p.fanOut(1, q -> q.take(1)));
    }

    /** The stage before is told that nobody wants more, and that makes an action of the user's fail. */
    @ParameterizedTest
    @MethodSource("ending")
    void channel_isClosed_alsoIfAnActionBeforeItFails(Stage<Integer, Integer> stage) {
        IllegalStateException planted = new IllegalStateException("planted");
        Pipeline<Integer> endless = endlessWithAnActionThatThrows(planted);
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> {
            try (Scope scope = Scope.open()) {
                RecvChan<Integer> numbers = endless.via(stage).start(scope);
                assertEquals(0, numbers.recv().get());
                assertEquals(Option.none(), numbers.recv());
                scope.join();
            }
        });
        assertSame(planted, thrown);
    }

    /** The source's action fails when there are no more elements. */
    @Test
    void channelsOfATee_areClosed_alsoIfAnActionBeforeThemFails() {
        IllegalStateException planted = new IllegalStateException("planted");
        Pipeline<Integer> one = Source.produce((Outlet<Integer> out) -> {
            out.context().onDone(() -> {
                throw planted;
            });
            out.send(0);
        });
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> {
            try (Scope scope = Scope.open()) {
                io.vavr.collection.List<RecvChan<Integer>> channels =
                        one.withCapacity(1).tee(2, scope);
                for (RecvChan<Integer> channel : channels) {
                    assertEquals(0, channel.recv().get());
                    assertEquals(Option.none(), channel.recv());
                }
                scope.join();
            }
        });
        assertSame(planted, thrown);
    }

    @Test
    void channel_isCancelled_andAnActionFailsByThat() {
        IllegalStateException planted = new IllegalStateException("planted");
        Pipeline<Integer> endless = endlessWithAnActionThatThrows(planted);
        assertSame(planted, failureOfACancel(endless));
    }

    private static IllegalStateException failureOfACancel(Pipeline<Integer> endless) {
        return assertThrows(IllegalStateException.class, () -> {
            try (Scope scope = Scope.open()) {
                RecvChan<Integer> numbers = endless.start(scope);
                numbers.recv();
                numbers.cancel();
                scope.join();
            }
        });
    }

    /**
     * Code that catches what {@code send} throws, and throws something else or nothing, does not hide what the action
     * failed with.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void channel_isCancelled_andAnActionFailsByThat_behindCodeThatCatches(boolean rethrows) {
        IllegalStateException planted = new IllegalStateException("planted");
        Pipeline<Integer> endless = Source.produce((Outlet<Integer> out) -> {
            out.context().onDone(() -> {
                throw planted;
            });
            try {
                for (int i = 0; ; i++) {
                    out.send(i);
                }
            } catch (Exception e) {
                if (rethrows) {
                    throw new IOException("the user's", e);
                }
            }
        });
        assertSame(planted, failureOfACancel(endless));
    }

    @Test
    void channel_isCancelled_andAnActionFailsByThat_behindGoexit() {
        IllegalStateException planted = new IllegalStateException("planted");
        assertSame(planted, failureOfACancel(endsSo(planted, Go::goexit)));
    }

    @Test
    void channel_isCancelled_andAnActionFailsByThat_behindAnError() {
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        try {
            IllegalStateException planted = new IllegalStateException("planted");
            AssertionError error = new AssertionError("the user's");
            Throwable thrown = failureOfACancel(endsSo(planted, () -> {
                        throw error;
                    }))
                    .getCause();
            assertSame(error, thrown);
            assertTrue(java.util.List.of(error.getSuppressed()).contains(planted));
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    /** As {@link #endlessWithAnActionThatThrows}, but leaves in a way of its own when it is cancelled. */
    private static Pipeline<Integer> endsSo(RuntimeException planted, Runnable leaves) {
        return Source.produce((Outlet<Integer> out) -> {
            out.context().onDone(() -> {
                throw planted;
            });
            try {
                for (int i = 0; ; i++) {
                    out.send(i);
                }
            } catch (CancelledException e) {
                leaves.run();
            }
        });
    }

    /** Telling of the action ends the run, which starts another action, and that fails, too. */
    @Test
    void failureOfAStage_isTold_alsoIfToTellOfAnActionFails() throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        IOException real = new IOException("the real one");
        try (Scope scope = Scope.open()) {
            Run.start(scope, (run, context) -> {
                context.onDone(() -> {
                    throw new IllegalStateException("of the run");
                });
                Crew crew = new Crew(run, Context.withCancel(context), 1, complete -> {});
                crew.go(() -> {
                    crew.actionFailed(planted);
                    throw real;
                });
                return crew;
            });
            assertEquals(
                    "of the run",
                    assertThrows(IllegalStateException.class, scope::join).getMessage());
        }
        assertTrue(java.util.List.of(planted.getSuppressed()).contains(real));
    }

    /** What the stage was left by is told all the same. */
    @Test
    void goexitOfAStage_isTold_alsoIfToTellOfAnActionFails() throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        try (Scope scope = Scope.open()) {
            Run.start(scope, (run, context) -> {
                context.onDone(() -> {
                    throw new IllegalStateException("of the run");
                });
                Crew crew = new Crew(run, Context.withCancel(context), 1, complete -> {});
                crew.go(() -> {
                    crew.actionFailed(planted);
                    Go.goexit();
                });
                return crew;
            });
            assertEquals(
                    "of the run",
                    assertThrows(IllegalStateException.class, scope::join).getMessage());
        }
        assertTrue(java.util.List.of(planted.getSuppressed()).stream()
                .anyMatch(told -> told.getMessage().startsWith("a stage of the pipeline was left by ")));
    }

    /** In a language or a lambda that knows no checked exceptions; what was started before has no reader, and ends. */
    @Test
    void start_failsByWhatIsNeitherAnExceptionNorAnError_andLeavesNothingBehind() throws Exception {
        Throwable planted = new Throwable("planted");
        Pipeline<Integer> unstartable = Source.within(context -> {
            throw StartFailureTest.<RuntimeException>unchecked(planted);
        });
        try (Scope scope = Scope.open()) {
            assertSame(
                    planted,
                    assertThrows(
                            Throwable.class,
                            () -> Source.of(1, 2).merge(unstartable).start(scope)));
            scope.join();
        }
    }

    @SuppressWarnings("unchecked") // that is the point
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }

    /** The first is told, with the others but not with itself. */
    @Test
    void actionsThatFailWhileOneSends_areAllTold() throws Exception {
        IllegalStateException first = new IllegalStateException("first");
        IllegalStateException second = new IllegalStateException("second");
        try (Scope scope = Scope.open()) {
            Run.start(scope, (run, context) -> {
                Crew crew = new Crew(run, Context.withCancel(context), 1, complete -> assertFalse(complete));
                crew.go(() -> {
                    crew.actionFailed(first);
                    crew.actionFailed(first);
                    crew.actionFailed(second);
                });
                return crew;
            });
            assertSame(first, assertThrows(IllegalStateException.class, scope::join));
        }
        assertArrayEquals(new Throwable[] {second}, first.getSuppressed());
    }

    /** It is not lost because of what an action fails with. */
    @Test
    void failureOfTheSink_isToldBesidesThatOfAnAction() {
        IllegalStateException planted = new IllegalStateException("planted");
        IOException real = new IOException("the real one");
        Pipeline<Integer> endless = endlessWithAnActionThatThrows(planted);
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> endless.forEach(i -> {
                    throw real;
                }));
        assertSame(planted, thrown);
        assertTrue(java.util.List.of(thrown.getSuppressed()).contains(real));
    }
}
