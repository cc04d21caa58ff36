package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.stress.Parcel;
import java.util.List;

/** Values over one channel of any kind, until it is closed or cancelled; operations are given up all the time. */
final class Exchange {

    private static final int MOST_PARTIES = 4;
    private static final int MOST_VALUES = 60;
    private static final int MOST_CAPACITY = 5;

    private final Stage stage;
    private final Ledger ledger;
    private final CancelContext context = Context.withCancel(Context.background());
    private final boolean dropsSilently;
    private final Chan<Parcel> channel;

    private Exchange(Stage stage) {
        this.stage = stage;
        ledger = new Ledger(stage);
        int capacity = stage.below(MOST_CAPACITY);
        int kind = stage.below(8);
        dropsSilently = kind < 4 && capacity > 0;
        channel = switch (kind) {
            case 0, 1, 2, 3 -> Go.chan(capacity);
            case 4 -> Go.chan(Buffering.bounded(capacity), ledger::drop);
            case 5 -> Go.chan(Buffering.unbounded(1 + capacity, n -> Thread.onSpinWait()), ledger::drop);
            case 6 -> Go.chan(Buffering.sliding(1 + capacity), ledger::drop);
            default -> Go.chan(Buffering.dropping(1 + capacity), ledger::drop);
        };
        stage.audit(() -> ledger.audit(List.of(channel)));
    }

    static void play(Stage stage) {
        new Exchange(stage).play();
    }

    private void play() {
        Stage.Cast senders = stage.cast();
        Stage.Cast others = stage.cast();
        int sending = 1 + stage.below(MOST_PARTIES);
        for (int i = 0; i < sending; i++) {
            int number = i;
            Stage mine = stage.split();
            senders.go(() -> send(number, mine));
        }
        for (int i = 1 + stage.below(MOST_PARTIES); i > 0; i--) {
            Stage mine = stage.split();
            others.go(() -> receive(new long[sending], mine));
        }
        Stage chance = stage.split();
        others.go(() -> {
            Go.sleep(chance.moment());
            context.cancel();
        });
        boolean early = stage.oneIn(2);
        if (early) {
            Go.sleep(stage.moment());
        } else {
            senders.join();
        }
        end();
        senders.join();
        others.join();
    }

    private void end() {
        switch (stage.below(dropsSilently ? 2 : 4)) {
            case 0 -> channel.close();
            case 1 -> channel.close(new IllegalStateException("a cause"));
            case 2 -> channel.cancel();
            default -> channel.cancel(new IllegalStateException("a cause"));
        }
    }

    private void send(int number, Stage mine) {
        int values = 1 + mine.below(MOST_VALUES);
        boolean open = true;
        for (int i = 1; i <= values && open; i++) {
            Parcel parcel = new Parcel(number, i);
            Sending form = mine.anyOf(Sending.values());
            boolean[] sent = {false};
            try {
                open = mine.expose(() -> form.send(channel, parcel, context, mine.moment(), () -> sent[0] = true));
            } finally {
                ledger.settle(parcel, sent[0]);
            }
        }
    }

    private void receive(long[] highest, Stage mine) {
        boolean[] drained = {false};
        boolean open = true;
        while (open && !drained[0]) {
            Receiving form = mine.anyOf(Receiving.values());
            open = mine.expose(() -> drained[0] = !form.receive(channel, context, mine.moment(), parcel -> {
                ledger.take(parcel);
                Stage.check(parcel.number > highest[parcel.sender], parcel + " came after " + highest[parcel.sender]);
                highest[parcel.sender] = parcel.number;
            }));
        }
    }
}
