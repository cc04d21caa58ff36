package dev.runnel.sample.service;

import dev.runnel.sample.http.Limits;
import java.time.Duration;

/**
 * How a server serves.
 *
 * @param port where, on the loopback interface; 0 is any that is free
 * @param connections how many clients are served at a time
 * @param drain how long requests under way may take when it is to end
 * @param limits what a client may ask for
 */
public record Settings(int port, int connections, Duration drain, Limits limits) {

    /** These, but for the limits. */
    public Settings withLimits(Limits others) {
        return new Settings(port, connections, drain, others);
    }

    /** With what does for most, for so many clients at a free port. */
    public static Settings ofConnections(int connections) {
        return new Settings(0, connections, Duration.ofSeconds(10), Limits.STANDARD);
    }
}
