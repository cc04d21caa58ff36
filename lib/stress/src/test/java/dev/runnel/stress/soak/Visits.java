package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runtimes of their own, on which acts are played until main returns or fails, or the runtime is closed in the middle
 * of an act.
 */
final class Visits {

    private static final int MOST_PROCS = 4;
    private static final int MOST_VISITORS = 4;
    private static final Duration TO_CLOSE = Duration.ofSeconds(60);

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger unwound = new AtomicInteger();
    private final Audits audits = new Audits();

    static void play(Stage stage) {
        new Visits().visit(stage);
    }

    private void visit(Stage stage) {
        RuntimeConfig config = RuntimeConfig.fromProperties()
                .withProcs(1 + stage.below(MOST_PROCS))
                .withCloseTimeout(TO_CLOSE);
        List<GoHandle> visitors = new ArrayList<>();
        try (GoRuntime runtime = new GoRuntime(config)) {
            for (int i = stage.below(MOST_VISITORS); i >= 0; i--) {
                Stage mine = new Stage(stage.seed(), stage.count, stage.interrupter, audits, true);
                visitors.add(runtime.go("visitor", () -> play(mine, stage)));
            }
            Duration length = stage.moment().multipliedBy(10);
            switch (stage.below(3)) {
                case 0 -> runtime.run(() -> Go.sleep(length));
                case 1 -> fail(runtime, length);
                default -> {
                    Go.sleep(length);
                    runtime.procs(1 + stage.below(MOST_PROCS));
                    stage.count.changes.increment();
                }
            }
            runtime.close();
            Stage.checkEqual(
                    "goroutines of a closed runtime", 0, runtime.stats().goroutines());
        }
        Stage.check(visitors.stream().allMatch(GoHandle::hasEnded), "closed, and not all have ended");
        Stage.checkEqual("unwound of those that have begun", begun.get(), unwound.get());
        audits.run();
        stage.count.runtimes.increment();
        stage.count.unwound.add(unwound.get());
    }

    private void play(Stage mine, Stage home) {
        begun.incrementAndGet();
        try {
            for (; ; ) {
                Act act = Act.anyAtHome(mine);
                act.play(mine);
                home.count.played(act);
            }
        } finally {
            unwound.incrementAndGet();
        }
    }

    private static void fail(GoRuntime runtime, Duration length) {
        IllegalStateException failure = new IllegalStateException("on purpose");
        try {
            runtime.run(() -> {
                Go.sleep(length);
                throw failure;
            });
        } catch (GoroutineFailedException e) {
            Stage.check(e.getCause() == failure, "another failure: " + e.getCause());
            return;
        }
        throw new AssertionError("the run did not fail");
    }
}
