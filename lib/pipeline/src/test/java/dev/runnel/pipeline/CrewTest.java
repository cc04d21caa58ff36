package dev.runnel.pipeline;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scope.Scope;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whether a stage has come to its end: only if all of its goroutines have returned. */
class CrewTest {

    private final Chan<Boolean> ended = chan(1);

    private void start(Scope scope, Body... bodies) throws Exception {
        Run.start(scope, (run, context) -> {
            Crew crew = new Crew(run, Context.withCancel(context), bodies.length, ended::send);
            for (Body body : bodies) {
                crew.go(body);
            }
            return crew;
        });
    }

    private boolean isComplete(Body... bodies) throws Exception {
        try (Scope scope = Scope.open()) {
            start(scope, bodies);
            boolean complete = ended.recv().get();
            try {
                scope.join();
            } catch (Exception e) {
                assertFalse(complete);
            }
            return complete;
        }
    }

    @Test
    void whatOneLeavesOtherwise_isNotComplete() throws Exception {
        assertTrue(isComplete(() -> {}, () -> {}));
        assertFalse(isComplete(() -> {}, Go::goexit));
        assertFalse(isComplete(Go::goexit, () -> {}));
        assertFalse(isComplete(() -> {}, () -> {
            throw new IOException("planted");
        }));
        assertFalse(isComplete(() -> {}, () -> {
            throw new AssertionError("planted");
        }));
    }

    /** It may have looked at its context without waiting with it. */
    @Test
    void whatReturnsAfterItsLinkIsOver_isNotComplete() throws Exception {
        try (Scope scope = Scope.open()) {
            Run.start(scope, (run, context) -> {
                CancelContext link = Context.withCancel(context);
                Crew crew = new Crew(run, link, 2, ended::send);
                Chan<Void> isFirst = chan();
                crew.go(isFirst::close);
                crew.go(() -> {
                    isFirst.recv();
                    link.cancel();
                });
                return crew;
            });
            assertEquals(false, ended.recv().get());
            scope.join();
        }
    }

    @Test
    void zipThatFails_isNotComplete() throws Exception {
        Zipped<Integer, Integer, Integer> zipped = new Zipped<>(Source.of(1), Source.of(2), (a, b) -> {
            throw new IOException("planted");
        });
        try (Scope scope = Scope.open()) {
            Feed<Integer> feed =
                    Run.start(scope, (run, context) -> zipped.start(run, Context.withCancelCause(context), 0));
            assertTrue(feed.channel().recv().isEmpty());
            assertFalse(feed.isComplete());
            assertThrows(IOException.class, scope::join);
        }
    }

    /** Its goroutines are queued behind one that closes the runtime. */
    @Test
    void whatNeverBegins_isNotComplete() {
        try (GoRuntime runtime =
                new GoRuntime(RuntimeConfig.fromProperties().withProcs(1).withTimeSlice(Duration.ofHours(1)))) {
            runtime.go(() -> {
                start(Scope.open(), () -> {}, () -> {});
                runtime.close();
            });
            assertEquals(false, ended.recv().get());
        }
    }
}
