package dev.runnel.bench.kit;

/** A select that is run again and again by one goroutine. */
public abstract class Picker {

    /**
     * Runs it once.
     *
     * @param value what its send clauses send; anything if there are none
     * @return what was received; null if a value was sent, or if the channel that was chosen is closed
     */
    public abstract Object pick(Object value);
}
