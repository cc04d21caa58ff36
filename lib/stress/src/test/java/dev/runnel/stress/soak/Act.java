package dev.runnel.stress.soak;

import java.util.function.Consumer;

/** A small program that adds up: it ends by itself, and then knows whether anything was lost. */
enum Act {
    EXCHANGE(34, Exchange::play),
    SELECTS(12, Crossing::play),
    LOCKS(10, Locks::play),
    SIGNALS(7, Signals::play),
    CONTEXTS(8, Contexts::play),
    SCOPES(8, Scopes::play),
    PIPELINES(6, Pipelines::play),
    TIMERS(6, Timers::play),
    STORMS(4, Storms::play),
    BLOCKING(3, Blocking::play),
    HOGS(1, Hogs::play),
    VISITS(1, Visits::play);

    private static final int ALL_SHARES = shares();

    private final int share;
    private final Consumer<Stage> how;

    Act(int share, Consumer<Stage> how) {
        this.share = share;
        this.how = how;
    }

    private static int shares() {
        int sum = 0;
        for (Act act : values()) {
            sum += act.share;
        }
        return sum;
    }

    /** One of them, by its share. */
    static Act any(Stage stage) {
        int left = stage.below(ALL_SHARES);
        for (Act act : values()) {
            left -= act.share;
            if (left < 0) {
                return act;
            }
        }
        throw new AssertionError();
    }

    /** Any but a visit, for a performer that is on one. */
    static Act anyAtHome(Stage stage) {
        for (; ; ) {
            Act act = any(stage);
            if (act != VISITS) {
                return act;
            }
        }
    }

    void play(Stage stage) {
        how.accept(stage);
    }
}
