package dev.runnel.planted.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.planted.Program;
import dev.runnel.testkit.Bubble;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** Those that wait: in which order they are served, and what becomes of them at the close. */
public final class QueuePrograms {

    /** More than the ring of a P has room for. */
    private static final int MANY = 300;

    private QueuePrograms() {}

    /** Starts a goroutine, and waits until it waits. */
    private static GoHandle parked(dev.runnel.scheduler.Body body) {
        GoHandle handle = go(body);
        Bubble.await();
        return handle;
    }

    /** C31: the first to wait is served first. */
    @Program
    public static void receiversInOrder() {
        Chan<Integer> c = chan();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            int mine = i;
            all.add(parked(() -> assertEquals(Option.some(mine), c.recv())));
        }
        for (int i = 1; i <= 4; i++) {
            assertTrue(c.trySend(i));
        }
        all.forEach(GoHandle::join);
    }

    /** C30, C31: the same for senders, with and without a buffer. */
    @Program
    public static void sendersInOrder() {
        for (int capacity = 0; capacity <= 2; capacity++) {
            Chan<Integer> c = chan(capacity);
            List<GoHandle> all = new ArrayList<>();
            for (int i = 1; i <= 5; i++) {
                int mine = i;
                all.add(parked(() -> c.send(mine)));
            }
            for (int i = 1; i <= 5; i++) {
                assertEquals(Option.some(i), c.recv());
            }
            all.forEach(GoHandle::join);
        }
    }

    /** C11: the value is the waiting receiver's, though another comes before it has run. */
    @Program
    public static void noBarging() {
        Chan<Integer> c = chan(1);
        GoHandle receiver = parked(() -> assertEquals(Option.some(1), c.recv()));
        c.send(1);
        assertTrue(c.tryRecv().isEmpty());
        receiver.join();
    }

    /** C18: the receiver takes the head, and the waiting sender's value the slot. */
    @Program
    public static void fullBufferTakesTheSendersValue() {
        Chan<Integer> c = chan(2);
        c.send(1);
        c.send(2);
        GoHandle sender = parked(() -> c.send(3));
        assertEquals(Option.some(1), c.recv());
        assertEquals(2, c.len());
        assertFalse(c.trySend(4));
        sender.join();
        assertEquals(Option.some(2), c.recv());
        assertTrue(c.trySend(4));
        assertEquals(Option.some(3), c.recv());
        assertEquals(Option.some(4), c.recv());
    }

    /** C20, C27: the close is seen by all who wait, plain or by select. */
    @Program
    public static void closeWakesAll() {
        Chan<Integer> c = chan();
        Chan<Integer> other = chan();
        int[] woken = {0};
        for (int i = 0; i < 3; i++) {
            parked(() -> {
                assertEquals(Option.none(), c.recv());
                woken[0]++;
            });
            parked(() -> select().recv(other, () -> assertEquals(0, 1, "a value of another channel"))
                    .recv(c, value -> {
                        assertEquals(Option.none(), value);
                        woken[0]++;
                    })
                    .run());
        }
        c.close();
        Bubble.await();
        assertEquals(6, woken[0]);
        assertFalse(other.trySend(1));
    }

    /** C23, C24: senders that wait at the close fail; what is in the buffer stays. */
    @Program
    public static void closeFailsSenders() {
        Chan<Integer> c = chan(1);
        c.send(1);
        int[] failed = {0};
        for (int i = 0; i < 3; i++) {
            parked(() -> {
                assertThrows(ChannelException.SendOnClosed.class, () -> c.send(2));
                failed[0]++;
            });
        }
        c.close();
        Bubble.await();
        assertEquals(3, failed[0]);
        assertEquals(Option.some(1), c.recv());
        assertEquals(Option.none(), c.recv());
    }

    /** P12: more goroutines become runnable at once than a ring holds, and all of them run. */
    @Program(runs = 10)
    public static void closeWakesMoreThanARing() {
        Chan<Integer> c = chan();
        int[] ran = {0};
        for (int i = 0; i < MANY; i++) {
            go(() -> {
                c.recv();
                ran[0]++;
            });
        }
        Bubble.await();
        c.close();
        Bubble.await();
        assertEquals(MANY, ran[0]);
    }

    /** The last in the queue leaves: one that comes then is served. */
    @Program
    public static void selectLeavesTheEnd() {
        Chan<Integer> c = chan();
        Chan<Integer> other = chan();
        GoHandle first = parked(() -> assertEquals(Option.some(1), c.recv()));
        GoHandle second = parked(() -> assertEquals(Option.some(2), c.recv()));
        GoHandle end = parked(() -> select().recv(c, () -> assertEquals(0, 1, "served twice"))
                .recv(other, value -> assertEquals(Option.some(9), value))
                .run());
        other.send(9);
        end.join();
        GoHandle latest = parked(() -> assertEquals(Option.some(3), c.recv()));
        for (int i = 1; i <= 3; i++) {
            assertTrue(c.trySend(i));
        }
        List.of(first, second, latest).forEach(GoHandle::join);
    }

    /** A receiver in the middle of the queue is served and leaves: the others keep their order. */
    @Program
    public static void selectLeavesTheMiddle() {
        Chan<Integer> c = chan();
        Chan<Integer> other = chan();
        GoHandle first = parked(() -> assertEquals(Option.some(1), c.recv()));
        GoHandle middle = parked(() -> select().recv(c, () -> assertEquals(0, 1, "served twice"))
                .recv(other, value -> assertEquals(Option.some(9), value))
                .run());
        GoHandle last = parked(() -> assertEquals(Option.some(2), c.recv()));
        other.send(9);
        middle.join();
        GoHandle latest = parked(() -> assertEquals(Option.some(3), c.recv()));
        for (int i = 1; i <= 3; i++) {
            assertTrue(c.trySend(i));
        }
        assertFalse(c.trySend(4));
        List.of(first, last, latest).forEach(GoHandle::join);
    }
}
