package dev.runnel.conformance.model;

/** What a participant runs on. */
enum Runner {
    GOROUTINE,
    PLATFORM,
    VIRTUAL
}
