package dev.runnel.scope;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the goroutines of a scope are called, and how it shows itself. */
class ScopeTextTest {

    @Test
    void names_areThoseOfTheGoroutines() throws Exception {
        try (Scope scope = Scope.open()) {
            Fork<String> named = scope.fork("finder", () -> name());
            Fork<String> nameless = scope.fork(() -> name());
            Chan<String> told = chan(2);
            scope.go("teller", () -> told.send(name()));
            scope.go(() -> told.send(name()));
            scope.join();
            assertEquals("finder", named.get());
            assertEquals("none", nameless.get());
            assertEquals(Set.of("teller", "none"), Set.of(told.recvOrNull(), told.recvOrNull()));
        }
    }

    private static String name() {
        return Go.current().get().name().getOrElse("none");
    }

    @Test
    void toString_saysWhatRunsAndWhatHasFailed() {
        Scope scope = Scope.open();
        assertEquals("Scope (0 running)", scope.toString());
        Chan<String> go = chan();
        Fork<String> fork = scope.fork(go::recvOrNull);
        Fork<String> fails = scope.fork(() -> {
            go.recv();
            throw new OddException();
        });
        assertEquals("Scope (2 running)", scope.toString());
        assertEquals("Fork (no result)", fork.toString());
        go.send("a");
        go.send("b");
        assertThrows(IOException.class, scope::join);
        assertEquals("Scope (0 running, failed: " + OddException.class.getName() + ")", scope.toString());
        assertEquals(
                Set.of("Fork (done)", "Fork (failed: " + OddException.class.getName() + ")"),
                Set.of(fork.toString(), fails.toString()));
        scope.close();
        assertTrue(scope.toString().startsWith("Scope (0 running, closed"), scope::toString);
    }

    @Test
    void whoWaitsForTasks_isShownWithWhatTheyBelongTo() {
        String joins = deadlock(() -> {
            try (Scope scope = Scope.open()) {
                scope.go(() -> chan().recv());
                scope.join();
            }
        });
        assertTrue(joins.contains(" (Scope (1 running))\n"), joins);
        String goes = deadlock(() -> {
            ErrGroup group = new ErrGroup();
            group.setLimit(1);
            group.go(() -> chan().recv());
            group.go(() -> {});
        });
        assertTrue(goes.contains(" (ErrGroup (1 of 1 running))\n"), goes);
    }

    private static String deadlock(Body main) {
        return assertThrows(DeadlockException.class, () -> Runtimes.run(2, main))
                .getMessage();
    }

    /** An exception that cannot say what it is. */
    private static final class OddException extends IOException {

        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("odd");
        }
    }
}
