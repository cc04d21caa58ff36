package dev.runnel.sample.service;

import io.vavr.control.Either;
import io.vavr.control.Try;

/** What a client asks for. */
sealed interface Request {

    /** What the store can answer. */
    sealed interface Query extends Request {}

    /** To remember a value. */
    record Set(String key, String value) implements Query {}

    /** To have the value. */
    record Get(String key) implements Query {}

    /** To add to a value that is a number; no value counts as 0. */
    record Add(String key, long amount) implements Query {}

    /** To forget the value. */
    record Delete(String key) implements Query {}

    /** To know how many keys there are. */
    record Size() implements Query {}

    /** To end the connection. */
    record Quit() implements Request {}

    /** To stop the service. */
    record Shutdown() implements Request {}

    /**
     * Understands a line.
     *
     * @return the request, or what is wrong with it
     */
    static Either<String, Request> parse(String line) {
        String[] words = line.strip().split(" +", 3);
        return switch (words[0] + " " + (words.length - 1)) {
            case "SET 2" -> Either.right(new Set(words[1], words[2]));
            case "GET 1" -> Either.right(new Get(words[1]));
            case "ADD 2" -> number(words[2]).map(amount -> new Add(words[1], amount));
            case "DELETE 1" -> Either.right(new Delete(words[1]));
            case "SIZE 0" -> Either.right(new Size());
            case "QUIT 0" -> Either.right(new Quit());
            case "SHUTDOWN 0" -> Either.right(new Shutdown());
            default -> Either.left("not one of: SET key value, GET key, ADD key n, DELETE key, SIZE, QUIT, SHUTDOWN");
        };
    }

    /** Reads a number. */
    static Either<String, Long> number(String text) {
        return Try.of(() -> Long.parseLong(text)).toEither("'" + text + "' is not a number");
    }
}
