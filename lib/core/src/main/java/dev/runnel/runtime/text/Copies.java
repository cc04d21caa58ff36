package dev.runnel.runtime.text;

import java.util.List;
import java.util.Objects;

/** Copies of what a record is given. */
public final class Copies {

    private Copies() {}

    /**
     * A copy of a list, which cannot be changed.
     *
     * @param name what the list is, for whoever gives a null
     * @throws NullPointerException if the list is null, or has a null in it; it says which of the two
     */
    public static <T> List<T> of(List<T> list, String name) {
        for (T each : Objects.requireNonNull(list, name)) {
            if (each == null) {
                throw new NullPointerException("a null in " + name);
            }
        }
        return List.copyOf(list);
    }
}
