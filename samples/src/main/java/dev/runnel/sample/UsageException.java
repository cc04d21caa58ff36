package dev.runnel.sample;

/** A program cannot do what its arguments ask for. The message is one line, for the user. */
public final class UsageException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /** With a text that says what is wrong, and what would be right. */
    public UsageException(String message) {
        super(message);
    }
}
