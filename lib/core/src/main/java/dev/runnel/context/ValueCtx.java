package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Asked;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Objects;

/** A context with a value; in all else it is like the nearest context above that is not one of these. */
final class ValueCtx implements Context, Derived, Asked {

    private final Context parent;
    private final Context base;
    private final ContextKey<?> key;
    private final Object value;

    <T> ValueCtx(Context parent, ContextKey<T> key, T value) {
        this.parent = parent;
        this.base = parent instanceof ValueCtx other ? other.base : parent;
        this.key = key;
        this.value = value;
    }

    /** The context itself, or what it adds values to. */
    static Context withoutValues(Context context) {
        return context instanceof ValueCtx values ? values.base : context;
    }

    /**
     * The value nearest to a context; without recursion, as chains may be long, and without a switch over types, which
     * the JVM links at the first call.
     */
    static <T> Option<T> find(Context from, ContextKey<T> key) {
        Objects.requireNonNull(key, "nil key");
        Context at = from;
        while (true) {
            if (at instanceof ValueCtx values && values.key == key) {
                return Option.some(key.typed(values.value));
            }
            if (key == CancelCtx.SELF) {
                if (at instanceof CancelCtx node) {
                    return Option.some(key.typed(node));
                }
                if (at instanceof WithoutCancelCtx) {
                    return Option.none();
                }
            }
            if (!(at instanceof Derived derived)) {
                return at.value(key);
            }
            at = derived.parent();
        }
    }

    @Override
    public Option<Instant> deadline() {
        return base.deadline();
    }

    @Override
    public RecvChan<Void> done() {
        return base.done();
    }

    @Override
    public Option<CancelledException> err() {
        return base.err();
    }

    @Override
    public Option<Throwable> cause() {
        return base.cause();
    }

    @Override
    public boolean hasLimit() {
        return Asked.hasLimit(base);
    }

    @Override
    public Option<CancelledException> errNow() {
        return Asked.err(base);
    }

    @Override
    public Option<Throwable> causeNow() {
        return Asked.cause(base);
    }

    @Override
    public <T> Option<T> value(ContextKey<T> wanted) {
        return find(this, wanted);
    }

    @Override
    public Stop onDone(Runnable action) {
        return base.onDone(action);
    }

    @Override
    public Context parent() {
        return parent;
    }

    /** Only the type of a value that is not text is shown: the value may be large, or secret. */
    @Override
    public String suffix() {
        String shown = value instanceof String text ? text : value.getClass().getName();
        return ".WithValue(" + key + ", " + shown + ")";
    }

    @Override
    public String toString() {
        return Derived.name(this);
    }
}
