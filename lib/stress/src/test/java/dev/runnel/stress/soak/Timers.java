package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.util.ArrayList;
import java.util.List;

/** Timers that are stopped and set anew: each goes off as often as it was set and not stopped. */
final class Timers {

    private static final int MOST_TIMERS = 20;
    private static final int MOST_TICKS = 3;

    private Timers() {}

    static void play(Stage stage) {
        switch (stage.below(3)) {
            case 0 -> functions(stage);
            case 1 -> channels(stage);
            default -> ticks(stage);
        }
    }

    private static void functions(Stage stage) {
        int timers = 1 + stage.below(MOST_TIMERS);
        Chan<Integer> ran = Go.chan(2 * MOST_TIMERS);
        List<Timer> set = new ArrayList<>();
        for (int i = 0; i < timers; i++) {
            int number = i;
            set.add(Go.afterFunc(stage.moment(), () -> ran.send(number)));
            stage.count.timers.increment();
        }
        int expected = timers;
        for (Timer timer : set) {
            switch (stage.below(4)) {
                case 0 -> expected -= timer.stop() ? 1 : 0;
                case 1 -> expected += timer.reset(stage.moment()) ? 0 : 1;
                default -> Go.gosched();
            }
        }
        for (int i = 0; i < expected; i++) {
            ran.recv();
        }
        Stage.checkEqual("functions beyond those that were to run", 0, ran.len());
    }

    private static void channels(Stage stage) {
        for (int i = stage.below(MOST_TIMERS); i >= 0; i--) {
            Timer timer = new Timer(stage.moment());
            stage.count.timers.increment();
            switch (stage.below(4)) {
                case 0 -> timer.c().recv();
                case 1 -> {
                    timer.stop();
                    Stage.check(timer.c().tryRecv() instanceof TryRecv.Empty, "a stopped timer has a value");
                }
                case 2 -> {
                    timer.reset(stage.moment());
                    timer.c().recv();
                    Stage.check(timer.c().tryRecv() instanceof TryRecv.Empty, "a timer went off twice");
                }
                default -> Go.after(stage.moment()); // garbage, due or not
            }
        }
    }

    private static void ticks(Stage stage) {
        Ticker ticker = new Ticker(stage.moment());
        stage.count.timers.increment();
        for (int i = stage.below(MOST_TICKS); i > 0; i--) {
            ticker.c().recv();
        }
        ticker.stop();
        Stage.check(ticker.c().tryRecv() instanceof TryRecv.Empty, "a stopped ticker has a tick");
    }
}
