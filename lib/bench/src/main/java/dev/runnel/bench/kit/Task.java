package dev.runnel.bench.kit;

import dev.runnel.scheduler.Body;

/** What a goroutine or a virtual thread does: both kinds of body, so that starting it wraps nothing. */
@FunctionalInterface
public interface Task extends Body, Runnable {

    @Override
    void run();
}
