package dev.runnel.bench.tool;

/**
 * Where a goroutine waits for a number of others.
 *
 * @param <G> the contender's group
 */
public abstract class Groups<G> {

    /** A new group of so many. */
    public abstract G of(int members);

    /** One more. */
    public abstract void add(G group);

    /** One is done. */
    public abstract void done(G group);

    /** Waits for all; by one only. */
    public abstract void await(G group);
}
