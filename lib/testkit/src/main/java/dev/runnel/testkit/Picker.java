package dev.runnel.testkit;

/** Decides throughout one run. */
@FunctionalInterface
public interface Picker {

    /**
     * Decides. What this throws ends the exploration, and comes out of it as it is. It is asked in the midst of a call
     * into the library, and must not call that itself.
     *
     * @param decision what, and among how many
     * @return the answer; it is taken modulo the options, so any number will do
     */
    int pick(Decision decision);
}
