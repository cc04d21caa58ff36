package dev.runnel.stress.soak;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.stress.Parcel;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What went over the channels of an act: each parcel that was sent has been received, was handed over as undelivered,
 * or is left.
 */
final class Ledger {

    private final Stage stage;
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder undelivered = new LongAdder();

    Ledger(Stage stage) {
        this.stage = stage;
    }

    /** Called by a sender, with what it was told. */
    void settle(Parcel parcel, boolean wasSent) {
        if (wasSent) {
            sent.increment();
        } else {
            parcel.refuse();
            stage.count.refused.increment();
        }
    }

    /** Called by a receiver. */
    void take(Parcel parcel) {
        parcel.arrive();
        received.increment();
    }

    /** Called for a parcel that was handed over as undelivered. */
    void drop(Parcel parcel) {
        parcel.arrive();
        undelivered.increment();
    }

    /** To be called when nobody uses the channels any more. */
    void audit(List<Chan<Parcel>> channels) {
        long left = 0;
        for (Chan<Parcel> channel : channels) {
            ((Hchan<Parcel>) channel).check();
            channel.stats()
                    .forEach(stats -> Stage.checkEqual(
                            channel + " holds by its count",
                            channel.len(),
                            stats.sends() - stats.receives() - stats.drops()));
            left += drain(channel);
        }
        Stage.checkEqual(
                channels + ": of " + sent + " sent, " + received + " received, " + undelivered + " undelivered, left",
                sent.sum() - received.sum() - undelivered.sum(),
                left);
        stage.count.sent.add(sent.sum());
        stage.count.received.add(received.sum());
        stage.count.undelivered.add(undelivered.sum());
        stage.count.left.add(left);
    }

    private static long drain(Chan<Parcel> channel) {
        long left = 0;
        try {
            while (channel.tryRecv() instanceof TryRecv.Value<Parcel>(Parcel parcel)) {
                parcel.arrive();
                left++;
            }
        } catch (ChannelException.ClosedWithCause e) {
            // drained
        }
        return left;
    }
}
