package dev.runnel.stress;

import dev.runnel.stress.Tally.Kind;
import java.util.List;
import java.util.SplittableRandom;

/** Each time interrupts one worker, if that one is open to it. */
final class Interrupter implements Runnable {

    private final Round round;
    private final List<Worker> workers;
    private final SplittableRandom random;

    Interrupter(Round round, List<Worker> workers) {
        this.round = round;
        this.workers = workers;
        this.random = round.random.split();
    }

    @Override
    public void run() {
        if (workers.get(random.nextInt(workers.size())).target.interrupt()) {
            round.tally.count(Kind.INTERRUPTS);
        }
    }
}
