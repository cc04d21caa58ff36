package dev.runnel.net;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * What goes over a connection. Those who read take turns, and so do those who write: one at a time tries, and waits
 * when it must.
 */
final class Traffic {

    private final Medium medium;

    Traffic(Medium medium) {
        this.medium = medium;
    }

    /** Reads what there is, and waits for that. */
    <A extends Exception, B extends Exception> int read(ByteBuffer target, Patience<A, B> patience)
            throws NetException, A, B {
        Objects.requireNonNull(target, "target");
        medium.pass(Act.READ);
        patience.take(medium.reading());
        try {
            Outcome may = medium.in().check();
            for (; ; ) {
                if (may != Outcome.READY) {
                    throw medium.ended("read", may);
                }
                if (!target.hasRemaining()) {
                    return 0;
                }
                int n = medium.read(target);
                if (n < 0) {
                    Checkpoint.passAtAnEnd(); // another that is unwound may have closed the other side
                }
                if (n != 0) {
                    return n;
                }
                may = patience.await(medium.in());
            }
        } catch (IOException e) {
            throw medium.failed("read", e);
        } finally {
            medium.reading().giveBack();
        }
    }

    /** Writes all of it, and waits until that is possible. */
    <A extends Exception, B extends Exception> int write(ByteBuffer source, Patience<A, B> patience)
            throws NetException, A, B {
        int size = Objects.requireNonNull(source, "source").remaining();
        medium.pass(Act.WRITE);
        patience.take(medium.writing());
        boolean gone = false;
        try {
            Outcome may = medium.out().check();
            for (; ; ) {
                if (may != Outcome.READY) {
                    throw medium.ended("write", may);
                }
                int n;
                do {
                    if (!source.hasRemaining() && medium.hasGone()) {
                        gone = true;
                        return size;
                    }
                    n = medium.write(source);
                } while (n > 0);
                may = patience.waitAt(medium.out());
                if (may != Outcome.READY && !source.hasRemaining() && medium.hasGone()) {
                    gone = true; // the last of it was read at that very moment
                    Checkpoint.passAtAnEnd(); // by another that is unwound, perhaps
                    return size;
                }
                patience.unlessGivenUp(may);
            }
        } catch (IOException e) {
            throw medium.failed("write", e);
        } finally {
            try {
                if (!gone) {
                    medium.takeBack(source);
                }
            } finally {
                medium.writing().giveBack();
            }
        }
    }
}
