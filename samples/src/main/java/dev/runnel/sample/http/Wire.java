package dev.runnel.sample.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * A connection as bytes in both directions. One goroutine or thread reads and writes; any may call
 * {@link #endReading()} and {@link #close()}.
 */
public interface Wire extends Closeable {

    /**
     * Reads some bytes; waits until there are any.
     *
     * @return how many, or -1 if the peer sends no more
     * @throws SocketTimeoutException if none came in time
     */
    int read(byte[] into, int from, int length) throws IOException;

    /**
     * Writes all of them.
     *
     * @throws SocketTimeoutException if the peer did not take them in time
     */
    void write(byte[] bytes, int from, int length) throws IOException;

    /** All reads from now on must be done within this time together. */
    void readWithin(Duration time) throws IOException;

    /** All writes from now on must be done within this time together. */
    void writeWithin(Duration time) throws IOException;

    /** Ends a read that waits; later ones end at once. */
    void endReading() throws IOException;

    /** The peer sees that there is no more to read. */
    void endWriting() throws IOException;

    /** The peer's address. */
    String peer();
}
