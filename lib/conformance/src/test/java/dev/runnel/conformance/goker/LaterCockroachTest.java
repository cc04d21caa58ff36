package dev.runnel.conformance.goker;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.select.Choice;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.WaitGroup;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bugs of CockroachDB, from number 10,000 on. */
class LaterCockroachTest {

    static final List<Bug> BUGS = List.of(
            Bug.of(
                    "cockroach#10214",
                    () -> heartbeats(false),
                    () -> heartbeats(true),
                    "send [sync.Mutex.Lock]",
                    "tick [sync.Mutex.Lock]"),
            Bug.of("cockroach#10790", () -> commands(false), () -> commands(true), "drain [chan receive]"),
            Bug.of("cockroach#13197", () -> transaction(false), () -> transaction(true), "await done [chan receive]"),
            Bug.of("cockroach#13755", () -> rows(false), () -> rows(true), "await done [chan receive]"),
            Bug.of(
                    "cockroach#16167",
                    () -> config(false),
                    () -> config(true),
                    "main [sync.RWMutex.RLock]",
                    "update [sync.RWMutex.Lock]"),
            Bug.of("cockroach#18101", () -> restore(false), () -> restore(true), "split [chan send]"),
            Bug.of("cockroach#24808", () -> compactor(false), () -> compactor(true), "main [chan send]"),
            Bug.of(
                    "cockroach#25456",
                    () -> consistency(false),
                    () -> consistency(true),
                    "main [sync.WaitGroup.Wait]",
                    "queue [chan receive]"),
            Bug.of(
                    "cockroach#35073",
                    () -> outbox(false),
                    () -> outbox(true),
                    "main [sync.WaitGroup.Wait]",
                    "push [chan send]"),
            Bug.of("cockroach#35931", () -> join(false), () -> join(true), "main [chan send]", "join [chan receive]"));

    @ParameterizedTest
    @FieldSource("BUGS")
    void isFound(Bug bug) {
        bug.isFound();
    }

    // ---------------------------------------------------------------- 10214

    /**
     * Sending heartbeats takes a replica's lock with their own lock held; a tick of the replica takes the two the other
     * way round.
     */
    private static void heartbeats(boolean mended) {
        Mutex coalesced = new Mutex();
        Mutex raft = new Mutex();
        Mutex replica = new Mutex();
        go("send", () -> {
            coalesced.lock();
            if (mended) {
                coalesced.unlock(); // it has taken what is to be sent
            }
            raft.locked(() -> {});
            if (!mended) {
                coalesced.unlock();
            }
        });
        go("tick", () -> raft.locked(() -> replica.locked(() -> coalesced.locked(() -> {}))));
    }

    // ---------------------------------------------------------------- 10790

    /**
     * A waiter that is cancelled between two commands waits for all of them, even for those whose signal it has had
     * already.
     */
    private static void commands(boolean mended) {
        List<Chan<Boolean>> before = List.of(chan(1), chan(1));
        CancelContext context = Context.withCancel(Context.background());
        go("commands", () -> before.forEach(command -> command.send(true)));
        go("cancel", context::cancel);
        for (int i = 0; i < before.size(); i++) {
            boolean cancelled = choose().recv(before.get(i), () -> false)
                    .recv(context.done(), () -> true)
                    .get();
            if (cancelled) {
                List<Chan<Boolean>> left = before.subList(mended ? i : 0, before.size());
                go("drain", () -> left.forEach(RecvChan::recv));
                return;
            }
        }
        context.cancel();
    }

    // ---------------------------------------------------------------- 13197

    /** A transaction is begun and never ended, and somebody waits for its end. */
    private static void transaction(boolean mended) {
        CancelContext transaction = Context.withCancel(Context.background());
        go("await done", () -> transaction.done().recv());
        if (mended) {
            transaction.cancel(); // as a rollback does
        }
    }

    // ---------------------------------------------------------------- 13755

    /** Whoever has read enough rows of a result does not close them, and somebody waits until they are closed. */
    private static void rows(boolean mended) {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> rows = chan(2);
        go("await done", () -> {
            context.done().recv();
            rows.close();
        });
        rows.send(1);
        rows.send(2);
        rows.recv();
        if (mended) {
            context.cancel();
        }
    }

    // ---------------------------------------------------------------- 16167

    /**
     * A statement runs under the lock of a condition, and takes the same lock by its other name to read, behind a
     * writer.
     */
    private static void config(boolean mended) {
        RWMutex config = new RWMutex();
        Cond changed = new Cond(config.readLocker());
        go("update", () -> {
            config.locked(() -> {});
            changed.broadcast();
        });
        changed.locker().lock();
        if (mended) {
            changed.locker().unlock();
        }
        config.readLocker().locked(() -> {});
        if (!mended) {
            changed.locker().unlock();
        }
    }

    // ---------------------------------------------------------------- 18101

    /** The receiver ends with the context, and the sender does not look at it. */
    private static void restore(boolean mended) {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> ready = chan(2);
        go("split", () -> {
            for (int span = 0; span < 4; span++) {
                if (mended) {
                    select().send(ready, span, () -> {})
                            .recv(context.done(), () -> {})
                            .run();
                } else {
                    ready.send(span);
                }
            }
            ready.close();
        });
        go("cancel", context::cancel);
        ready.recv();
        context.done().recv();
    }

    // ---------------------------------------------------------------- 24808

    /** A compactor sends itself a signal before it starts to receive, and the channel may be full by then. */
    private static void compactor(boolean mended) {
        Chan<Boolean> signals = chan(1);
        Chan<Void> stopping = chan();
        go("suggest", () -> signals.trySend(true));
        if (mended) {
            signals.trySend(true);
        } else {
            signals.send(true);
        }
        go("compact", () -> {
            Choice<Boolean> next = choose().recv(signals, () -> true).recv(stopping, () -> false);
            while (next.get()) {}
        });
        stopping.close();
    }

    // ---------------------------------------------------------------- 25456

    /** To find out whether the store is draining, the queue waits until it is. */
    private static void consistency(boolean mended) {
        Chan<Void> draining = chan();
        WaitGroup queue = new WaitGroup();
        queue.go("queue", () -> {
            for (int replica = 0; replica < 2; replica++) { // the check of each fails
                if (mended) {
                    draining.tryRecv();
                } else {
                    draining.recv();
                }
            }
        });
        queue.await();
        draining.close();
    }

    // ---------------------------------------------------------------- 35073

    /** An outbox that fails at its start does not say that it takes no more rows. */
    private static void outbox(boolean mended) {
        Outbox outbox = new Outbox();
        WaitGroup flow = new WaitGroup();
        flow.go("push", () -> {
            for (int row = 0; row < 4; row++) {
                outbox.push(row);
            }
        });
        flow.go(
                "outbox",
                () -> { // has no connection
                    if (mended) {
                        outbox.close();
                    }
                });
        flow.await();
    }

    private static final class Outbox {

        private final Chan<Integer> rows = chan(2);
        private boolean closed;

        void push(int row) {
            if (!closed) {
                rows.send(row);
            }
        }

        /** Makes room for the one push that may have got past the check of the flag. */
        void close() {
            closed = true;
            rows.tryRecv();
        }
    }

    // ---------------------------------------------------------------- 35931

    /** A cancellation is told to one input after the other; the first is full, and its reader waits for the second. */
    private static void join(boolean mended) {
        Chan<String> left = chan(1);
        Chan<String> right = chan(1);
        left.send("row");
        go("join", () -> {
            right.recv();
            left.recv();
            left.recv();
        });
        for (Chan<String> input : List.of(left, right)) {
            if (mended) {
                go("cancel", () -> input.send("cancelled"));
            } else {
                input.send("cancelled");
            }
        }
    }
}
