package dev.runnel.context;

import io.vavr.control.Option;
import java.util.Objects;

/** A root: it never ends and has nothing. */
final class EmptyCtx extends EndlessCtx {

    static final EmptyCtx BACKGROUND = new EmptyCtx("context.Background");
    static final EmptyCtx TODO = new EmptyCtx("context.TODO");

    private final String name;

    private EmptyCtx(String name) {
        this.name = name;
    }

    @Override
    public <T> Option<T> value(ContextKey<T> key) {
        Objects.requireNonNull(key, "nil key");
        return Option.none();
    }

    @Override
    public String toString() {
        return name;
    }
}
