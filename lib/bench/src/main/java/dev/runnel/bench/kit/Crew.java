package dev.runnel.bench.kit;

/** A known number of goroutines, and one that waits for all of them; Go's WaitGroup. */
public abstract class Crew {

    /** One of them is done. */
    public abstract void done();

    /** Waits for all. */
    public abstract void await();
}
