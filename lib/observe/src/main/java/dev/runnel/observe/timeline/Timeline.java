package dev.runnel.observe.timeline;

import dev.runnel.GoRuntime;
import dev.runnel.observe.Trace;
import dev.runnel.observe.file.WholeFile;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.GoroutineGroup;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

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
        write(trace, title(Objects.requireNonNull(file, "file")), file);
    }

    static String title(Path file) {
        Path name = file.getFileName();
        return name == null ? "trace" : name.toString().replaceFirst("\\.html?$", "");
    }

    /**
     * Writes a page of what a runtime has recorded until now, with a dump of its goroutines, while it goes on.
     *
     * @throws IOException if the file cannot be written
     * @throws NoSuchElementException if its flight recorder was never on
     */
    public static void write(GoRuntime runtime, Path file) throws IOException {
        Objects.requireNonNull(file, "file");
        FlightRecord record = Objects.requireNonNull(runtime, "runtime")
                .recorder()
                .record()
                .getOrElseThrow(() -> new NoSuchElementException(
                        "the flight recorder of " + runtime.observed().name() + " was never on"));
        Trace trace = Trace.of(record);
        Files.writeString(file, html(trace, runtime.goroutines(), title(file)));
    }

    /**
     * Writes a page.
     *
     * @param title what it is called
     * @throws IOException if the file cannot be written
     * @throws IllegalArgumentException if the trace contradicts itself; nothing is written then
     */
    public static void write(Trace trace, String title, Path file) throws IOException {
        Files.writeString(Objects.requireNonNull(file, "file"), html(trace, title));
    }

    /**
     * Runs a program as {@link dev.runnel.Go#run(Body)} does, with the flight recorder on, and writes a page when that
     * is over. If the program fails, the page shows it as it was at that moment; if the page cannot be written, the
     * failure has a suppressed exception that says why.
     *
     * @param file where the page goes
     * @param main Go's {@code main}
     * @throws IOException if the file cannot be written; then the program has run, and has not failed
     */
    public static void run(Path file, Body main) throws IOException {
        Objects.requireNonNull(file, "file");
        RuntimeConfig config = RuntimeConfig.fromProperties();
        Tracing tracing = config.tracing();
        try (GoRuntime runtime =
                new GoRuntime(config.withTracing(new Tracing(true, tracing.events(), tracing.file())))) {
            try {
                runtime.run(main);
            } catch (DeadlockException e) {
                writeFailed(e.flightRecord(), e.goroutines(), file, e);
                throw e;
            } catch (GoroutineFailedException e) {
                writeFailed(e.flightRecord(), e.goroutines(), file, e);
                throw e;
            }
            write(Trace.of(runtime.recorder().record().get()), file);
        }
    }

    /**
     * Writes a page of a run that has failed, as it was at that moment, with its dump.
     *
     * @param record what the exception that ended the run has
     * @param dump likewise
     * @param failure what gets a suppressed exception if nothing was recorded or the file cannot be written
     */
    static void writeFailed(
            Option<FlightRecord> record, Option<GoroutineDump> dump, Path file, RuntimeException failure) {
        if (record.isEmpty()) {
            failure.addSuppressed(
                    new IllegalStateException(file + " was not written: the failure has no flight record"));
            return;
        }
        try {
            WholeFile.write(
                    file,
                    () -> html(
                            Trace.of(record.get()),
                            dump.map(GoroutineDump::groups).getOrElse(List.of()),
                            title(file)));
        } catch (Throwable e) { // also if there is no memory for the page: the failure itself is to be told
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
        return html(trace, List.of(), title);
    }

    /**
     * The page itself, with a dump of the same moment.
     *
     * @param dump as {@link GoRuntime#goroutines()} or the exception that ended a run has it
     * @param title what it is called
     * @throws IllegalArgumentException if the trace contradicts itself
     */
    public static String html(Trace trace, GoroutineDump dump, String title) {
        return html(trace, Objects.requireNonNull(dump, "dump").groups(), title);
    }

    private static String html(Trace trace, List<GoroutineGroup> groups, String title) {
        Objects.requireNonNull(trace, "trace");
        Objects.requireNonNull(title, "title");
        return Page.with(title, Packed.of(trace), DumpData.of(groups));
    }
}
