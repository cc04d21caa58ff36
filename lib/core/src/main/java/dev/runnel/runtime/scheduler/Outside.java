package dev.runnel.runtime.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** How many goroutines run, or are blocked, without a P. */
final class Outside {

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Outside.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // through COUNT
    private volatile int count;

    /**
     * The first call of what counts takes memory: it is made here, and not by somebody who has just taken a P, and
     * would keep it.
     */
    Outside() {
        oneMore();
        oneLess();
    }

    int count() {
        return count;
    }

    void oneMore() {
        COUNT.getAndAdd(this, 1);
    }

    void oneLess() {
        COUNT.getAndAdd(this, -1);
    }
}
