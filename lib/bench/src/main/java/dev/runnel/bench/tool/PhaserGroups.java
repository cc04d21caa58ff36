package dev.runnel.bench.tool;

import java.util.concurrent.Phaser;

/** Phasers, with one more party: the goroutine that waits. */
final class PhaserGroups extends Groups<Phaser> {

    @Override
    public Phaser of(int members) {
        return new Phaser(1 + members);
    }

    @Override
    public void add(Phaser group) {
        group.register();
    }

    @Override
    public void done(Phaser group) {
        group.arriveAndDeregister();
    }

    @Override
    public void await(Phaser group) {
        group.arriveAndAwaitAdvance();
    }
}
