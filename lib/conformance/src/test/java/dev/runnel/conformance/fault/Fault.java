package dev.runnel.conformance.fault;

import dev.runnel.Go;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a piece of code may do that it should not. */
enum Fault {
    RUNTIME_EXCEPTION("a `RuntimeException`", RuntimeException.class) {
        @Override
        void strike() {
            throw new PlannedException();
        }
    },
    CHECKED("a checked exception", IOException.class) {
        @Override
        void strike() throws IOException {
            throw new IOException("planned");
        }
    },
    ERROR("an `Error`", Error.class) {
        @Override
        void strike() {
            throw new PlannedError();
        }
    },
    STACK_OVERFLOW("a `StackOverflowError`", StackOverflowError.class) {
        @Override
        void strike() {
            deeper(0);
        }

        private int deeper(int depth) {
            return 1 + deeper(depth + 1);
        }
    },
    OUT_OF_MEMORY("an `OutOfMemoryError`", OutOfMemoryError.class) {
        @Override
        void strike() {
            throw new AssertionError(
                    "longer than an array may be, and it was made: " + new long[Integer.MAX_VALUE].length);
        }
    },
    GOEXIT("`goexit`", null) {
        @Override
        void strike() {
            Go.goexit();
        }
    };

    final String text;
    private final @Nullable Class<? extends Throwable> type;

    Fault(String text, @Nullable Class<? extends Throwable> type) {
        this.text = text;
        this.type = type;
    }

    private static final class PlannedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class PlannedError extends Error {
        private static final long serialVersionUID = 1;
    }

    abstract void strike() throws Exception;

    /** For code that may throw no checked exceptions. */
    void strikeUnchecked() {
        try {
            strike();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    boolean isThrown() {
        return type != null;
    }

    boolean isException() {
        return type != null && Exception.class.isAssignableFrom(type);
    }

    boolean isChecked() {
        return this == CHECKED;
    }

    /** Whether this is what has been thrown. */
    boolean is(Throwable thrown) {
        return switch (this) {
            case RUNTIME_EXCEPTION -> thrown instanceof PlannedException;
            case ERROR -> thrown instanceof PlannedError;
            case GOEXIT -> false;
            default -> thrown.getClass() == type;
        };
    }
}
