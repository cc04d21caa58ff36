package dev.runnel.bench.profile;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * Samples what uses the CPU in this process: each Java thread, a virtual thread's carrier included, is interrupted
 * after five milliseconds of CPU time, in the kernel or not. What waits is not sampled.
 */
public final class Recorder {

    static final String SAMPLE = "jdk.CPUTimeSample";

    private final Recording recording = new Recording();

    /** Begins. */
    public Recorder() {
        recording.enable(SAMPLE).with("throttle", "5ms");
        recording.start();
    }

    /** Whether this JVM has such samples: Java 25 or newer, on Linux. */
    public static boolean isPossible() {
        return System.getProperty("os.name").equals("Linux")
                && FlightRecorder.getFlightRecorder().getEventTypes().stream()
                        .anyMatch(type -> type.getName().equals(SAMPLE));
    }

    /** Ends, and writes what was recorded to a file. */
    public void end(Path to) throws IOException {
        try (recording) {
            recording.stop();
            recording.dump(to);
        }
    }
}
