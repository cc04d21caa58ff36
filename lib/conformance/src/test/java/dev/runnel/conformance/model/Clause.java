package dev.runnel.conformance.model;

/**
 * One communication, alone or in a select.
 *
 * @param kind what it does
 * @param channel the number of its channel; without meaning for a timer
 * @param value what is sent; 0 unless something is
 */
record Clause(Kind kind, int channel, int value) {

    /** What a clause does. */
    enum Kind {
        SEND,
        RECV,
        /** A receive on a channel of {@code Go.after}. */
        TIMER
    }

    static Clause send(int channel, int value) {
        return new Clause(Kind.SEND, channel, value);
    }

    static Clause recv(int channel) {
        return new Clause(Kind.RECV, channel, 0);
    }

    static Clause timer() {
        return new Clause(Kind.TIMER, 0, 0);
    }

    boolean is(Kind what, int onChannel) {
        return kind == what && channel == onChannel;
    }

    /** A call of this form, with further arguments, if there are any. */
    String call(String form, String more) {
        return switch (kind) {
            case SEND -> "c%d.%s(%d%s)".formatted(channel, form, value, more.isEmpty() ? "" : ", " + more);
            case RECV, TIMER -> "c%d.%s(%s)".formatted(channel, form, more);
        };
    }

    @Override
    public String toString() {
        return switch (kind) {
            case SEND -> "send(c" + channel + ", " + value + ")";
            case RECV -> "recv(c" + channel + ")";
            case TIMER -> "recv(after(SHORT))";
        };
    }
}
