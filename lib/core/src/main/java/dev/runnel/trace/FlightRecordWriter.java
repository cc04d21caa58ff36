package dev.runnel.trace;

import java.io.IOException;
import java.nio.file.Path;

/** A service that writes a record that is to be kept because a run has failed. {@code runnel-observe} has one. */
public interface FlightRecordWriter {

    /** Writes it. */
    void write(FlightRecord record, Path file) throws IOException;
}
