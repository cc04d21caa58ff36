package dev.runnel.runtime.trace;

import dev.runnel.runtime.text.Safely;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.FlightRecordWriter;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the flight record of a run that failed, if the settings name a file. If that fails, the failure of the run is
 * told all the same.
 */
public final class RecordFile {

    private RecordFile() {}

    public static void write(@Nullable FlightRecord record, @Nullable Path file) {
        if (record == null || file == null) {
            return;
        }
        try {
            FlightRecordWriter writer = ServiceLoader.load(FlightRecordWriter.class, RecordFile.class.getClassLoader())
                    .findFirst()
                    .orElse(null);
            if (writer == null) {
                Safely.warn("no flight record was written, as runnel-observe is missing: " + file, null);
            } else {
                writer.write(record, file);
            }
        } catch (Throwable e) {
            Safely.warn("no flight record was written: " + file, e);
        }
    }
}
