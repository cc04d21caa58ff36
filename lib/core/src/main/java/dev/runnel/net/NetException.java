package dev.runnel.net;

import dev.runnel.runtime.net.Outcome;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * An operation on the network has failed; Go's {@code net.OpError}. The message has Go's form: the operation, the
 * addresses, and what went wrong.
 */
public sealed class NetException extends IOException {

    private static final long serialVersionUID = 1;

    private final String op;
    private final String address;

    NetException(String op, String where, String what, @Nullable Throwable cause) {
        super(op + " " + where + ": " + what, cause);
        this.op = op;
        this.address = Network.addressOf(where);
    }

    /**
     * What was tried: {@code dial}, {@code listen}, {@code accept}, {@code read}, {@code write}, {@code close} or
     * {@code set}.
     */
    public final String op() {
        return op;
    }

    /** Where: an address, or {@code local->remote} of a connection; for one in memory, its name and which end. */
    public final String address() {
        return address;
    }

    /** The connection or listener has been closed, by this side; Go's {@code net.ErrClosed}. */
    public static final class Closed extends NetException {
        private static final long serialVersionUID = 1;

        Closed(String op, String where) {
            super(op, where, "use of closed network connection", null);
        }
    }

    /**
     * The deadline has passed; Go's {@code os.ErrDeadlineExceeded}. With a later deadline the operation may be tried
     * again; unless this has a cause: then the peer has not answered for as long as the system waits, and the
     * connection is lost. For a read or a write the latter is known only where the system says so in English; elsewhere
     * it is a plain {@link NetException}.
     */
    public static final class Timeout extends NetException {
        private static final long serialVersionUID = 1;

        Timeout(String op, String where) {
            this(op, where, null);
        }

        Timeout(String op, String where, @Nullable Throwable cause) {
            super(op, where, "i/o timeout", cause);
        }
    }

    /** The peer has given up the connection; {@code ECONNRESET}. */
    public static final class Reset extends NetException {
        private static final long serialVersionUID = 1;

        Reset(String op, String where, @Nullable Throwable cause) {
            super(op, where, "connection reset by peer", cause);
        }
    }

    /** Nobody will read what is written: one of the two sides has ended this direction; {@code EPIPE}. */
    public static final class BrokenPipe extends NetException {
        private static final long serialVersionUID = 1;

        BrokenPipe(String op, String where, @Nullable Throwable cause) {
            super(op, where, "broken pipe", cause);
        }
    }

    /** Nobody listens there; {@code ECONNREFUSED}. */
    public static final class Refused extends NetException {
        private static final long serialVersionUID = 1;

        Refused(String op, String where, @Nullable Throwable cause) {
            super(op, where, "connection refused", cause);
        }
    }

    /** What an operation throws that may no longer be tried, or gave up: because of the deadline, or the close. */
    static NetException ended(String op, String where, Outcome why) {
        return why == Outcome.TIMEOUT ? new Timeout(op, where) : new Closed(op, where);
    }

    /** What an operation throws on a pipe that one of the two sides has ended. */
    static NetException brokenPipe(String op, String end, IOException thrown) {
        return new BrokenPipe(op, end, thrown);
    }

    /** Nobody but the caller itself was there. */
    static NetException refused(String op, String where) {
        return new Refused(op, where, null);
    }

    /** What the JDK has thrown, as one of these. */
    static NetException of(String op, String where, IOException thrown) {
        if (thrown instanceof NetException own) {
            return own;
        }
        String text = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        if (thrown instanceof ClosedChannelException) {
            return new BrokenPipe(op, where, thrown); // if it were closed as a whole, that would be known
        }
        if (text.startsWith("Connection reset")) {
            return new Reset(op, where, thrown);
        }
        if (text.startsWith("Broken pipe")) {
            return new BrokenPipe(op, where, thrown);
        }
        if (thrown instanceof ConnectException && text.startsWith("Connection refused")) {
            return new Refused(op, where, thrown);
        }
        if (text.startsWith("Connection timed out") || text.startsWith("Operation timed out")) { // as BSD says it
            return new Timeout(op, where, thrown);
        }
        return inItsLanguage(op, where, text, thrown, SystemTexts.ofThisSystem());
    }

    /** This machine, or this JVM, has no addresses of that kind: of IPv6, say. */
    static NetException noSuchFamily(String op, String where, RuntimeException thrown) {
        return new NetException(op, where, "address family not supported", thrown);
    }

    /** What the text of the system says, perhaps in a language other than English. */
    static NetException inItsLanguage(
            String op, String where, String text, IOException thrown, @Nullable SystemTexts texts) {
        if (texts == null) {
            return new NetException(op, where, text, thrown);
        }
        if (thrown instanceof ConnectException) { // the JDK throws it for nothing else that a connect may fail with
            return text.equals(texts.refused()) ? new Refused(op, where, thrown) : new Timeout(op, where, thrown);
        }
        if (text.equals(texts.brokenPipe())) {
            return new BrokenPipe(op, where, thrown);
        }
        if (text.equals(texts.reset())) {
            return new Reset(op, where, thrown);
        }
        return new NetException(op, where, text, thrown);
    }
}
