package dev.runnel.runtime.trace;

import dev.runnel.trace.EventKind;
import dev.runnel.trace.StepListener;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several listeners as one. Each is told, in this order, whatever the others do: what one of them throws is dropped.
 */
public final class Listeners implements StepListener {

    private final StepListener[] all;

    public Listeners(List<StepListener> all) {
        this.all = all.toArray(StepListener[]::new);
    }

    private void tell(Consumer<StepListener> step) {
        for (StepListener each : all) {
            tell(each, step);
        }
    }

    private static void tell(StepListener listener, Consumer<StepListener> step) {
        try {
            step.accept(listener);
        } catch (Throwable dropped) {
            return;
        }
    }

    @Override
    public void created(int p, long g, long creator, @Nullable String name) {
        tell(l -> l.created(p, g, creator, name));
    }

    @Override
    public void parked(int p, long g, String reason, long on) {
        tell(l -> l.parked(p, g, reason, on));
    }

    @Override
    public void step(EventKind kind, int p, long g, long a, long b) {
        tell(l -> l.step(kind, p, g, a, b));
    }

    /** What each of them has begun, in an array; null if none has begun anything. */
    @Override
    public @Nullable Object waitBegins(long g, String reason, long on) {
        @Nullable Object[] begun = null;
        for (int i = 0; i < all.length; i++) {
            Object its = begunBy(all[i], g, reason, on);
            if (its != null) {
                begun = begun == null ? new @Nullable Object[all.length] : begun;
                begun[i] = its;
            }
        }
        return begun;
    }

    private static @Nullable Object begunBy(StepListener listener, long g, String reason, long on) {
        try {
            return listener.waitBegins(g, reason, on);
        } catch (Throwable dropped) {
            return null;
        }
    }

    @Override
    public void waitOver(Object begun) {
        tellWhoHasBegun(begun, StepListener::waitOver);
    }

    @Override
    public void waitEnded(Object begun) {
        tellWhoHasBegun(begun, StepListener::waitEnded);
    }

    private void tellWhoHasBegun(Object begun, BiConsumer<StepListener, Object> end) {
        @Nullable Object[] each = (@Nullable Object[]) begun;
        for (int i = 0; i < all.length; i++) {
            Object its = each[i];
            if (its != null) {
                tell(all[i], l -> end.accept(l, its));
            }
        }
    }
}
