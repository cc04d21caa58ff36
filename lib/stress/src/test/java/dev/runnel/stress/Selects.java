package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.channel.ChannelException;
import dev.runnel.select.Select;
import dev.runnel.stress.Tally.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The selects of one worker: some made for one run, one that is kept until one of its lines is closed. */
final class Selects {

    private static final int MOST_CLAUSES = 4;

    private final Worker worker;
    private final SplittableRandom random;
    private @Nullable Built kept;

    Selects(Worker worker) {
        this.worker = worker;
        this.random = worker.random;
    }

    void run() {
        switch (random.nextInt(6)) {
            case 0 -> once(Kind.SELECT_FRESH, false);
            case 1 -> runKept();
            case 2 -> worker.round.shared.run(worker);
            case 3 -> once(Kind.SELECT_DEFAULT, false);
            case 4 -> once(Kind.SELECT_TIMED, false);
            default -> once(Kind.SELECT_INTERRUPTIBLE, true);
        }
    }

    private void once(Kind kind, boolean interruptibly) {
        Built built = new Built();
        try {
            built.clauses();
            switch (kind) {
                case SELECT_DEFAULT -> built.select.otherwise(() -> worker.count(Kind.REFUSALS));
                case SELECT_TIMED -> built.select.after(worker.timer(), () -> worker.count(Kind.TIMEOUTS));
                default -> {}
            }
            built.run(interruptibly);
        } finally {
            built.leave();
        }
        worker.count(kind);
    }

    private void runKept() {
        if (kept != null && !kept.enterAgain()) {
            kept = null;
        }
        Built built = kept;
        if (built == null) {
            built = new Built();
        }
        try {
            if (built != kept) {
                built.clauses();
                kept = built;
            }
            built.run(false);
        } finally {
            built.leave();
        }
        worker.count(Kind.SELECT_KEPT);
    }

    /** A select, the lines it is on, and the parcels of its present run. */
    private final class Built {

        private final Select select = Go.select();
        private final List<Line> lines = new ArrayList<>();
        private int sends;
        private final List<Parcel> offered = new ArrayList<>();
        private int entered;
        private @Nullable Parcel sent;
        private int happened;

        void clauses() {
            for (int n = 1 + random.nextInt(MOST_CLAUSES); n > 0; n--) {
                Line line = worker.round.lines.enter(random);
                lines.add(line);
                entered++;
                if (random.nextBoolean()) {
                    select.recv(line.channel, received -> {
                        happened++;
                        worker.take(line, received);
                    });
                } else {
                    int number = sends++;
                    select.sendFrom(line.channel, this::offer, () -> {
                        happened++;
                        sent = offered.get(number); // values are asked for in the order of the clauses
                        line.settle(sent, true);
                    });
                }
            }
        }

        private Parcel offer() {
            Parcel parcel = worker.newParcel();
            offered.add(parcel);
            return parcel;
        }

        boolean enterAgain() {
            for (Line line : lines) {
                if (!line.enter()) {
                    leave();
                    return false;
                }
                entered++;
            }
            return true;
        }

        void leave() {
            for (int i = 0; i < entered; i++) {
                lines.get(i).leave();
            }
            entered = 0;
        }

        void run(boolean interruptibly) {
            sent = null;
            happened = 0;
            offered.clear();
            try {
                worker.exposed(interruptibly ? select::runInterruptibly : select::run);
            } catch (ChannelException.SendOnClosed e) {
                worker.count(Kind.CLOSED);
            } finally {
                for (Parcel parcel : offered) {
                    if (parcel != sent) {
                        parcel.refuse();
                    }
                }
            }
            if (happened > 1) {
                throw new AssertionError(happened + " clauses of a select happened");
            }
        }
    }
}
