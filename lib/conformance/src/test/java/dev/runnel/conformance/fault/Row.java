package dev.runnel.conformance.fault;

/**
 * One thing that goes wrong, somewhere.
 *
 * @param what goes wrong
 * @param where it does
 * @param outcome what is to come of it
 * @param scenario brings it about, and says what came of it
 */
record Row(String what, String where, Outcome outcome, Scenario scenario) {

    /** Brings it about. */
    @FunctionalInterface
    interface Scenario {
        Outcome play(World world) throws Exception;
    }

    /** As in the page. */
    String line() {
        return "| " + what + " | " + where + " | " + outcome.text + " |";
    }

    @Override
    public String toString() {
        return what + " " + where;
    }
}
