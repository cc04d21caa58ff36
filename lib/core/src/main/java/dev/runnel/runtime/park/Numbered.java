package dev.runnel.runtime.park;

/** Something that is waited for and has a number, by which a trace tells it from others. */
public interface Numbered {

    /** A channel's number; a negative one for what is not a channel; 0 for several at once, or none. */
    long number();

    /** What a dump shows of it. */
    default String shown() {
        return toString();
    }

    /** Whether the passing of time ends a wait for it, as far as is known. For reports, without a lock. */
    default boolean hasLimit() {
        return false;
    }
}
