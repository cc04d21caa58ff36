package dev.runnel.observe;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that fail may share one file. */
class TraceFileWriterTest {

    private static final int TIMES = 100;

    @TempDir
    private Path folder;

    private static FlightRecord record(int workers) {
        try (GoRuntime runtime = new GoRuntime(
                RuntimeConfig.fromProperties().withProcs(1).withTracing(Tracing.ON.withEvents(1 << 14)))) {
            runtime.run(() -> Busy.work(workers, 10));
            return runtime.recorder().record().get();
        }
    }

    private Void writeOften(FlightRecord record, Path file) throws Exception {
        for (int i = 0; i < TIMES; i++) {
            new TraceFileWriter().write(record, file);
        }
        return null;
    }

    @Test
    void two_whenTheyWriteOneFileAtOnce_alwaysLeaveOneWholeTrace() throws Exception {
        FlightRecord large = record(50);
        FlightRecord small = record(5);
        List<Trace> either = List.of(Trace.of(large), Trace.of(small));
        Path file = folder.resolve("trace.json");
        new TraceFileWriter().write(small, file);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<?> one = threads.submit(() -> writeOften(large, file));
            Future<?> other = threads.submit(() -> writeOften(small, file));
            do {
                assertTrue(either.contains(Trace.read(file)));
            } while (!one.isDone() || !other.isDone());
            one.get();
            other.get();
        }
        assertTrue(either.contains(Trace.read(file)));
    }
}
