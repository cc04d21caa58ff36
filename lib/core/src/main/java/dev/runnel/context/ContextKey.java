package dev.runnel.context;

import java.util.Objects;

/**
 * The key of a value in a context, with the type of the value. A key equals only itself, so only those who have it can
 * reach or hide the value; keep it in a constant, private if the value is. Go uses values of unexported types.
 *
 * @param <T> the type of the value
 */
public final class ContextKey<T> {

    private final String name;

    private ContextKey(String name) {
        this.name = name;
    }

    /**
     * A new key.
     *
     * @param name what {@code toString} shows; two keys may have the same
     */
    public static <T> ContextKey<T> of(String name) {
        return new ContextKey<>(Objects.requireNonNull(name, "name"));
    }

    @SuppressWarnings("unchecked") // it was stored with this key
    T typed(Object value) {
        return (T) value;
    }

    @Override
    public String toString() {
        return name;
    }
}
