package dev.runnel.net;

import java.util.Objects;

/**
 * The two ends of a connection in memory, which are alike.
 *
 * @param client the one
 * @param server the other: it reads what is written to the one, and the other way round
 */
public record Pipe(Conn client, Conn server) implements AutoCloseable {

    /** Neither is null. */
    public Pipe {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(server, "server");
    }

    /** Closes both. */
    @Override
    public void close() throws NetException {
        try (client) {
            server.close();
        }
    }
}
