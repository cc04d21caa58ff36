package dev.runnel.trace;

import java.io.IOException;
import java.nio.file.Path;

/** A service: writes a record that is to be kept, as a run has failed. {@code runnel-observe} has one. */
public interface FlightRecordWriter {

    /** Writes it. */
    void write(FlightRecord record, Path file) throws IOException;
}
