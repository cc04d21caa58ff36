package dev.runnel.sample.md5;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.sample.Terminal;
import io.vavr.collection.List;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;

/** Walker, digesters, meter and collector, joined by channels; see the package for the picture. */
final class Pipeline {

    /**
     * What was done.
     *
     * @param totals files and bytes, in words
     * @param unreadable how many files and directories could not be read
     */
    record Summary(String totals, long unreadable) {}

    private final Chan<Job> jobs = chan();
    private final Chan<RecvChan<Outcome>> order;
    private final Chan<IOException> failure = chan(1);
    private final Chan<Meter.Report> reports = chan();
    private final Chan<Void> quit = chan();
    private final OutputStream out;
    private final PrintStream err;

    /**
     * @param terminal where to print
     * @param window how many files may be on their way from the walker to the output
     */
    Pipeline(Terminal terminal, int window) {
        order = chan(window);
        out = terminal.out();
        err = terminal.err();
    }

    /**
     * Prints the digests of all files below a directory. To be called once, by a goroutine, which becomes the
     * collector.
     *
     * @throws IOException if the directory cannot be opened, or the output not be written
     */
    Summary run(Root root, int workers) throws IOException {
        Meter meter = new Meter(reports, Duration.ofSeconds(1), err);
        GoHandle metering = go("meter", meter::run);
        GoHandle walking = go("walker", () -> new Walker(jobs, order, failure, quit).run(root));
        List<GoHandle> digesting =
                List.fill(workers, () -> go("digester", () -> new Digester(jobs, reports, quit).run()));
        long unreadable;
        try {
            unreadable = collect();
        } finally {
            quit.close();
            walking.join();
            digesting.forEach(GoHandle::join);
            reports.close();
            metering.join();
        }
        return new Summary(meter.totals(), unreadable);
    }

    private long collect() throws IOException {
        long unreadable = 0;
        for (RecvChan<Outcome> outcome : order) {
            switch (outcome.recv().get()) {
                case Outcome.Digested file -> print(file);
                case Outcome.Unreadable file -> {
                    complain(file);
                    unreadable++;
                }
            }
        }
        for (IOException e : failure.tryRecv().toOption()) {
            throw e;
        }
        flush();
        return unreadable;
    }

    private void print(Outcome.Digested file) throws IOException {
        try {
            out.write(SumLine.of(file));
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private static IOException cannotWrite(IOException e) {
        return new IOException("cannot write the output: " + Reasons.of(e), e);
    }

    private void complain(Outcome.Unreadable file) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes("md5: ".getBytes(UTF_8));
        line.writeBytes(file.name().escaped().bytes());
        line.writeBytes((": " + Reasons.of(file.cause()) + "\n").getBytes(UTF_8));
        err.writeBytes(line.toByteArray());
        err.flush();
    }
}
