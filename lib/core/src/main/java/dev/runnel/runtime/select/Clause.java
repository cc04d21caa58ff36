package dev.runnel.runtime.select;

import dev.runnel.runtime.channel.Hchan;
import dev.runnel.select.Producer;
import org.jspecify.annotations.Nullable;

/**
 * One clause of a select.
 *
 * @param kind what it does
 * @param channel where; null for the nil channel and for a timeout
 * @param value what is sent, if that is fixed
 * @param source what is sent, if that is asked for at each entry
 * @param delay the nanoseconds of a timeout
 * @param body what to do then: an action, a handler, a producer or a mapping, as the select knows
 * @param wantsValue whether the body takes the value that was received
 */
record Clause(
        Kind kind,
        @Nullable Hchan<Object> channel,
        @Nullable Object value,
        @Nullable Producer<?> source,
        long delay,
        Object body,
        boolean wantsValue) {

    enum Kind {
        RECV,
        SEND,
        AFTER
    }

    /** Whether it can ever proceed otherwise than by the passing of time. */
    boolean isLive() {
        return channel != null || (kind == Kind.AFTER && delay <= 0);
    }
}
