package dev.runnel.runtime.select;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Cancellation.Stop;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.Registrations;
import dev.runnel.runtime.channel.Touching;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.select.Event;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The registrations of one run of a select with its events. Each calls this, which has the run look again by claiming
 * the ticket of its wait, as a timer does. The registrations are made before the wait begins, as that runs code of the
 * user; the ticket becomes known when the strand may be claimed. Whichever of the two comes second sees the other: a
 * call says that there is one and then looks for the ticket, the strand names its ticket and then looks whether there
 * was a call.
 *
 * <p>A call that comes late, from a registration that is stopped, names an old ticket and claims nothing, or has the
 * run look once more than it must.
 */
final class EventWatch implements Runnable, Touching, AutoCloseable {

    private static final long NOT_WAITING = 0;

    private final Plan plan;
    private final Strand strand;

    /** What else ends the run, if anything does; the run registers with it as with an event, after all others. */
    private final @Nullable CancelledEvent end;

    private final @Nullable Stop[] registrations;

    /** In a bubble: whether none of the events can come from outside. */
    private boolean durable;

    private volatile boolean called;
    private volatile long ticket = NOT_WAITING;

    EventWatch(Plan plan, Strand strand, @Nullable Cancellation cancellation) {
        this.plan = plan;
        this.strand = strand;
        end = cancellation == null ? null : new CancelledEvent(cancellation);
        registrations = new Stop[plan.events.length + (end == null ? 0 : 1)];
    }

    /**
     * Registers anew with all events; no lock may be held. What was ready before that is to be looked for afterwards.
     */
    void register() {
        close();
        called = false;
        boolean inBubble = Home.ofCaller() != null;
        durable = true;
        for (int k = 0; k < registrations.length; k++) {
            Event<?> event = k < plan.events.length ? plan.event(plan.events[k]) : Objects.requireNonNull(end);
            durable &= !inBubble || event.isDurable();
            registrations[k] = Registrations.given(event.onReady(this), "onReady");
        }
    }

    /** The wait with this ticket has begun, and may be claimed. Called by the strand, with no lock held. */
    void waits(long open) {
        ticket = open;
        if (called) {
            end(open);
        }
    }

    /** An event may be ready. Called by anybody. */
    @Override
    public void run() {
        called = true;
        long open = ticket;
        if (open != NOT_WAITING) {
            end(open);
        }
    }

    private void end(long open) {
        if (strand.claim(open)) {
            strand.wakeWith(WakeCause.EVENT);
            strand.ready();
        }
    }

    /**
     * Takes the registrations back; each is stopped, even if stopping another unwinds the goroutine. However many there
     * are, this needs no more room on the stack than one does: for want of room, what the select has taken would be
     * lost.
     */
    @Override
    public void close() {
        Throwable first = null;
        for (int k = 0; k < registrations.length; k++) {
            Stop registration = registrations[k];
            registrations[k] = null;
            try {
                if (registration != null) {
                    Registrations.takeBack(registration);
                }
            } catch (RuntimeException | Error e) {
                if (first == null
                        && !(e instanceof StackOverflowError)) { // no room to call it: passed over, as takeBack does
                    first = e;
                }
            }
        }
        if (first instanceof Error error) {
            throw error;
        } else if (first != null) {
            throw (RuntimeException) first;
        }
    }

    @Override
    public List<? extends Hchan<?>> channels() {
        return plan.channels();
    }

    @Override
    public boolean isWhollyOf(@Nullable Home bubble) {
        return durable && plan.isWhollyOf(bubble);
    }

    @Override
    public boolean hasLimit() {
        return plan.hasLimit() || (end != null && end.hasLimit());
    }

    @Override
    public String toString() {
        return end == null ? plan.toString() : plan + ", " + end;
    }
}
