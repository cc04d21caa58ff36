package dev.runnel.net;

import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.text.Safely;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;

/**
 * What a stream has its connection do: read into what a buffer has left, or write that. Returns how many bytes; -1 at
 * the end.
 */
@FunctionalInterface
interface Transfer {

    int run(ByteBuffer bytes) throws IOException;

    /** A transfer that a cancellation or an interrupt may end. */
    @FunctionalInterface
    interface Cancellable {

        int run(ByteBuffer bytes) throws IOException, CancelledException, InterruptedException;
    }

    /** A transfer as a stream needs it, whose methods throw nothing but an {@link IOException}. */
    static Transfer of(Cancellable transfer, String what) {
        return bytes -> {
            int from = bytes.position();
            try {
                return transfer.run(bytes);
            } catch (CancelledException e) {
                throw ended(what + ": " + Safely.message(e), e, bytes.position() - from);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // not everybody learns it from the exception
                throw ended(what + ": interrupted", e, bytes.position() - from);
            }
        };
    }

    private static InterruptedIOException ended(String message, Exception why, int transferred) {
        InterruptedIOException ended = new InterruptedIOException(message);
        ended.initCause(why);
        ended.bytesTransferred = transferred;
        return ended;
    }
}
