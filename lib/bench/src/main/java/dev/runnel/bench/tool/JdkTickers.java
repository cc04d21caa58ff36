package dev.runnel.bench.tool;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Tasks of the executor that put a tick into a queue of one. */
final class JdkTickers extends Tickers<JdkTickers.Ticks> {

    private static final Object TICK = new Object();

    /** Has one thread, and drops tasks that are cancelled. */
    static final ScheduledThreadPoolExecutor EXECUTOR = executor();

    record Ticks(ArrayBlockingQueue<Object> queue, Future<?> task) {}

    private static ScheduledThreadPoolExecutor executor() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "timer");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    @Override
    public Ticks start(Duration period) {
        ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(1);
        long nanos = period.toNanos();
        return new Ticks(
                queue, EXECUTOR.scheduleAtFixedRate(() -> queue.offer(TICK), nanos, nanos, TimeUnit.NANOSECONDS));
    }

    @Override
    public void await(Ticks ticker) {
        try {
            ticker.queue.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts here", e);
        }
    }

    @Override
    public void stop(Ticks ticker) {
        ticker.task.cancel(false);
    }
}
