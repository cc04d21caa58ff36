package dev.runnel.observe;

import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.FlightRecordWriter;
import java.io.IOException;
import java.nio.file.Path;

/** Keeps the record of a run that failed as a trace file. Made by the service loader. */
public final class TraceFileWriter implements FlightRecordWriter {

    /** For the service loader. */
    public TraceFileWriter() {}

    @Override
    public void write(FlightRecord record, Path file) throws IOException {
        Trace.of(record).write(file);
    }
}
