package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.channel.Cancellation.Stop;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.util.ArrayList;
import java.util.List;

/** A tree of contexts that end in all ways: each wait ends, and each hook is run once or was taken back. */
final class Contexts {

    private static final int MOST_CONTEXTS = 12;
    private static final int MOST_WAITERS = 8;
    private static final int MOST_HOOKS = 8;

    private final Stage stage;
    private final List<CancelContext> tree = new ArrayList<>();

    private Contexts(Stage stage) {
        this.stage = stage;
    }

    static void play(Stage stage) {
        new Contexts(stage).play();
    }

    private void play() {
        tree.add(Context.withCancel(Context.background()));
        for (int i = stage.below(MOST_CONTEXTS); i > 0; i--) {
            tree.add(child(anyContext()));
        }
        Stage.Cast cast = stage.cast();
        for (int i = stage.below(MOST_WAITERS); i > 0; i--) {
            Context context = anyContext();
            Stage mine = stage.split();
            cast.go(() -> await(context, mine));
        }
        int hooks = stage.below(MOST_HOOKS);
        Chan<Integer> ran = Go.chan(2 * MOST_HOOKS);
        List<Stop> stops = new ArrayList<>();
        for (int i = 0; i < hooks; i++) {
            int number = i;
            stops.add(
                    stage.oneIn(2)
                            ? Context.afterFunc(anyContext(), () -> ran.send(number))
                            : anyContext().onDone(() -> ran.trySend(number)));
        }
        if (stage.oneIn(2)) {
            Go.sleep(stage.moment());
        }
        anyContext().cancel();
        boolean[] stopped = new boolean[hooks];
        for (int i = 0; i < hooks; i++) {
            stopped[i] = stage.oneIn(3) && stops.get(i).stop();
        }
        tree.get(0).cancel();
        cast.join();
        checkHooks(ran, stopped);
        tree.forEach(context -> Stage.check(context.err().isDefined(), context + " has not ended"));
    }

    private void checkHooks(Chan<Integer> ran, boolean[] stopped) {
        boolean[] seen = stopped.clone();
        for (boolean wasStopped : stopped) {
            if (!wasStopped) {
                int number = ran.recv().get();
                Stage.check(!seen[number], "a hook was run twice, or although it was taken back");
                seen[number] = true;
            }
        }
        Stage.checkEqual("hooks beyond those that were to run", 0, ran.len());
    }

    private CancelContext anyContext() {
        return tree.get(stage.below(tree.size()));
    }

    private CancelContext child(Context parent) {
        return switch (stage.below(3)) {
            case 0 -> Context.withCancel(parent);
            case 1 -> Context.withCancelCause(parent);
            default -> Context.withTimeout(parent, stage.moment());
        };
    }

    private static void await(Context context, Stage mine) {
        mine.expose(() -> {
            switch (mine.below(4)) {
                case 0 -> context.done().recv();
                case 1 -> Go.<Integer>nilChan().recv(context);
                case 2 -> Go.sleep(mine.moment(), context);
                default ->
                    Go.select()
                            .recv(context.done(), () -> {})
                            .after(mine.moment(), () -> {})
                            .runInterruptibly();
            }
        });
    }
}
