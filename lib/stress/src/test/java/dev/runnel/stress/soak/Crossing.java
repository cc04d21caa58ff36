package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.select.Event;
import dev.runnel.select.Select;
import dev.runnel.stress.Parcel;
import dev.runnel.sync.Mutex;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** Selects over a few channels in both directions, of all against all, until a context ends. */
final class Crossing {

    private static final int MOST_PARTIES = 6;
    private static final int MOST_CHANNELS = 4;
    private static final int MOST_ROUNDS = 30;
    private static final int MOST_CLAUSES = 5;

    private final Stage stage;
    private final Ledger ledger;
    private final List<Chan<Parcel>> channels = new ArrayList<>();
    private final Mutex mutex = new Mutex();

    private Crossing(Stage stage) {
        this.stage = stage;
        ledger = new Ledger(stage);
        for (int i = 1 + stage.below(MOST_CHANNELS); i > 0; i--) {
            channels.add(Go.chan(stage.below(3)));
        }
        stage.audit(() -> ledger.audit(channels));
    }

    static void play(Stage stage) {
        Crossing crossing = new Crossing(stage);
        try (CancelContext context =
                Context.withTimeout(Context.background(), stage.moment().multipliedBy(4))) {
            Stage.Cast cast = stage.cast();
            for (int i = 1 + stage.below(MOST_PARTIES); i > 0; i--) {
                int number = i;
                Stage mine = stage.split();
                cast.go(() -> crossing.party(number, mine, context));
            }
            cast.join();
        }
    }

    private void party(int number, Stage mine, Context context) {
        long parcels = 0;
        for (int i = mine.below(MOST_ROUNDS); i >= 0; i--) {
            parcels = select(number, parcels, mine, context);
        }
    }

    private long select(int number, long parcels, Stage mine, Context context) {
        long last = parcels;
        Parcel[] sent = {null};
        List<Parcel> offered = new ArrayList<>();
        Select select = Go.select().on(Event.cancelled(context), () -> {});
        for (int i = mine.below(MOST_CLAUSES); i >= 0; i--) {
            Chan<Parcel> channel = mine.oneIn(20) ? null : channels.get(mine.below(channels.size()));
            switch (mine.below(8)) {
                case 0, 1, 2 -> {
                    Parcel parcel = new Parcel(number, ++last);
                    offered.add(parcel);
                    select.send(channel, parcel, () -> sent[0] = parcel);
                }
                case 3 -> {
                    Parcel parcel = new Parcel(number, ++last);
                    offered.add(parcel);
                    select.sendFrom(channel, () -> parcel, () -> sent[0] = parcel);
                }
                case 4, 5 -> select.recv(channel, (Option<Parcel> parcel) -> ledger.take(parcel.get()));
                case 6 -> select.recvUpTo(channel, 2, several -> several.forEach(ledger::take));
                default -> select.on(mutex.lockEvent(), () -> mutex.unlock());
            }
        }
        if (mine.oneIn(4)) {
            select.after(mine.moment(), () -> {});
        }
        if (mine.oneIn(4)) {
            select.otherwise(() -> {});
        }
        switch (mine.below(4)) {
            case 0 -> select.ordered();
            case 1 -> select.rotating();
            default -> {}
        }
        try {
            mine.expose(select::runInterruptibly);
        } finally {
            offered.forEach(parcel -> ledger.settle(parcel, parcel == sent[0]));
        }
        return last;
    }
}
