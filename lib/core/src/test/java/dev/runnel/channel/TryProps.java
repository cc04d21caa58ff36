package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for one party that never waits: C10, C16, C17, C36, C37. */
class TryProps {

    private enum TryOp {
        SEND,
        RECV,
        TIMED_SEND,
        TIMED_RECV,
        SELECT_SEND,
        SELECT_RECV,
        CLOSE
    }

    /** A channel used by one thread is a bounded queue. */
    @Property(tries = 400)
    void tryOperations_behaveLikeABoundedQueue(
            @ForAll @IntRange(max = 5) int capacity, @ForAll @Size(max = 60) List<TryOp> ops) throws Exception {
        Chan<Integer> c = chan(capacity);
        Deque<Integer> model = new ArrayDeque<>();
        boolean closed = false;
        int next = 0;
        for (TryOp op : ops) {
            switch (op) {
                case SEND, TIMED_SEND, SELECT_SEND -> {
                    int value = next++;
                    if (closed) {
                        assertThrows(ChannelException.SendOnClosed.class, () -> send(c, op, value));
                    } else {
                        boolean room = model.size() < capacity;
                        assertEquals(room, send(c, op, value));
                        if (room) {
                            model.addLast(value);
                        }
                    }
                }
                case RECV, TIMED_RECV, SELECT_RECV -> {
                    TryRecv<Integer> answer = receive(c, op);
                    if (!model.isEmpty()) {
                        assertEquals(new TryRecv.Value<>(model.removeFirst()), answer);
                    } else {
                        assertEquals(closed ? new TryRecv.Closed<>() : new TryRecv.Empty<>(), answer);
                    }
                }
                case CLOSE -> {
                    if (closed) {
                        assertThrows(ChannelException.CloseOfClosed.class, c::close);
                    } else {
                        c.close();
                        closed = true;
                    }
                }
            }
            assertEquals(model.size(), c.len());
            assertEquals(capacity, c.cap());
            assertEquals(0, senders(c) + receivers(c));
        }
    }

    private static boolean send(Chan<Integer> c, TryOp op, int value) throws InterruptedException {
        return switch (op) {
            case SEND -> c.trySend(value);
            case TIMED_SEND -> c.trySend(value, Duration.ofNanos(1));
            default ->
                Go.choose().send(c, value, () -> true).otherwise(() -> false).get();
        };
    }

    private static TryRecv<Integer> receive(Chan<Integer> c, TryOp op) throws InterruptedException {
        return switch (op) {
            case RECV -> c.tryRecv();
            case TIMED_RECV -> c.tryRecv(Duration.ofNanos(1));
            default ->
                Go.choose()
                        .recv(c, v -> v.isEmpty() ? new TryRecv.Closed<Integer>() : new TryRecv.Value<>(v.get()))
                        .otherwise(TryRecv.Empty::new)
                        .get();
        };
    }
}
