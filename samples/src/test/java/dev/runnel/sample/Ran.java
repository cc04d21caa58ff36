package dev.runnel.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vavr.collection.List;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** A program that was run in this JVM: its exit status, and what it printed. */
public record Ran(int status, byte[] bytes, String err) {

    /** Runs a program as {@link Main} would. */
    public static Ran program(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Ran ran = program(out, words);
        return new Ran(ran.status, out.toByteArray(), ran.err);
    }

    /** Runs a program that prints to {@code out}. */
    public static Ran program(OutputStream out, String... words) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Main.run(List.of(words), new Terminal(out, new PrintStream(err, true, UTF_8)));
        return new Ran(status, new byte[0], err.toString(UTF_8));
    }

    /** What it printed to standard output. */
    public String out() {
        return new String(bytes, UTF_8);
    }
}
