package dev.runnel.bench.tool;

/** What {@code java.util.concurrent} has as a second kind of the same. */
public final class OtherTools<C> extends Tools<C> {

    @Override
    public RwLocks<?> rwLocks() {
        return new StampedRwLocks();
    }

    @Override
    public Groups<?> groups() {
        return new PhaserGroups();
    }

    @Override
    public Semaphores<?> semaphores() {
        return new JdkSemaphores(true);
    }
}
