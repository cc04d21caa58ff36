package dev.runnel.scope;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.context.Context;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tasks that fail with exceptions whose own methods fail: the scope and the group go on all the same, and report them.
 */
class OddFailuresTest {

    private static final class NoCause extends InterruptedIOException {
        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("no text");
        }
    }

    private final IOException plain = new IOException("plain");
    private final NoCause odd = new NoCause();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void join_tellsOfBoth(boolean oddFirst) {
        IOException first = oddFirst ? odd : plain;
        IOException second = oddFirst ? plain : odd;
        Runtimes.run(2, () -> {
            try (Scope scope = Scope.open()) {
                scope.go(() -> {
                    throw first;
                });
                scope.go(() -> {
                    scope.context().done().recv();
                    throw second;
                });
                assertSame(first, assertThrows(IOException.class, scope::join));
            }
        });
        assertArrayEquals(new Throwable[] {second}, first.getSuppressed());
    }

    @Test
    void close_tellsOfIt() {
        UnjoinedFailureException thrown = assertThrows(
                UnjoinedFailureException.class,
                () -> Runtimes.run(2, () -> {
                    try (Scope scope = Scope.open()) {
                        scope.go(() -> {
                            throw odd;
                        });
                        scope.context().done().recv();
                    }
                }));
        assertSame(odd, thrown.getCause());
        assertTrue(thrown.getMessage().startsWith("a task of the scope has failed: "), thrown.getMessage());
    }

    @Test
    void awaitOfAGroup_tellsOfBoth() {
        Runtimes.run(2, () -> {
            ErrGroup group = ErrGroup.withContext(Context.background());
            group.go(() -> {
                throw plain;
            });
            group.go(() -> {
                group.context().done().recv();
                throw odd;
            });
            assertSame(plain, assertThrows(IOException.class, group::awaitOrThrow));
        });
        assertArrayEquals(new Throwable[] {odd}, plain.getSuppressed());
    }

    public static void leave() {
        Go.goexit();
    }

    /** As with a goroutine that belongs to nobody, the task has ended, and not failed. */
    @Test
    void goexitThatReflectionHasWrapped_isNoFailure() throws Exception {
        Method leave = OddFailuresTest.class.getMethod("leave");
        Runtimes.run(2, () -> {
            try (Scope scope = Scope.open()) {
                scope.go(() -> leave.invoke(null));
                scope.join();
                assertTrue(scope.context().err().isEmpty());
            }
            ErrGroup group = new ErrGroup();
            group.go(() -> leave.invoke(null));
            assertTrue(group.await().isEmpty());
        });
    }
}
