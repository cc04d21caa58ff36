package dev.runnel.runtime.scheduler;

import java.util.concurrent.atomic.AtomicInteger;

/** There is no memory for an M, or to start it, as long as this says so. */
class LackingMachines extends MachineList {

    final AtomicInteger refused = new AtomicInteger();
    volatile boolean lacks;
    volatile boolean everySecondTime;
    final AtomicInteger asked = new AtomicInteger();
    volatile boolean startsNone;
    volatile Runnable beforeItRefuses = () -> {};

    @Override
    Machine add(Scheduler scheduler) {
        if (lacks || (everySecondTime && asked.getAndIncrement() % 2 == 0)) {
            refused.incrementAndGet();
            beforeItRefuses.run();
            throw new OutOfMemoryError("for a test");
        }
        return super.add(scheduler);
    }

    @Override
    void start(Machine m) {
        if (startsNone) {
            throw new OutOfMemoryError("for a test");
        }
        super.start(m);
    }
}
