package dev.runnel.bench.kit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/** The least that can carry virtual threads: one platform thread and a queue. */
final class OneCarrier implements Executor {

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean asleep;

    OneCarrier() {
        thread = new Thread(this::work, "carrier");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    private void work() {
        while (true) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
                continue;
            }
            asleep = true;
            if (tasks.isEmpty()) {
                LockSupport.park(this);
            }
            asleep = false;
        }
    }
}
