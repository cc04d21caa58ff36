package dev.runnel.runtime.select;

/** In which order a select looks at its clauses. */
enum Policy {
    /** Shuffled anew for each run. */
    RANDOM,
    /** As they are written. */
    ORDERED,
    /** As they are written, in a ring, from behind the one that was chosen last. */
    ROTATING
}
