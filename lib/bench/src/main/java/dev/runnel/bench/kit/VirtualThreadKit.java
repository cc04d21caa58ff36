package dev.runnel.bench.kit;

import java.time.Duration;

/** What all rivals on virtual threads have in common. */
abstract class VirtualThreadKit<C> extends Kit<C> {

    @Override
    public void go(Task task) {
        Thread.startVirtualThread(task);
    }

    @Override
    public final void sleep(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public final void yield() {
        Thread.yield();
    }

    static IllegalStateException interrupted(InterruptedException e) {
        return new IllegalStateException("nobody interrupts here", e);
    }
}
