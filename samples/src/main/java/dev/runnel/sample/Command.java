package dev.runnel.sample;

import java.io.IOException;

/** What a program's name stands for. */
@FunctionalInterface
public interface Command {

    /**
     * Runs the program.
     *
     * @return its exit status
     * @throws UsageException if the arguments are not what they should be
     * @throws IOException if its output cannot be written
     */
    int run(Arguments arguments, Terminal terminal) throws IOException;
}
