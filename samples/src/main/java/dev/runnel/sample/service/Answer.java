package dev.runnel.sample.service;

/** What the store answers. */
sealed interface Answer {

    /** It is done. */
    record Done() implements Answer {}

    /** This is the value. */
    record Value(String value) implements Answer {}

    /** There is no value. */
    record None() implements Answer {}

    /** Nothing can be added to this value, or not so much. */
    record NotANumber(String value) implements Answer {}

    /** There are so many keys, and no room for more. */
    record Full(int keys) implements Answer {}
}
