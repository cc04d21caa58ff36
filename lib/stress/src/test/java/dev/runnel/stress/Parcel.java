package dev.runnel.stress;

import java.util.concurrent.atomic.AtomicInteger;

/** A value that knows whether it has arrived, and whether its sender was told that it has not. */
public final class Parcel {

    private static final int UNDERWAY = 0;
    private static final int ARRIVED = 1;
    private static final int REFUSED = 2;

    public final int sender;
    public final long number;
    private final AtomicInteger state = new AtomicInteger(UNDERWAY);

    /**
     * @param sender who sends it
     * @param number higher than that of all parcels its sender has sent before
     */
    public Parcel(int sender, long number) {
        this.sender = sender;
        this.number = number;
    }

    /** Called by its receiver: fails if it has arrived before, or if its sender was told that it was not sent. */
    public void arrive() {
        if (!state.compareAndSet(UNDERWAY, ARRIVED)) {
            throw new AssertionError("received: " + this);
        }
    }

    /** Called by a sender that was told that it was not sent. */
    public void refuse() {
        if (!state.compareAndSet(UNDERWAY, REFUSED)) {
            throw new AssertionError("told that it was not sent: " + this);
        }
    }

    @Override
    public String toString() {
        String what = switch (state.get()) {
            case UNDERWAY -> "under way";
            case ARRIVED -> "arrived before";
            default -> "refused before";
        };
        return "parcel " + number + " of worker " + sender + ", " + what;
    }
}
