package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;

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
}
