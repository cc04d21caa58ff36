package dev.runnel.sample.pubsub;

/** What is done when there is no room for a message in a subscription. */
enum Slow {
    /** The broker waits, and with it everybody else. */
    WAIT,

    /** The subscriber does not get the message. */
    DROP_NEWEST,

    /** The subscriber gets it in place of the oldest that it has not taken yet. */
    DROP_OLDEST,

    /** The subscription ends. */
    UNSUBSCRIBE
}
