package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import dev.runnel.observe.file.WholeFile;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Witness;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.trace.FlightRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A page of a program that makes its runtimes itself: until this is closed, each runtime of this JVM is recorded from
 * its beginning, and its page is written as it ends; the page of the last to end stays. Where the file system can do
 * that, a page takes the place of the one before at once, and nobody reads a part of it. The property
 * {@code runnel.trace.events} says how many events are kept.
 */
public final class TimelineFile implements AutoCloseable {

    private static final Object LOCK = new Object();

    /** The one that is open. Under the lock. */
    private static @Nullable TimelineFile current;

    private final Path file;
    private final List<Throwable> failures = new ArrayList<>(); // under its own lock

    private TimelineFile(Path file) {
        this.file = file;
    }

    /**
     * Records from now on. Only one at a time.
     *
     * @throws IOException if the file cannot be written
     * @throws IllegalStateException if another is open; the file is left as it is
     */
    public static TimelineFile open(Path file) throws IOException {
        Objects.requireNonNull(file, "file");
        synchronized (LOCK) {
            TimelineFile other = current;
            if (other != null) {
                throw new IllegalStateException(
                        "file: '" + file + "' is not allowed; allowed: one at a time, and " + other.file + " is open");
            }
            int events = RuntimeConfig.fromProperties().tracing().events();
            Files.write(file, new byte[0]);
            TimelineFile opened = new TimelineFile(file);
            Witness.call(opened.new Writer(events));
            current = opened;
            return opened;
        }
    }

    /**
     * Says that a run has ended with this failure: its page shows it as it was at that moment, and has the dump. If
     * there is no page, since nothing was recorded or the page cannot be written, the failure has a suppressed
     * exception that says why, and the file stays as it is.
     */
    public void failed(DeadlockException failure) {
        Objects.requireNonNull(failure, "failure");
        Timeline.writeFailed(failure.flightRecord(), failure.goroutines(), file, failure);
    }

    /** As {@link #failed(DeadlockException)}. */
    public void failed(GoroutineFailedException failure) {
        Objects.requireNonNull(failure, "failure");
        Timeline.writeFailed(failure.flightRecord(), failure.goroutines(), file, failure);
    }

    /**
     * Writes a page. Whatever that fails with is told when this is closed, even that there is no memory for the page.
     */
    void write(Supplier<String> page) {
        try {
            WholeFile.write(file, page);
        } catch (Throwable e) {
            keep(e);
        }
    }

    private void keep(Throwable failure) {
        synchronized (failures) {
            failures.add(failure);
        }
    }

    /**
     * Runtimes that are made from now on are not recorded. What could not be written is told here, once: no run fails
     * because of it.
     *
     * @throws IOException saying why; if there are more reasons, the others are among its suppressed exceptions
     */
    @Override
    public void close() throws IOException {
        synchronized (LOCK) {
            if (current == this) {
                Witness.dismiss();
                current = null;
            }
        }
        synchronized (failures) {
            if (!failures.isEmpty()) {
                Throwable first = failures.getFirst();
                IOException thrown =
                        first instanceof IOException e ? e : new IOException(file + " was not written", first);
                failures.stream().skip(1).forEach(thrown::addSuppressed);
                failures.clear();
                throw thrown;
            }
        }
    }

    private final class Writer extends Witness {

        private final int events;

        Writer(int events) {
            this.events = events;
        }

        @Override
        protected int events(boolean deterministic) {
            return events;
        }

        @Override
        protected void look(FlightRecord record) {
            write(() -> Timeline.html(Trace.of(record), Timeline.title(file)));
        }

        @Override
        protected void failed(Scheduler runtime, AssertionError why) {
            keep(Objects.requireNonNullElse(why.getCause(), why));
        }
    }
}
