package dev.runnel.runtime.select;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.select.Event;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The event that something is cancelled. */
public final class CancelledEvent implements Event<CancelledException> {

    private final Cancellation of;

    /** @param of what may be cancelled */
    public CancelledEvent(Cancellation of) {
        this.of = Objects.requireNonNull(of, "the cancellation is null");
    }

    @Override
    public @Nullable CancelledException poll() {
        CancelledException over = Asked.err(of).getOrNull();
        return over == null ? null : CancelHook.exception(of, over);
    }

    @Override
    public Cancellation.Stop onReady(Runnable wake) {
        return of.onDone(wake);
    }

    /** It is durable if the bubble is that of its channel. */
    @Override
    public boolean isDurable() {
        return !(of.done() instanceof Hchan<?> channel) || channel.isWhollyOf(Home.ofCaller());
    }

    /** Whether the passing of time will cancel it, as far as is known. */
    boolean hasLimit() {
        return Asked.hasLimit(of);
    }

    @Override
    public String toString() {
        return "the end of " + of;
    }
}
