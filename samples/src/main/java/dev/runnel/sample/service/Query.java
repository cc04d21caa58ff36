package dev.runnel.sample.service;

/** What the store can be asked. */
sealed interface Query {

    /** To remember a value. */
    record Set(String key, String value) implements Query {}

    /** To get the value. */
    record Get(String key) implements Query {}

    /** To add to a value that is a number; no value counts as 0. */
    record Add(String key, long amount) implements Query {}

    /** To forget the value. */
    record Delete(String key) implements Query {}

    /** To know how many keys there are. */
    record Size() implements Query {}
}
