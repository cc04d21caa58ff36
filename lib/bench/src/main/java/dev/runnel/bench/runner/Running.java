package dev.runnel.bench.runner;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A contender's process. */
final class Running implements AutoCloseable {

    private final Contender contender;
    private final Process process;
    private final PrintStream to;
    private final BufferedReader from;

    Running(Contender contender) throws IOException {
        this.contender = contender;
        ProcessBuilder builder = new ProcessBuilder(contender.command()).redirectError(ProcessBuilder.Redirect.INHERIT);
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
        to.println(row.workload() + " " + row.size() + " " + row.cap() + " " + n);
        String answer = from.readLine();
        if (answer == null) {
            throw new IOException(contender.name() + " has ended in " + row.label() + " of capacity " + row.cap());
        }
        return answer.contains("unsupported") ? Optional.empty() : Optional.of(Sample.parse(answer));
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
