package dev.runnel.conformance.model;

import java.util.List;

/** What an operation came to. Clauses are numbered from 0; a plain operation is clause 0. */
sealed interface Outcome {

    /** A value was sent. */
    record Sent(int clause) implements Outcome {}

    /** A value was sent, and the buffer dropped one: the oldest, or the one that was sent. */
    record Displaced(int clause, int value) implements Outcome {}

    /** A value was received. */
    record Received(int clause, int value) implements Outcome {}

    /** A receive found the channel closed and drained. */
    record Drained(int clause) implements Outcome {}

    /** A receive found a channel that was closed with a cause, and drained; the cause tells which channel. */
    record Failed(int channel) implements Outcome {}

    /** A channel was cancelled, and these values were undelivered. */
    record Cancelled(List<Integer> undelivered) implements Outcome {}

    /** A timer's channel gave its time. */
    record Fired(int clause) implements Outcome {}

    /** What was seen: who waits, first in line first, and the buffer. */
    record Seen(List<Integer> receivers, List<Integer> senders, int len) implements Outcome {}

    /** Outcomes without more to say. */
    enum Plain implements Outcome {
        /** A try failed, or a select took its default. */
        REFUSED,
        TIMED_OUT,
        SEND_ON_CLOSED,
        SEND_ON_CANCELLED,
        CLOSED,
        CLOSE_OF_CLOSED
    }
}
