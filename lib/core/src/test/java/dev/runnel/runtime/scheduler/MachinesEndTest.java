package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.choice.Director;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** When a runtime has been closed its Ms end, including those that are idle beside a P. */
class MachinesEndTest {

    private static final int RUNS = 200;

    private final Director first = new Director() {
        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            return 0;
        }

        @Override
        public void happens(Object goroutine, Act act, Object on) {}
    };

    @Test
    void thoseOfARuntime() {
        endIn(() -> new Scheduler(RuntimeConfig.fromProperties().withProcs(2)));
    }

    @Test
    void thoseOfABubble() {
        endIn(() -> Schedulers.bubble(Runtimes.withProcs(1), first));
    }

    @Test
    void thoseOfADeterministicRun() {
        endIn(() -> Schedulers.directed(Runtimes.withProcs(1), first));
    }

    private void endIn(Supplier<Scheduler> made) {
        for (int i = 0; i < RUNS; i++) {
            Scheduler run = made.get();
            run.mainRun().run(() -> {
                Chan<Integer> c = chan();
                for (int k = 0; k < 4; k++) {
                    go(() -> c.send(1));
                }
                for (int k = 0; k < 4; k++) {
                    c.recv();
                }
            });
            Await.until(() -> run.machines.size() == 0);
        }
    }
}
