package dev.runnel.runtime.select;

import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.text.Safely;
import dev.runnel.select.Event;
import dev.runnel.select.Producer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One clause of a select.
 *
 * @param kind what it does
 * @param channel where; null for the nil channel, for a timeout and for an event
 * @param value what is sent, if that is fixed; may be null on the nil channel
 * @param source what is sent, if that is asked for at each entry
 * @param event what is taken where there is no channel; null for an event that never comes
 * @param amount the nanoseconds of a timeout; how many values a batch has at most
 * @param body what to do then: an action, a handler, a producer or a mapping, as the select knows
 * @param wantsValue whether the body takes the value that was received
 */
record Clause(
        Kind kind,
        @Nullable Hchan<Object> channel,
        @Nullable Object value,
        @Nullable Producer<?> source,
        @Nullable Event<?> event,
        long amount,
        Object body,
        boolean wantsValue) {

    enum Kind {
        RECV,
        RECV_UP_TO,
        SEND,
        AFTER,
        EVENT;

        boolean isReceive() {
            return this == RECV || this == RECV_UP_TO;
        }
    }

    /** A clause on a channel. */
    static Clause on(Kind kind, @Nullable Hchan<Object> channel, Object body, boolean wantsValue) {
        return new Clause(kind, channel, null, null, null, 0, body, wantsValue);
    }

    /** The nanoseconds of a timeout. */
    long delay() {
        return amount;
    }

    /** Whether it can ever proceed otherwise than by the passing of time. */
    boolean isLive() {
        return channel != null || event != null || (kind == Kind.AFTER && delay() <= 0);
    }

    /** Whether the passing of time makes it ready, as far as is known, besides that of a timeout. */
    boolean hasLimit() {
        return kind.isReceive()
                ? channel != null && channel.hasLimit()
                : event instanceof CancelledEvent end && end.hasLimit();
    }

    /** What it waits for; not what it sends. */
    String words() {
        String on = channel == null ? "Chan#nil" : channel.shown();
        return switch (kind) {
            case RECV -> "receive from " + on;
            case RECV_UP_TO -> "receive up to " + amount + " from " + on;
            case SEND -> "send to " + on;
            case AFTER -> "after " + Duration.ofNanos(delay());
            case EVENT -> event == null ? "never" : "wait for " + Safely.text(event);
        };
    }
}
