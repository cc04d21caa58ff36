package dev.runnel.net;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.net.Gate;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * What carries the bytes of a connection, on one side of it. Nothing here waits; the gates do, until another try is
 * worth while.
 */
interface Medium {

    /** Where to wait for another read. */
    Gate in();

    /** Where to wait for another write. */
    Gate out();

    /** The turn of those who read. */
    Turn reading();

    /** The turn of those who write. */
    Turn writing();

    /** In a deterministic run others may come before what is about to be done, if it is for them to notice. */
    void pass(Act act);

    /** Reads what there is. Returns how many bytes; 0 if nothing has come, -1 if nothing will. */
    int read(ByteBuffer target) throws IOException;

    /** Writes what there is room for. Returns how many bytes; 0 if there is none now. */
    int write(ByteBuffer source) throws IOException;

    /** Whether all that was written has gone, as far as the writer has to wait for that. */
    boolean hasGone() throws IOException;

    /** The writer gives up: what has not gone is left in the buffer again. */
    void takeBack(ByteBuffer source);

    /** What an operation throws that may no longer be tried, or gave up: because of the deadline, or the close. */
    NetException ended(String op, Outcome why);

    /** What an operation throws in which the system has failed. */
    NetException asOwn(String op, IOException thrown);

    /**
     * The same, or what it throws if this side has closed the connection meanwhile. If the caller's runtime closes, the
     * caller is unwound instead: another that is unwound may have closed either side.
     */
    default NetException failed(String op, IOException thrown) {
        Checkpoint.passAtAnEnd();
        if (thrown instanceof NetException own) {
            return own;
        }
        return thrown instanceof ClosedChannelException && in().check() == Outcome.CLOSED
                ? ended(op, Outcome.CLOSED)
                : asOwn(op, thrown);
    }

    /** Fails if the connection is closed: the system may not know that yet. */
    default void requireOpen(String op) throws NetException {
        StackRoom.require(); // for what is about to be done
        if (in().check() == Outcome.CLOSED) {
            Checkpoint.passAtAnEnd(); // another that is unwound may have closed it
            throw ended(op, Outcome.CLOSED);
        }
    }
}
