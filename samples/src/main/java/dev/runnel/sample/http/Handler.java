package dev.runnel.sample.http;

/** What a server does with a request. */
@FunctionalInterface
public interface Handler {

    /** Answers a request. What it throws is answered with 500, and ends the connection. */
    Response handle(Request request);
}
