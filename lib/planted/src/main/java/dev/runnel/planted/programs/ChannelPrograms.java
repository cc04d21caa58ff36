package dev.runnel.planted.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.planted.Program;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Send, receive and close, with and without a timeout. */
public final class ChannelPrograms {

    private static final Duration MS = Duration.ofMillis(1);

    private ChannelPrograms() {}

    /** C34: an unbuffered send ends only with its receive. */
    @Program
    public static void rendezvous() {
        Chan<Integer> c = chan();
        boolean[] received = {false};
        GoHandle sender = go(() -> {
            c.send(1);
            assertTrue(received[0]);
        });
        gosched();
        received[0] = true;
        assertEquals(1, c.recv().get());
        sender.join();
    }

    /** C30: first in, first out, through buffers of any size. */
    @Program
    public static void inOrder() {
        for (int capacity = 0; capacity <= 3; capacity++) {
            Chan<Integer> c = chan(capacity);
            go(() -> {
                for (int i = 1; i <= 7; i++) {
                    c.send(i);
                }
                c.close();
            });
            int last = 0;
            for (int value : c) {
                assertEquals(last + 1, value);
                last = value;
            }
            assertEquals(7, last);
        }
    }

    /** C5: each value of many senders is received once. */
    @Program
    public static void everyValueOnce() {
        for (int capacity = 0; capacity <= 2; capacity++) {
            Chan<Integer> c = chan(capacity);
            TreeMap<Integer, Integer> counts = new TreeMap<>();
            List<GoHandle> senders = new ArrayList<>();
            List<GoHandle> receivers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int first = 3 * i;
                receivers.add(go(() -> c.forEach(value -> counts.merge(value, 1, Integer::sum))));
                senders.add(go(() -> {
                    for (int value = first; value < first + 3; value++) {
                        c.send(value);
                    }
                }));
            }
            senders.forEach(GoHandle::join);
            c.close();
            receivers.forEach(GoHandle::join);
            assertEquals(9, counts.size());
            assertTrue(counts.values().stream().allMatch(n -> n == 1), counts.toString());
        }
    }

    /** C9, C21: a closed channel takes nothing, even with room, and cannot be closed again. */
    @Program
    public static void sendOnClosed() throws InterruptedException {
        Chan<Integer> c = chan(3);
        c.send(1);
        c.close();
        assertThrows(ChannelException.SendOnClosed.class, () -> c.send(2));
        assertThrows(ChannelException.SendOnClosed.class, () -> c.trySend(2));
        assertThrows(ChannelException.SendOnClosed.class, () -> c.trySend(2, MS));
        assertThrows(ChannelException.CloseOfClosed.class, c::close);
        assertEquals(1, c.len());
        assertEquals(Option.some(1), c.recv());
        assertEquals(Option.none(), c.recv());
    }

    /** C16, C23: what was sent before the close is received, and after that nothing, however often one asks. */
    @Program
    public static void drained() {
        Chan<Integer> c = chan(2);
        GoHandle sender = go(() -> {
            c.send(1);
            c.send(2);
            c.send(3);
            c.close();
        });
        for (int i = 1; i <= 3; i++) {
            assertEquals(Option.some(i), c.recv());
        }
        for (int i = 0; i < 3; i++) {
            assertEquals(Option.none(), c.recv());
            assertTrue(c.tryRecv() instanceof TryRecv.Closed<?>);
        }
        sender.join();
    }

    /** C40: of two that try, neither is told anything but what happened. */
    @Program(outcomes = {"met", "missed"})
    public static void tryBoth(java.util.function.Consumer<String> outcome) {
        Chan<Integer> c = chan(1);
        boolean[] sent = {false};
        GoHandle sender = go(() -> sent[0] = c.trySend(1));
        TryRecv<Integer> got = c.tryRecv();
        sender.join();
        assertTrue(sent[0]);
        assertEquals(got.isEmpty() ? 1 : 0, c.len());
        outcome.accept(got.isEmpty() ? "missed" : "met");
    }

    /** An operation that timed out has not happened, and leaves no trace in the queue. */
    @Program
    public static void timeoutsLeaveNoTrace() throws InterruptedException {
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        Instant begin = now();
        assertTrue(a.tryRecv(MS).isEmpty());
        assertFalse(a.trySend(1, MS));
        assertEquals(begin.plusMillis(2), now());
        GoHandle receiver = go(() -> {
            assertTrue(a.tryRecv(MS).isEmpty());
            assertEquals(Option.some(7), b.recv());
        });
        sleep(MS.multipliedBy(2));
        assertFalse(a.trySend(6));
        assertTrue(b.trySend(7));
        receiver.join();
        assertTrue(a.tryRecv().isEmpty());
    }

    /** A send that timed out is in no queue while its goroutine waits for something else. */
    @Program
    public static void timedSendLeavesNoTrace() throws InterruptedException {
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        GoHandle other = go(() -> {
            sleep(MS.multipliedBy(2));
            assertTrue(a.tryRecv().isEmpty());
            b.send(7);
        });
        assertFalse(a.trySend(1, MS));
        assertEquals(Option.some(7), b.recv());
        other.join();
    }

    /** A value that comes at the very time of the deadline is received, or the sender keeps it. */
    @Program
    public static void timeoutOrValue() throws InterruptedException {
        Chan<Integer> c = chan();
        boolean[] sent = {false};
        GoHandle sender = go(() -> {
            sleep(MS);
            sent[0] = c.trySend(1);
        });
        boolean got = !c.tryRecv(MS).isEmpty();
        sender.join();
        assertEquals(sent[0], got);
    }

    /** A wait that was over in time is not ended again by its deadline: the next one waits on. */
    @Program
    public static void deadlineOfAnEarlierWait() throws InterruptedException {
        Chan<Integer> c = chan();
        Instant begin = now();
        GoHandle sender = go(() -> {
            c.send(1);
            sleep(MS.multipliedBy(20));
            c.send(2);
        });
        assertFalse(c.tryRecv(MS.multipliedBy(5)).isEmpty());
        TryRecv<Integer> second = c.tryRecv(MS.multipliedBy(30));
        assertTrue(second instanceof TryRecv.Value<Integer> value && value.value() == 2, second.toString());
        assertEquals(begin.plusMillis(20), now());
        sender.join();
    }
}
