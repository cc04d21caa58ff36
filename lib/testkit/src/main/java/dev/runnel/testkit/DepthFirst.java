package dev.runnel.testkit;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Pickers for one run after the other, each of which differs from the one before in the last answer that has an
 * alternative left.
 *
 * @param <P> the pickers
 */
abstract class DepthFirst<P extends Picker> implements Iterator<Picker> {

    private @Nullable P last;
    private boolean isNextFound = true;
    private boolean isOver;

    /** A picker that follows the answers as they are now, and goes on with the first ones. */
    abstract P walk();

    /** Takes the next answers, now that this one's run has ended; tells whether there are any. */
    abstract boolean turn(P ended);

    @Override
    public final boolean hasNext() {
        if (!isNextFound && last != null) {
            isNextFound = true;
            isOver = !turn(last);
        }
        return !isOver;
    }

    @Override
    public final Picker next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        isNextFound = false;
        last = walk();
        return last;
    }

    /** The program has not done the same at a decision. */
    static IllegalStateException notRepeatable(int at, Object before, Object now) {
        return new IllegalStateException("the program is not repeatable: decision " + at + " was a " + before
                + " options, and after the same answers there was then " + now
                + ". It must not depend on runs before, nor on threads, another clock, or chance of its own");
    }
}
