package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SummonedTest {

    private static final int ROUNDS = 20_000_000;

    /** Who drops the summons just then must not have a runtime that closes be taken for one that does not. */
    @Test
    void summonsThatAreDroppedAtOnce_neverHideThatARuntimeCloses() throws InterruptedException {
        Machine machine = new Machine(new Scheduler(Runtimes.oneP()), 1000);
        AtomicBoolean over = new AtomicBoolean();
        AtomicBoolean hidden = new AtomicBoolean();
        Checkpoint.arm(); // as a runtime that closes
        Thread drops = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                machine.dropSummons();
                if (Checkpoint.isNotArmed()) {
                    hidden.set(true);
                }
            }
        });
        try {
            for (int i = 0; i < ROUNDS; i++) {
                machine.summon();
            }
        } finally {
            over.set(true);
            drops.join();
            machine.dropSummons();
            Checkpoint.disarm();
        }
        assertFalse(hidden.get());
    }

    /** Whoever does nothing else would keep a pool of one thread from all others. */
    @Test
    void callsThatAskForTheNumberOfPs_orChangeIt_answer() {
        Runtimes.run(1, () -> {
            answers(() -> Go.gomaxprocs(0));
            answers(() -> Go.gomaxprocs(1));
            answers(() -> Go.gomaxprocs(2));
        });
        try (GoRuntime another = new GoRuntime(Runtimes.withProcs(1))) {
            Runtimes.run(1, () -> answers(() -> another.procs(2)));
        }
    }

    private static void answers(Runnable call) {
        Machine mine = Machine.current();
        mine.summon();
        call.run();
        assertFalse(mine.isSummoned());
    }
}
