package dev.runnel.scope;

import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Canceled;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.text.Safely;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has failed: the first of all, and those later ones that say more than that they were cancelled. A task with no
 * more to say failed because of another, or because nobody wanted it any more. An {@code Error} weighs more than all
 * exceptions, as it is no failure that its task knows of: it is told first, as an exception with it as its cause.
 */
final class Failures extends SpinLock {

    private @Nullable Exception first;

    /**
     * Whether the first says no more than that it was cancelled. Found out before the lock is taken: asking an
     * exception runs code of the user.
     */
    private boolean firstIsMere;

    /**
     * The failure of the first task that was left by an error; then it is the first of all, unless another was told
     * before.
     */
    private @Nullable IllegalStateException panic;

    private boolean isTold;
    private List<Exception> later = new ArrayList<>(0);

    /** Returns whether it is the first of all. */
    boolean add(Exception failure) {
        boolean isMere = isMereCancellation(failure);
        lock();
        try {
            boolean isFirst = first == null;
            if (isFirst) {
                setFirst(failure, isMere);
            } else if (!isMere) {
                later.add(failure);
            }
            return isFirst;
        } finally {
            unlock();
        }
    }

    /**
     * A task was left by something that is not an exception: nobody may take it for done.
     *
     * @param of "a task of the group", for example
     * @param thrown what left it
     * @param context what the others wait with; null if there is none. One of a bubble that has ended with the task no
     *     longer belongs to anybody
     * @return what those who wait for the task get
     */
    IllegalStateException left(String of, Throwable thrown, @Nullable CancelCauseContext context) {
        IllegalStateException told = new IllegalStateException(of + " was left by " + Safely.text(thrown), thrown);
        addPanic(told);
        if (context != null && !Checkpoint.isForeign(context)) {
            try {
                context.cancel(thrown);
            } catch (Throwable second) { // what hangs on the context has failed; the handler is to get the first
                if (second != thrown) {
                    thrown.addSuppressed(second);
                }
            }
        }
        return told;
    }

    /**
     * Cancels a context. If what hangs on it fails, and with that this call, the failure that is to be told besides is
     * suppressed in that one.
     */
    static void cancel(CancelCauseContext context, @Nullable Exception cause, @Nullable Exception besides) {
        try {
            context.cancel(cause);
        } catch (Throwable e) {
            if (besides != null && besides != e) {
                e.addSuppressed(besides);
            }
            throw e;
        }
    }

    private void addPanic(IllegalStateException fresh) {
        lock();
        try {
            Exception before = first;
            if (before != null && (panic != null || isTold)) {
                later.add(fresh);
            } else {
                if (before != null && !firstIsMere) {
                    later.add(0, before);
                }
                setFirst(fresh, false);
            }
            if (panic == null) {
                panic = fresh;
            }
        } finally {
            unlock();
        }
    }

    /** The first in time; null if nothing has failed. */
    @Nullable Exception first() {
        lock();
        Exception found = first;
        unlock();
        return found;
    }

    /**
     * The failure of the first task that was left by an error, with all else suppressed in it; null if there is none.
     * For an owner that tells nothing by {@link #tell()}.
     */
    @Nullable IllegalStateException panic() {
        IllegalStateException found;
        List<Exception> others;
        lock();
        try {
            found = panic;
            others = found == null ? List.of() : takeLater();
        } finally {
            unlock();
        }
        if (found != null) {
            suppressed(others, found);
        }
        return found;
    }

    /** As {@link #first()}, with the later ones suppressed in it, if it can hold them. */
    @Nullable Exception firstWithLater() {
        Exception found;
        List<Exception> others;
        lock();
        try {
            found = first;
            others = takeLater();
        } finally {
            unlock();
        }
        for (Exception other : others) {
            if (found != null && other != found) {
                found.addSuppressed(other);
            }
        }
        return found;
    }

    /**
     * The first that is no mere cancellation, else the first, with the others suppressed; told from now on. Null if
     * there is none.
     */
    @Nullable Exception tell() {
        Exception mine;
        List<Exception> others;
        lock();
        try {
            if (firstIsMere && !later.isEmpty()) {
                setFirst(later.remove(0), false);
            }
            mine = first;
            others = takeLater();
            isTold = mine != null;
        } finally {
            unlock();
        }
        if (mine == null) {
            return null;
        }
        Exception told = suppressed(others, mine);
        if (told != mine) {
            isFirstInsteadOf(mine, told);
        }
        return told;
    }

    private void isFirstInsteadOf(Exception before, Exception told) {
        lock();
        if (first == before) {
            setFirst(told, false);
        }
        unlock();
    }

    /** As {@link #tell()}, but for what has not been told, and is no mere cancellation; null if there is nothing. */
    @Nullable Exception tellTheRest() {
        Exception found;
        List<Exception> others;
        lock();
        try {
            found = isTold || firstIsMere ? null : first;
            if (found == null && !later.isEmpty()) {
                found = later.remove(0);
            }
            others = takeLater();
            isTold = true;
        } finally {
            unlock();
        }
        return found == null ? null : suppressed(others, found);
    }

    /**
     * Those that came after the first, once. Under the lock; what is done with them is done without it, as adding to an
     * exception locks the exception.
     */
    private List<Exception> takeLater() {
        List<Exception> taken = later;
        if (!taken.isEmpty()) {
            later = new ArrayList<>(0);
        }
        return taken;
    }

    private static boolean isMereCancellation(Exception failure) {
        return Safely.behindStream(failure) instanceof Canceled;
    }

    private void setFirst(Exception failure, boolean isMere) {
        first = failure;
        firstIsMere = isMere;
    }

    /**
     * The first, with the others suppressed in it; if it cannot hold any, the first that can, with it and the rest; if
     * none can, the first alone.
     */
    private static Exception suppressed(List<Exception> others, Exception primary) {
        List<Exception> all = new ArrayList<>(others);
        all.add(0, primary);
        for (Exception holder : all) {
            if (holds(holder, all)) {
                return holder;
            }
        }
        return primary;
    }

    /** Suppresses the others in one of them; returns false if it does not keep them: an instance that many share. */
    private static boolean holds(Exception holder, List<Exception> all) {
        boolean keeps = false;
        for (Exception other : all) {
            if (other == holder) {
                continue;
            }
            holder.addSuppressed(other);
            keeps = keeps || holder.getSuppressed().length > 0; // not asked again, since that makes a copy
            if (!keeps) {
                return false;
            }
        }
        return true;
    }

    /** The class of the first; empty if there is none. Without the lock, and without code of the user. */
    @Override
    public String toString() {
        Exception mine = first;
        return mine == null ? "" : ", failed: " + mine.getClass().getName();
    }
}
