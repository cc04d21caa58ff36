package dev.runnel.runtime.channel;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Sneaky;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Has a cancellation end a wait of the calling strand, by claiming its ticket as a timer does. It is registered before
 * the wait begins, as that may run code of the user, and learns the ticket once the strand may be claimed. Whoever of
 * the two comes second sees the other: the cancellation says that it is over and then looks for the ticket, the strand
 * names its ticket and then looks whether it is over.
 */
public final class CancelHook implements Runnable, Touching, AutoCloseable {

    private static final long NOT_WAITING = 0;

    private final Strand strand = Scheduler.strand();
    private final Home.@Nullable Homed on;

    /** In a bubble it matters who may end the wait: somebody outside, if the cancellation is from there. */
    private final @Nullable Hchan<?> done;

    private final Cancellation.Stop registration;

    /** Whether the passing of time will cancel it. */
    private final boolean limited;

    private volatile boolean over;
    private volatile long ticket = NOT_WAITING;

    /**
     * Registers; no lock may be held.
     *
     * @param cancellation what may end the wait
     * @param on what the wait is on; null if it is on nothing
     */
    public CancelHook(Cancellation cancellation, Home.@Nullable Homed on) {
        this.on = on;
        done = Home.ofCaller() != null && cancellation.done() instanceof Hchan<?> closed ? closed : null;
        limited = Asked.hasLimit(cancellation);
        registration = Registrations.given(cancellation.onDone(this), "onDone");
    }

    /**
     * What an operation throws that a cancellation has ended. If the caller's runtime closes, it is unwound instead:
     * another goroutine that is unwound may have cancelled it.
     */
    public static CancelledException exception(Cancellation cancellation) {
        return exception(
                cancellation,
                Asked.err(cancellation)
                        .getOrElseThrow(
                                () -> new IllegalStateException(cancellation + " is done, and gives no error")));
    }

    /** The same, of a cancellation that has told its error already. */
    public static CancelledException exception(Cancellation cancellation, CancelledException err) {
        Checkpoint.passAtAnEnd();
        return anew(cancellation, err);
    }

    /**
     * An error of this kind with the cause of the cancellation, or as it is if it gives none. Nobody is unwound here.
     */
    public static CancelledException anew(Cancellation cancellation, CancelledException err) {
        Throwable cause = cause(cancellation);
        try {
            return Objects.requireNonNullElse(err.thrownBecauseOf(cause == null ? err : cause), err);
        } catch (Throwable e) {
            return insteadOf(e, err);
        }
    }

    /** Why it was cancelled. Null if it does not tell: what it has ended has ended all the same. */
    public static @Nullable Throwable cause(Cancellation cancellation) {
        try {
            return Asked.cause(cancellation).getOrNull();
        } catch (Throwable e) {
            return insteadOf(e, null);
        }
    }

    /**
     * What user code has failed with does not take the place of what has happened; if it has ended the goroutine it
     * does.
     */
    private static <T extends @Nullable Throwable> T insteadOf(Throwable failure, T happened) {
        if (Goexit.is(failure)) {
            throw Sneaky.rethrow(failure);
        }
        return happened;
    }

    /** A wait with this ticket has begun, which a hook may end if there is one. See {@link #waits}. */
    public static void mayEnd(@Nullable CancelHook hook, long open) {
        if (hook != null) {
            hook.waits(open);
        }
    }

    /** The wait with this ticket has begun, and may be claimed. By the strand, with no lock held. */
    public void waits(long open) {
        ticket = open;
        if (over) {
            end(open);
        }
    }

    @Override
    public void run() {
        over = true;
        long open = ticket;
        if (open != NOT_WAITING) {
            end(open);
        }
    }

    private void end(long open) {
        if (strand.claim(open)) {
            strand.wakeWith(WakeCause.CANCEL);
            strand.ready();
        }
    }

    /**
     * Takes the registration back. If that fails, and the cancellation comes, this ends no later wait: its ticket is
     * used.
     */
    @Override
    public void close() {
        Registrations.takeBack(registration);
    }

    /** What the wait is on, for whoever looks at waits from outside; null if it is on nothing. */
    public @Nullable Object on() {
        return done == null && !limited ? on : this;
    }

    @Override
    public boolean hasLimit() {
        return limited || (on instanceof Numbered numbered && numbered.hasLimit());
    }

    @Override
    public List<? extends Hchan<?>> channels() {
        List<Hchan<?>> both = new ArrayList<>();
        if (on instanceof Hchan<?> channel) {
            both.add(channel);
        }
        if (done != null && done != on) {
            both.add(done);
        }
        return both;
    }

    /** The number of what the wait is on, in a bubble as elsewhere; what may end the wait does not count. */
    @Override
    public long number() {
        return on instanceof Numbered numbered ? numbered.number() : Touching.super.number();
    }

    @Override
    public boolean isWhollyOf(@Nullable Home bubble) {
        return (on == null || on.isWhollyOf(bubble)) && Touching.super.isWhollyOf(bubble);
    }

    @Override
    public String toString() {
        if (on != null) {
            return on instanceof Numbered numbered ? numbered.shown() : on.toString();
        }
        return done == null ? "end of a context" : done.shown();
    }
}
