package dev.runnel.scope;

import dev.runnel.context.Canceled;
import dev.runnel.runtime.lock.SpinLock;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has failed: the first of all, and those later ones that say more than that they were cancelled. Such a one failed because
 * of another, or because nobody wanted it any more.
 */
final class Failures extends SpinLock {

    private @Nullable Exception first;
    private boolean isTold;
    private final List<Exception> later = new ArrayList<>(0);

    /** Gives whether it is the first of all. */
    boolean add(Exception failure) {
        lock();
        boolean isFirst = first == null;
        if (isFirst) {
            first = failure;
        } else if (!isMereCancellation(failure)) {
            later.add(failure);
        }
        unlock();
        return isFirst;
    }

    /** The first in time; null if nothing has failed. */
    @Nullable Exception first() {
        lock();
        Exception found = first;
        unlock();
        return found;
    }

    /** As {@link #first()}, with the later ones suppressed in it, if it can hold them. */
    @Nullable Exception firstWithLater() {
        lock();
        Exception found = first;
        if (found != null) {
            later.stream().filter(other -> other != found).forEach(found::addSuppressed);
            later.clear();
        }
        unlock();
        return found;
    }

    /** The first that is no mere cancellation, else the first, with the others suppressed; told from now on. Null if there is none. */
    @Nullable Exception tell() {
        lock();
        if (isMereCancellation(first) && !later.isEmpty()) {
            first = later.remove(0);
        }
        Exception found = first == null ? null : withLater(first);
        first = found;
        isTold = true;
        unlock();
        return found;
    }

    /** As {@link #tell()}, but of what has not been told, and is no mere cancellation; else null. */
    @Nullable Exception tellTheRest() {
        lock();
        Exception found = isTold || isMereCancellation(first) ? null : first;
        if (found == null && !later.isEmpty()) {
            found = later.remove(0);
        }
        isTold = true;
        if (found != null) {
            found = withLater(found);
        }
        unlock();
        return found;
    }

    /** Also as the streams of a connection say it, which can throw nothing but an IOException. */
    private static boolean isMereCancellation(@Nullable Exception failure) {
        return failure instanceof Canceled
                || (failure instanceof InterruptedIOException && failure.getCause() instanceof Canceled);
    }

    private Exception withLater(Exception primary) {
        Exception result = primary;
        for (Exception other : later) {
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
