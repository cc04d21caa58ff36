package dev.runnel.context;

import io.vavr.control.Option;

/** The values of a context, and nothing else of it. */
final class WithoutCancelCtx extends EndlessCtx implements Derived {

    private final Context parent;

    WithoutCancelCtx(Context parent) {
        this.parent = parent;
    }

    @Override
    public <T> Option<T> value(ContextKey<T> key) {
        return ValueCtx.find(this, key);
    }

    @Override
    public Context parent() {
        return parent;
    }

    @Override
    public String suffix() {
        return ".WithoutCancel";
    }

    @Override
    public String toString() {
        return Derived.name(this);
    }
}
