package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.Context;
import dev.runnel.scope.ErrGroup;
import dev.runnel.scope.Fork;
import dev.runnel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Scopes and groups whose tasks succeed, fail and are cancelled: each has ended when the scope is left, and all are
 * accounted for.
 */
final class Scopes {

    private static final int MOST_TASKS = 12;

    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1;

        Failure() {
            super("on purpose", null, false, false);
        }
    }

    static void play(Stage stage) {
        if (stage.oneIn(2)) {
            new Scopes().scope(stage);
        } else {
            new Scopes().group(stage);
        }
    }

    private void scope(Stage stage) {
        int tasks = stage.below(MOST_TASKS);
        List<Fork<Integer>> forks = new ArrayList<>();
        boolean thrown = false;
        try (Scope scope = Scope.open()) {
            for (int i = 0; i < tasks; i++) {
                int number = i;
                Stage mine = stage.split();
                forks.add(scope.fork(() -> task(number, scope.context(), mine)));
            }
            scope.join();
        } catch (Failure e) {
            thrown = true;
        } catch (CancelledException e) {
            throw new AssertionError("nothing was cancelled but because of a failure", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        Stage.checkEqual("tasks of the scope that have ended", tasks, ended.get());
        Stage.check(thrown == failed.get() > 0, failed + " failed, and the join threw: " + thrown);
        for (int i = 0; i < tasks; i++) {
            var result = forks.get(i).result();
            Stage.check(result.isFailure() || result.get() == i, "the result of task " + i + ": " + result);
        }
    }

    private void group(Stage stage) {
        int tasks = stage.below(MOST_TASKS);
        ErrGroup group = ErrGroup.withContext(Context.background());
        if (stage.oneIn(2)) {
            group.setLimit(1 + stage.below(3));
        }
        for (int i = 0; i < tasks; i++) {
            int number = i;
            Stage mine = stage.split();
            group.go(() -> task(number, group.context(), mine));
        }
        boolean isError = group.await().isDefined();
        Stage.checkEqual("tasks of the group that have ended", tasks, ended.get());
        Stage.check(isError == failed.get() > 0, failed + " failed, and the group has an error: " + isError);
    }

    private int task(int number, Context context, Stage mine) throws Exception {
        try {
            switch (mine.below(8)) {
                case 0 -> {
                    failed.incrementAndGet();
                    throw new Failure();
                }
                case 1, 2 -> Go.sleep(mine.moment(), context);
                case 3 -> Go.gosched();
                default -> {}
            }
            return number;
        } finally {
            ended.incrementAndGet();
        }
    }
}
