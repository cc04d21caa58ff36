package dev.runnel.conformance.fault;

/** What may end a wait. */
enum Disturbance {
    INTERRUPT("an interrupt", Wait.Form.INTERRUPTIBLE),
    INTERRUPT_OF_PLAIN("an interrupt of what is not interruptible", Wait.Form.PLAIN),
    CANCELLATION("a cancellation", Wait.Form.CONTEXT),
    TIMEOUT("a timeout", Wait.Form.TIMED),
    END_OF_CHANNEL("the close of the channel", Wait.Form.PLAIN),
    END_OF_RUNTIME("the close of the runtime", Wait.Form.PLAIN);

    final String text;
    final Wait.Form form;

    Disturbance(String text, Wait.Form form) {
        this.text = text;
        this.form = form;
    }

    /** Whether it can end such a wait. */
    boolean befalls(Waits waits) {
        return this != END_OF_CHANNEL || waits.isAtChannel;
    }
}
