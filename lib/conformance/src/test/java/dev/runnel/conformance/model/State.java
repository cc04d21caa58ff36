package dev.runnel.conformance.model;

import java.util.Arrays;

/** The channels, and how far each participant's operation is. A state is changed only while it is being made. */
final class State {

    /** How far an operation is. */
    enum Phase {
        NONE,
        CALLED,
        WAITING,
        /** A close, or a cancel, that still has to wake somebody. */
        CLOSING,
        COMPLETE
    }

    /** What has ended a channel. */
    enum End {
        NONE,
        CLOSED,
        /** Closed with a cause. */
        FAILED,
        CANCELLED,
        /** Cancelled and then closed, which counts once. */
        CANCELLED_AND_CLOSED
    }

    private static final int[] EMPTY = {};

    final int[][] buffers;
    final End[] ends;
    final int[][] receivers;
    final int[][] senders;
    final Phase[] phases;

    /** For each participant, a bit for each channel that has ended while it waits and has not woken it yet. */
    final int[] doomed;

    State(int channels, int participants) {
        buffers = new int[channels][0];
        ends = new End[channels];
        Arrays.fill(ends, End.NONE);
        receivers = new int[channels][0];
        senders = new int[channels][0];
        phases = new Phase[participants];
        Arrays.fill(phases, Phase.NONE);
        doomed = new int[participants];
    }

    private State(State of) {
        buffers = of.buffers.clone();
        ends = of.ends.clone();
        receivers = of.receivers.clone();
        senders = of.senders.clone();
        phases = of.phases.clone();
        doomed = of.doomed.clone();
    }

    State copy() {
        return new State(this);
    }

    State with(int participant, Phase phase) {
        State next = copy();
        next.phases[participant] = phase;
        return next;
    }

    boolean isOpen(int channel) {
        return ends[channel] == End.NONE;
    }

    boolean isCancelled(int channel) {
        return ends[channel] == End.CANCELLED || ends[channel] == End.CANCELLED_AND_CLOSED;
    }

    // ---------------------------------------------------------------- while it is being made

    void put(int channel, int value) {
        buffers[channel] = append(buffers[channel], value);
    }

    int take(int channel) {
        int value = buffers[channel][0];
        buffers[channel] = Arrays.copyOfRange(buffers[channel], 1, buffers[channel].length);
        return value;
    }

    void dropAll(int channel) {
        buffers[channel] = EMPTY;
    }

    /** A participant waits for a channel; several clauses on one channel are one place in its queue. */
    void queue(int participant, int channel, boolean sends) {
        int[][] queues = sends ? senders : receivers;
        if (Arrays.stream(queues[channel]).noneMatch(p -> p == participant)) {
            queues[channel] = append(queues[channel], participant);
        }
    }

    /** A participant no longer waits. */
    void leave(int participant) {
        for (int c = 0; c < ends.length; c++) {
            receivers[c] = without(receivers[c], participant);
            senders[c] = without(senders[c], participant);
        }
        doomed[participant] = 0;
    }

    /** A channel that has ended has no queues. */
    void clearQueues(int channel) {
        receivers[channel] = EMPTY;
        senders[channel] = EMPTY;
    }

    private static int[] append(int[] list, int value) {
        int[] longer = Arrays.copyOf(list, list.length + 1);
        longer[list.length] = value;
        return longer;
    }

    private static int[] without(int[] list, int value) {
        return Arrays.stream(list).filter(v -> v != value).toArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof State that
                && Arrays.deepEquals(buffers, that.buffers)
                && Arrays.equals(ends, that.ends)
                && Arrays.deepEquals(receivers, that.receivers)
                && Arrays.deepEquals(senders, that.senders)
                && Arrays.equals(phases, that.phases)
                && Arrays.equals(doomed, that.doomed);
    }

    @Override
    public int hashCode() {
        int hash = Arrays.deepHashCode(buffers);
        for (End end : ends) {
            hash = 31 * hash + end.ordinal();
        }
        hash = 31 * hash + Arrays.deepHashCode(receivers);
        hash = 31 * hash + Arrays.deepHashCode(senders);
        for (Phase phase : phases) {
            hash = 31 * hash + phase.ordinal();
        }
        return 31 * hash + Arrays.hashCode(doomed);
    }
}
