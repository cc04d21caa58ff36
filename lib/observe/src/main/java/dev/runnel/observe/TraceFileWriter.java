package dev.runnel.observe;

import dev.runnel.observe.file.WholeFile;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.FlightRecordWriter;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Keeps the record of a run that failed as a trace file; if several fail at once, the record of one of them. Made by
 * the service loader.
 */
public final class TraceFileWriter implements FlightRecordWriter {

    /** For the service loader. */
    public TraceFileWriter() {}

    @Override
    public void write(FlightRecord record, Path file) throws IOException {
        WholeFile.write(file, Trace.of(record)::toJson);
    }
}
