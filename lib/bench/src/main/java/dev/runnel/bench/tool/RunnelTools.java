package dev.runnel.bench.tool;

import dev.runnel.channel.Chan;

/** {@code dev.runnel.sync}, {@code context} and {@code time}. */
public final class RunnelTools extends Tools<Chan<Object>> {

    @Override
    public Locks<?, ?> locks() {
        return new RunnelLocks();
    }

    @Override
    public RwLocks<?> rwLocks() {
        return new RunnelRwLocks();
    }

    @Override
    public Groups<?> groups() {
        return new RunnelGroups();
    }

    @Override
    public Semaphores<?> semaphores() {
        return new RunnelSemaphores();
    }

    @Override
    public Onces<?> onces() {
        return new RunnelOnces();
    }

    @Override
    public Timers<?> timers() {
        return new RunnelTimers();
    }

    @Override
    public Tickers<?> tickers() {
        return new RunnelTickers();
    }

    @Override
    public Contexts<Chan<Object>, ?> contexts() {
        return new RunnelContexts();
    }
}
