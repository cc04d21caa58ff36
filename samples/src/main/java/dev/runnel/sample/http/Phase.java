package dev.runnel.sample.http;

/** What a connection is doing. */
public enum Phase {
    IDLE("idle"),
    READING("reading a request"),
    HANDLING("handling"),
    WRITING("writing the answer to"),
    LEAVING("waiting for the client to leave"),
    ENDED("ended");

    private final String words;

    Phase(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
