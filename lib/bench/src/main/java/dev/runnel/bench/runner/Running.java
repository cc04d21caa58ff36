package dev.runnel.bench.runner;

import dev.runnel.bench.child.Child;
import dev.runnel.bench.profile.Profile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A contender's process. */
final class Running implements AutoCloseable {

    private final Contender contender;
    private final Process process;
    private final PrintStream to;
    private final BufferedReader from;

    /** Started for that workload, though it may be asked for others later. */
    Running(Contender contender, Row row) throws IOException {
        this.contender = contender;
        ProcessBuilder builder = new ProcessBuilder(contender.command().apply(row.size()))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(contender.environment());
        process = builder.start();
        to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        from = process.inputReader(StandardCharsets.UTF_8);
    }

    Contender contender() {
        return contender;
    }

    /** Runs a round; none if the contender cannot do this. */
    Optional<Sample> round(Row row, long n) throws IOException {
        String answer = ask(row.workload() + " " + row.size() + " " + row.cap() + " " + n, row);
        return answer.contains("unsupported") ? Optional.empty() : Optional.of(Sample.parse(answer));
    }

    /** From now on its CPU time is sampled. */
    void startProfile(Row row) throws IOException {
        ask(Child.PROFILE, row);
    }

    /** Where that was used since. */
    Profile endProfile(Row row, Path file) throws IOException {
        ask(Child.PROFILE + " " + file.toAbsolutePath(), row);
        return Profile.read(file);
    }

    private String ask(String line, Row row) throws IOException {
        to.println(line);
        String answer = from.readLine();
        if (answer == null) {
            throw new IOException(contender.name() + " has ended in " + row.label() + " of capacity " + row.cap());
        }
        return answer;
    }

    @Override
    public void close() {
        to.close();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }
}
