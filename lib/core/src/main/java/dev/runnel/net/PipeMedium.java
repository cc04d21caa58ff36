package dev.runnel.net;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.net.Gate;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.net.PipeEnd;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * What one end of a pipe has.
 *
 * @param end the end, with those who wait at it
 * @param received what the other end has written
 * @param sent what is written to the other end
 * @param reading the turn of those who read here
 * @param writing the turn of those who write here
 */
record PipeMedium(PipeEnd end, OneWay received, OneWay sent, Turn reading, Turn writing) implements Medium {

    PipeMedium(PipeEnd end, OneWay received, OneWay sent) {
        this(end, received, sent, new PipeTurn(end.toRead()), new PipeTurn(end.toWrite()));
    }

    @Override
    public Gate in() {
        return end.in();
    }

    @Override
    public Gate out() {
        return end.out();
    }

    @Override
    public void pass(Act act) {
        Checkpoint.pass(act, end);
    }

    @Override
    public int read(ByteBuffer target) throws ClosedChannelException {
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer: " + target);
        }
        int n = received.read(target);
        if (n < 0 && end.isClosed()) { // perhaps that has ended it, and not the peer
            throw new ClosedChannelException();
        }
        return n;
    }

    @Override
    public int write(ByteBuffer source) throws ClosedChannelException {
        return sent.write(source);
    }

    @Override
    public boolean hasGone() {
        return sent.hasGone();
    }

    @Override
    public void takeBack(ByteBuffer source) {
        sent.takeBack(source);
    }

    @Override
    public NetException ended(String op, Outcome why) {
        return NetException.ended(op, end.toString(), why);
    }

    /** Nothing fails here but what was ended. */
    @Override
    public NetException asOwn(String op, IOException thrown) {
        return NetException.brokenPipe(op, end.toString(), thrown);
    }

    @Override
    public String toString() {
        return end.toString();
    }
}
