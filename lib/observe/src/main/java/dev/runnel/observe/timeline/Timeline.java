package dev.runnel.observe.timeline;

import dev.runnel.GoRuntime;
import dev.runnel.observe.Trace;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a trace as one HTML file that a browser opens from the disk. */
public final class Timeline {

    private Timeline() {}

    /**
     * Writes a page with the file's name as its title.
     *
     * @throws IOException if the file cannot be written
     * @throws IllegalArgumentException if the trace contradicts itself; nothing is written then
     */
    public static void write(Trace trace, Path file) throws IOException {
        Path name = file.getFileName();
        write(trace, name == null ? "trace" : name.toString().replaceFirst("\\.html?$", ""), file);
    }

    /**
     * Writes a page.
     *
     * @param title what it is called
     * @throws IOException if the file cannot be written
     * @throws IllegalArgumentException if the trace contradicts itself; nothing is written then
     */
    public static void write(Trace trace, String title, Path file) throws IOException {
        Files.writeString(file, html(trace, title));
    }

    /**
     * Runs a program as {@link dev.runnel.Go#run(Body)} does, with the flight recorder on, and writes a page when that is over. If
     * the program fails, the page shows it as it was at that moment.
     *
     * @param file where the page goes
     * @param main Go's {@code main}
     * @throws IOException if the file cannot be written; the program has run then
     */
    public static void run(Path file, Body main) throws IOException {
        RuntimeConfig config = RuntimeConfig.fromProperties();
        Tracing tracing = config.tracing();
        try (GoRuntime runtime =
                new GoRuntime(config.withTracing(new Tracing(true, tracing.events(), tracing.file())))) {
            try {
                runtime.run(main);
            } catch (DeadlockException e) {
                writeFailed(e.flightRecord(), file, e);
                throw e;
            } catch (GoroutineFailedException e) {
                writeFailed(e.flightRecord(), file, e);
                throw e;
            }
            write(Trace.of(runtime.recorder().record().get()), file);
        }
    }

    private static void writeFailed(Option<FlightRecord> record, Path file, RuntimeException failure) {
        try {
            write(Trace.of(record.get()), file);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * The page itself.
     *
     * @param title what it is called
     * @throws IllegalArgumentException if the trace contradicts itself
     */
    public static String html(Trace trace, String title) {
        return Page.with(title, Packed.of(trace));
    }
}
