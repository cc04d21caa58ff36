package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.select.Choice;
import dev.runnel.select.Select;
import java.util.ArrayList;
import java.util.List;

/**
 * The receivers of a tee, each of which gets all elements. In whatever order they are ready, all get an element before
 * the next is received; one that wants no more is left out from then on.
 */
final class Branches<T> implements Part<T> {

    private final List<Branch<T>> open = new ArrayList<>();
    private final Run run;
    private final Thread starter = Thread.currentThread();
    private boolean begun;

    private record Branch<T>(Chan<T> channel, Feed<T> feed, Context context) {}

    /** For one run. */
    Branches(Run run) {
        this.run = run;
    }

    /** Adds a receiver. Only while the stages are started, which one goroutine does; a flatMap would start it later. */
    @Override
    public Feed<T> start(Run asking, CancelCauseContext link, int capacity) {
        run.isNotLeftFor(asking, "tee");
        if (Thread.currentThread() != starter || begun) {
            throw new IllegalStateException(
                    "tee: a branch must receive from the beginning on, and not where a flatMap is");
        }
        Chan<T> channel = Go.chan(capacity);
        Branch<T> branch = new Branch<>(channel, Feed.of(channel), link);
        open.add(branch);
        return branch.feed();
    }

    /** Starts the goroutine that gives them the elements of a pipeline. */
    void feed(Pipeline<T> upstream, CancelCauseContext link) throws Exception {
        begun = true;
        List<Branch<T>> all = List.copyOf(open);
        Inlet<T> in = run.open(upstream, link);
        Crew crew = new Crew(run, link, 1, complete -> {
            try {
                in.enough();
            } finally {
                all.forEach(branch -> branch.feed().end(complete));
            }
        });
        crew.go(() -> distribute(in));
    }

    private void distribute(Inlet<T> in) throws Exception {
        while (!open.isEmpty()) {
            TryRecv<T> next = receive(in);
            if (next instanceof TryRecv.Value<T> received) {
                send(received.value(), in.context());
            } else if (next.isClosed()) {
                return;
            }
        }
    }

    /** Empty if a branch has given up first. */
    private TryRecv<T> receive(Inlet<T> in) throws Exception {
        Choice<TryRecv<T>> choice = in.choice();
        for (Branch<T> branch : open) {
            choice.recv(branch.context().done(), () -> {
                open.remove(branch);
                return new TryRecv.Empty<>();
            });
        }
        return in.recv(choice);
    }

    private void send(T value, Context context) throws Exception {
        List<Branch<T>> pending = new ArrayList<>(open);
        while (!pending.isEmpty()) {
            context.throwIfCancelled();
            Select select = Go.select().recv(context.done(), () -> context.throwIfCancelled());
            for (Branch<T> branch : pending) {
                select.send(branch.channel(), value, () -> pending.remove(branch));
                select.recv(branch.context().done(), () -> {
                    pending.remove(branch);
                    open.remove(branch);
                });
            }
            try {
                select.runInterruptibly();
            } catch (ChannelException.SendOnCancelled e) {
                leaveOutCancelled(pending, value);
            }
        }
    }

    /** For a pipeline that was started: one of its receivers has cancelled a channel. A send tells which one. */
    private void leaveOutCancelled(List<Branch<T>> pending, T value) {
        for (Branch<T> branch : List.copyOf(pending)) {
            try {
                if (branch.channel().trySend(value)) {
                    pending.remove(branch);
                }
            } catch (ChannelException.SendOnCancelled e) {
                pending.remove(branch);
                open.remove(branch);
            }
        }
    }
}
