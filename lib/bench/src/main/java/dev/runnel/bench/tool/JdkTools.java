package dev.runnel.bench.tool;

/** {@code java.util.concurrent}. */
public final class JdkTools<C> extends Tools<C> {

    @Override
    public Locks<?, ?> locks() {
        return new JdkLocks();
    }

    @Override
    public RwLocks<?> rwLocks() {
        return new JdkRwLocks();
    }

    @Override
    public Groups<?> groups() {
        return new LatchGroups();
    }

    @Override
    public Semaphores<?> semaphores() {
        return new JdkSemaphores(false);
    }

    @Override
    public Timers<?> timers() {
        return new JdkTimers();
    }

    @Override
    public Tickers<?> tickers() {
        return new JdkTickers();
    }
}
