package dev.runnel.net;

/**
 * The two ends of a connection in memory, which are alike.
 *
 * @param client the one
 * @param server the other: it reads what is written to the one, and the other way round
 */
public record Pipe(Conn client, Conn server) implements AutoCloseable {

    /** Closes both. */
    @Override
    public void close() throws NetException {
        try (client) {
            server.close();
        }
    }
}
