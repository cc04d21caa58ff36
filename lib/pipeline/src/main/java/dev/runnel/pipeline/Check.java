package dev.runnel.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Checks of arguments, with messages that name the argument, its value, and what is allowed. */
final class Check {

    private Check() {}

    static int atLeast(int least, int value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + ": " + value + " is not allowed; allowed: " + least + " or more");
        }
        return value;
    }

    static void between(int least, int most, int value, String what) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + ": " + value + " is not allowed; allowed: " + least + " to " + most);
        }
    }

    static Duration positive(Duration value, String what) {
        Objects.requireNonNull(value, what);
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + ": " + value + " is not allowed; allowed: more than zero");
        }
        return value;
    }

    /** A copy of what the user has listed. */
    static <T> List<T> noneNull(T[] values, String each) {
        for (T value : values) {
            Objects.requireNonNull(value, () -> each + " is null");
        }
        return List.of(values);
    }

    /** What a function of the user gave; elements are never null. */
    static <T> T given(T value, String by) {
        if (value == null) {
            throw new NullPointerException(by + " gave null; elements are never null");
        }
        return value;
    }
}
