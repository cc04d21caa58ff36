package dev.runnel.sample.service;

import dev.runnel.sample.http.Limits;
import java.time.Duration;

/**
 * How a server serves.
 *
 * @param port the port, on the loopback interface; 0 means any free one
 * @param connections how many clients are served at a time
 * @param drain how long requests under way may take when it is to end
 * @param limits what a client may ask for
 */
public record Settings(int port, int connections, Duration drain, Limits limits) {

    /** These settings, with other limits. */
    public Settings withLimits(Limits others) {
        return new Settings(port, connections, drain, others);
    }

    /** What does for most servers, for so many clients at a free port. */
    public static Settings ofConnections(int connections) {
        return new Settings(0, connections, Duration.ofSeconds(10), Limits.STANDARD);
    }
}
