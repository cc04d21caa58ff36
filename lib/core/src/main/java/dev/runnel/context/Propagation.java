package dev.runnel.context;

import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.text.Safely;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One cancel on its way down, depth first: each context is done before those below it, and those below one before the
 * next beside it. Without recursion, as trees may be deep, and with no lock held. Most contexts have nothing below
 * them: lists are made when something is put in.
 *
 * <p>Whoever cancels has asked for room on the stack, and what is done here stays within that: no lambda and no switch
 * over types, which the JVM links at the first call, deep down in the stack.
 */
final class Propagation {

    private final Outcome outcome;
    private List<Once> later = List.of();
    private List<Outcome> others = List.of();
    private final boolean unwinding = Checkpoint.isUnwinding();
    private @Nullable Deque<Child> todo;
    private @Nullable Throwable failure;

    private Propagation(Outcome outcome) {
        this.outcome = outcome;
    }

    /**
     * Goes down from a context that has just got this outcome. What fails on the way is thrown when all have been
     * reached.
     */
    static void run(CancelCtx root, Outcome outcome) {
        Propagation down = new Propagation(outcome);
        try {
            down.visit(root);
            for (Child child = down.poll(); child != null; child = down.poll()) {
                down.push(child.next);
                child.previous = null;
                child.next = null;
                child.setList(null);
                child.reach(down);
            }
            down.awaitOthers();
        } finally {
            outcome.settle();
        }
        for (Once once : down.later) {
            down.fire(once);
        }
        down.throwFailure();
    }

    /** Waits until the runtime closes, and not at all once it does: those who are to be told are told all the same. */
    private void awaitOthers() {
        try {
            for (Outcome other : others) {
                other.await();
            }
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** Closes the channel of a context that has got the outcome, and goes on to what hangs on it. */
    private void visit(CancelCtx node) {
        try {
            Checkpoint.pass(Act.CLOSE_DONE, node);
        } catch (Throwable e) { // the runtime closes
            failed(e);
        }
        node.ended();
        node.release(this);
    }

    /** The first of a list comes next; null is the empty list. */
    void push(@Nullable Child child) {
        if (child != null) {
            if (todo == null) {
                todo = new ArrayDeque<>();
            }
            todo.push(child);
        }
    }

    private @Nullable Child poll() {
        return todo == null ? null : todo.poll();
    }

    /**
     * A context comes next. One that already has another outcome is seen to by another cancel; that is waited for. One
     * of a bubble that is not the caller's is left out where {@link Checkpoint} would refuse it.
     */
    void reach(CancelCtx node) {
        if (Checkpoint.isForeign(node)) {
            failed(new ChannelException.OutsideBubble("close of synctest channel"));
            return;
        }
        if (node.end(outcome)) {
            visit(node);
            return;
        }
        Outcome other = node.outcome();
        if (other != null && other != outcome) {
            if (others.isEmpty()) {
                others = new ArrayList<>();
            }
            others.add(other);
        }
    }

    /** Something that may run code of the user: it comes when all contexts are done. */
    void later(Once once) {
        if (later.isEmpty()) {
            later = new ArrayList<>();
        }
        later.add(once);
    }

    private void fire(Once once) {
        try {
            once.fire();
        } catch (Throwable e) {
            failed(e);
        }
    }

    private void failed(Throwable e) {
        if (unwinding && Goexit.is(e)) {
            return; // it is on its way out already
        }
        Throwable first = failure;
        if (first == null || (Goexit.is(e) && !Goexit.is(first))) {
            failure = e;
        } else if (first != e) {
            first.addSuppressed(e);
        }
    }

    private void throwFailure() {
        Throwable first = failure;
        if (first instanceof RuntimeException e) {
            throw e;
        }
        if (first instanceof Error e) {
            throw e;
        }
        if (first != null) {
            throw new IllegalStateException(Safely.text(first), first);
        }
    }
}
