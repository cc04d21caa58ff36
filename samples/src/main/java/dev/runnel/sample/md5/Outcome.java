package dev.runnel.sample.md5;

import java.io.IOException;

/** What came of a file, or of a directory that could not be read. */
sealed interface Outcome {

    /**
     * The file was read.
     *
     * @param name as it is printed, before escaping
     * @param digest of its contents, in hexadecimal
     */
    record Digested(RawName name, String digest) implements Outcome {}

    /**
     * The file or directory could not be read.
     *
     * @param name as it is printed, before escaping
     * @param cause why
     */
    record Unreadable(RawName name, IOException cause) implements Outcome {}
}
