package dev.runnel.runtime.park;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for one thing, to send on a channel for example: first in, first out, removal in constant time.
 * Guarded by the lock of that thing, but for {@link #isEmpty()}.
 */
public final class WaitQueue {

    private static final VarHandle FIRST;

    static {
        try {
            FIRST = MethodHandles.lookup().findVarHandle(WaitQueue.class, "first", Waiter.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // The first call of each takes memory, and whoever makes it may hold a lock.
        WaitQueue any = new WaitQueue();
        FIRST.setRelease(any, (Waiter) null);
        any.isEmpty();
    }

    private @Nullable Waiter first; // written by release stores, read without the lock by acquire loads
    private @Nullable Waiter last;

    /** Puts a record at the tail. */
    public void enqueue(Waiter waiter) {
        waiter.queued = true;
        waiter.next = null;
        waiter.previous = last;
        if (last == null) {
            FIRST.setRelease(this, waiter);
        } else {
            last.next = waiter;
        }
        last = waiter;
    }

    /** Puts a record at the head: one that was there already, and was taken out in vain. */
    public void enqueueFirst(Waiter waiter) {
        waiter.queued = true;
        waiter.previous = null;
        waiter.next = first;
        if (first == null) {
            last = waiter;
        } else {
            first.previous = waiter;
        }
        FIRST.setRelease(this, waiter);
    }

    /**
     * Takes the first whose wait can still be claimed, and claims it. Records of waits that something else has ended
     * are dropped on the way.
     */
    public @Nullable Waiter dequeue() {
        for (; ; ) {
            Waiter waiter = first;
            if (waiter == null) {
                return null;
            }
            unlink(waiter);
            if (waiter.strand.claim(waiter.ticket)) {
                return waiter;
            }
        }
    }

    /** As {@link #dequeue()}, but only if the first whose wait can still be claimed is wanted; else null. */
    public @Nullable Waiter dequeueIf(Predicate<? super Waiter> wanted) {
        for (Waiter waiter = first; waiter != null; waiter = first) {
            if (waiter.strand.isOpen(waiter.ticket) && !wanted.test(waiter)) {
                return null;
            }
            unlink(waiter);
            if (waiter.strand.claim(waiter.ticket)) {
                return waiter;
            }
        }
        return null;
    }

    /**
     * Ends all waits that can still be claimed: they get what they wait for. Takes no memory, since a strand that is
     * claimed and then not readied would wait for ever.
     *
     * @return the first, which leads to the others, for {@link Waiter#readyAll} once the lock is given back; null if
     *     nobody waits
     */
    public @Nullable Waiter completeAll() {
        Waiter head = null;
        Waiter tail = null;
        for (Waiter waiter = dequeue(); waiter != null; waiter = dequeue()) {
            waiter.complete(true);
            if (tail == null) {
                head = waiter;
            } else {
                tail.next = waiter;
            }
            tail = waiter;
        }
        return head;
    }

    /** The first whose wait nothing has ended yet; something may at any time. */
    public @Nullable Waiter first() {
        Waiter waiter = first;
        while (waiter != null && !waiter.strand.isOpen(waiter.ticket)) {
            waiter = waiter.next;
        }
        return waiter;
    }

    /** Takes a record out, if it is still there. */
    public void remove(Waiter waiter) {
        if (waiter.queued) {
            unlink(waiter);
        }
    }

    /** Whether no record is queued. Without the lock it may overlook only what came or went meanwhile. */
    public boolean isEmpty() {
        return FIRST.getAcquire(this) == null;
    }

    /** The number of records; counts them. */
    public int size() {
        int n = 0;
        for (Waiter w = first; w != null; w = w.next) {
            n++;
        }
        return n;
    }

    /** Those who wait here, first in line first: the strands whose wait nothing has ended yet. */
    public List<Strand> waiting() {
        List<Strand> open = new ArrayList<>();
        for (Waiter w = first; w != null; w = w.next) {
            if (w.strand.isOpen(w.ticket)) {
                open.add(w.strand);
            }
        }
        return open;
    }

    private void unlink(Waiter waiter) {
        Waiter before = waiter.previous;
        Waiter after = waiter.next;
        if (before == null) {
            FIRST.setRelease(this, after);
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        waiter.previous = null;
        waiter.next = null;
        waiter.queued = false;
    }
}
