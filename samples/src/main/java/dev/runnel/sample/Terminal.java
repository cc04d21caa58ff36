package dev.runnel.sample;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a program prints.
 *
 * @param out standard output, as bytes; it reports failures, which {@link System#out} would hide
 * @param err standard error
 */
public record Terminal(OutputStream out, PrintStream err) {

    private static final int BUFFER = 64 * 1024;

    /** The terminal of this process. */
    public static Terminal system() {
        return new Terminal(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER), System.err);
    }

    /** Prints a line, at once. */
    public void say(String line) throws IOException {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new IOException("cannot write the output: " + e.getMessage(), e);
        }
    }
}
