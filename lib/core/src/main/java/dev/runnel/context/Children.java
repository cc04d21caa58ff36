package dev.runnel.context;

import dev.runnel.runtime.lock.SpinLock;
import org.jspecify.annotations.Nullable;

/** A list of what hangs on a context. Adding and removing take constant time and make no garbage. */
final class Children extends SpinLock {

    private @Nullable Child first;
    private boolean closed;
    private int size;

    /**
     * Adds a child.
     *
     * @return false if the list is closed
     */
    boolean add(Child child) {
        lock();
        return addLocked(child);
    }

    /** As {@link #add}, with the lock held; gives it back. */
    boolean addLocked(Child child) {
        boolean open = !closed;
        if (open) {
            Child second = first;
            child.next = second;
            if (second != null) {
                second.previous = child;
            }
            first = child;
            size++;
            child.setList(this);
        }
        unlock();
        return open;
    }

    /**
     * Takes a child out.
     *
     * @return whether it was in the list; not if that was closed before: then whoever closed it has the child
     */
    boolean remove(Child child) {
        lock();
        boolean isIn = !closed && child.list() == this;
        if (isIn) {
            Child before = child.previous;
            Child after = child.next;
            if (before == null) {
                first = after;
            } else {
                before.next = after;
            }
            if (after != null) {
                after.previous = before;
            }
            child.previous = null;
            child.next = null;
            child.setList(null);
            size--;
        }
        unlock();
        return isIn;
    }

    /** Closes the list. Returns the first of those that were in it, linked by {@code next}: they are the caller's. */
    @Nullable Child close() {
        lock();
        Child all = first;
        closed = true;
        first = null;
        size = 0;
        unlock();
        return all;
    }

    /** How many are in the list. */
    int size() {
        lock();
        int now = size;
        unlock();
        return now;
    }
}
