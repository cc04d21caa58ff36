package dev.runnel.scope;

import dev.runnel.context.Canceled;
import dev.runnel.runtime.lock.SpinLock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has failed, the first first. Those that only say that they were cancelled are kept apart: they were because of another,
 * or because nobody wanted them any more, and count only if there is nothing else.
 */
final class FirstFailure extends SpinLock {

    private @Nullable Throwable first;
    private @Nullable Throwable cancellation;
    private boolean isTold;
    private final List<Throwable> later = new ArrayList<>(0);

    /** Gives whether it is the first of all. */
    boolean add(Throwable thrown) {
        lock();
        boolean isFirst = first == null && cancellation == null;
        if (thrown instanceof Canceled) {
            cancellation = cancellation == null ? thrown : cancellation;
        } else if (first == null) {
            first = thrown;
        } else {
            later.add(thrown);
        }
        unlock();
        return isFirst;
    }

    /** The first; null if nothing has failed. */
    @Nullable Throwable first() {
        lock();
        Throwable found = first == null ? cancellation : first;
        unlock();
        return found;
    }

    /** The first, with the others suppressed in it; told from now on. Null if nothing has failed. */
    @Nullable Throwable tell() {
        lock();
        try {
            if (first == null) {
                return cancellation;
            }
            isTold = true;
            first = withLaterSuppressed(first);
            return first;
        } finally {
            unlock();
        }
    }

    /** As {@link #tell()}, but of what has not been told, and is no mere cancellation; else null. */
    @Nullable Throwable tellTheRest() {
        lock();
        try {
            Throwable found = first;
            if (found == null || isTold) {
                found = later.isEmpty() ? null : later.remove(0);
            }
            isTold = true;
            return found == null ? null : withLaterSuppressed(found);
        } finally {
            unlock();
        }
    }

    private Throwable withLaterSuppressed(Throwable found) {
        Throwable result = found;
        for (Throwable other : later) {
            if (other == result) {
                continue;
            }
            result.addSuppressed(other);
            if (result.getSuppressed().length == 0) { // an instance that many share, and that keeps nothing
                other.addSuppressed(result);
                result = other;
            }
        }
        later.clear();
        return result;
    }
}
