package dev.runnel.bench.kit;

/** Where any number of goroutines wait until all are let through at once. */
public abstract class Gate {

    /** Waits until it is open. */
    public abstract void await();

    /** Opens it for ever; to be called once. */
    public abstract void open();
}
