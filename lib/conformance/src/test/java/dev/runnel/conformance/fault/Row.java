package dev.runnel.conformance.fault;

import java.util.List;

/**
 * One thing that goes wrong, somewhere.
 *
 * @param what goes wrong
 * @param where it goes wrong
 * @param outcome what is to come of it
 * @param procs on how many Ps it is played; on one alone if it depends on who is next there
 * @param scenario brings it about, and says what came of it
 */
record Row(String what, String where, Outcome outcome, List<Integer> procs, Scenario scenario) {

    static final List<Integer> ONE = List.of(1);
    static final List<Integer> ONE_AND_FOUR = List.of(1, 4);

    /** Brings it about. */
    @FunctionalInterface
    interface Scenario {
        Outcome play(World world) throws Exception;
    }

    /** As in the page. */
    String line() {
        return "| " + what + " | " + where + " | " + outcome.word() + " |";
    }

    @Override
    public String toString() {
        return what + " " + where;
    }
}
