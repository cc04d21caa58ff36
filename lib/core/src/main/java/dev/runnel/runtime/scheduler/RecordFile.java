package dev.runnel.runtime.scheduler;

import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.FlightRecordWriter;
import java.nio.file.Path;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Keeps the flight record of a run that failed, if the settings name a file. */
final class RecordFile {

    private RecordFile() {}

    static void write(@Nullable FlightRecord record, @Nullable Path file) {
        if (record == null || file == null) {
            return;
        }
        try {
            FlightRecordWriter writer = ServiceLoader.load(FlightRecordWriter.class, RecordFile.class.getClassLoader())
                    .findFirst()
                    .orElse(null);
            if (writer == null) {
                warn("no flight record was written, as runnel-observe is missing: " + file, null);
            } else {
                writer.write(record, file);
            }
        } catch (Exception | LinkageError | ServiceConfigurationError | OutOfMemoryError | StackOverflowError e) {
            warn("no flight record was written: " + file, e);
        }
    }

    private static void warn(String text, @Nullable Throwable why) {
        System.getLogger("dev.runnel").log(System.Logger.Level.WARNING, text, why);
    }
}
