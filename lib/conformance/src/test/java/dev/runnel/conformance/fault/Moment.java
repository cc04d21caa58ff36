package dev.runnel.conformance.fault;

/** When a wait is disturbed. */
enum Moment {
    BEFORE("just before it waits in "),
    PARKED("while it waits in "),
    READIED("when it has been readied, and does not run yet, in "),
    FOREIGN("while a thread that is no goroutine waits in ");

    final String text;

    Moment(String text) {
        this.text = text;
    }
}
