package dev.runnel.bench.kit;

/** Where any number wait until all are let through at once. */
public abstract class Gate {

    /** Waits until it is open. */
    public abstract void await();

    /** Opens it, once and for good. */
    public abstract void open();
}
