package dev.runnel.planted.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.planted.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Closes with a cause, cancels by receivers, and what buffers do that never refuse. */
public final class KindPrograms {

    private KindPrograms() {}

    /** C23: first the values, then the cause, for each that receives. */
    @Program
    public static void causeAfterTheValues() {
        Throwable cause = new IllegalStateException("the cause");
        for (int capacity = 0; capacity <= 2; capacity++) {
            Chan<Integer> c = chan(capacity);
            List<Integer> got = new ArrayList<>();
            go(() -> {
                for (int i = 0; i < 3; i++) {
                    c.send(i);
                }
                c.close(cause);
            });
            GoHandle other = go(() -> {
                ChannelException e = assertThrows(ChannelException.ClosedWithCause.class, () -> c.forEach(got::add));
                assertSame(cause, e.getCause());
                assertEquals(0, c.len());
            });
            assertThrows(ChannelException.ClosedWithCause.class, () -> {
                while (true) {
                    select().recv(c, value -> got.add(value.get())).run();
                }
            });
            assertEquals(0, c.len());
            other.join();
            assertEquals(List.of(0, 1, 2), got.stream().sorted().toList());
            assertThrows(ChannelException.ClosedWithCause.class, c::tryRecv);
        }
    }

    /** Each value that was sent is received or handed over, once; its sender is told if it was not sent. */
    @Program(outcomes = {"received", "handed over", "not sent"})
    public static void cancelLosesNothing(Consumer<String> outcome) {
        Throwable cause = new IllegalStateException("not wanted");
        for (int capacity = 0; capacity <= 2; capacity++) {
            List<Integer> received = new ArrayList<>();
            List<Integer> handedOver = new ArrayList<>();
            List<Integer> sent = new ArrayList<>();
            Chan<Integer> c = chan(Buffering.bounded(capacity), handedOver::add);
            List<GoHandle> all = new ArrayList<>();
            for (int s = 1; s <= 2; s++) {
                int first = 10 * s;
                all.add(go(() -> {
                    try {
                        for (int i = 0; i < 2; i++) {
                            c.send(first + i);
                            sent.add(first + i);
                        }
                    } catch (ChannelException.SendOnCancelled e) {
                        assertSame(cause, e.getCause());
                        outcome.accept("not sent");
                    }
                }));
            }
            all.add(go(() -> c.forEach(received::add)));
            go(() -> c.cancel(cause)).join();
            all.forEach(GoHandle::join);
            outcome.accept(received.isEmpty() ? "none received" : "received");
            outcome.accept(handedOver.isEmpty() ? "none handed over" : "handed over");
            received.addAll(handedOver);
            assertEquals(
                    sent.stream().sorted().toList(), received.stream().sorted().toList());
            assertEquals(0, c.len());
        }
    }

    /** Of two closes, before or after a cancel, one counts. */
    @Program
    public static void oneCloseCounts() {
        Chan<Integer> c = chan(1);
        int[] closes = {0};
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            all.add(go(() -> {
                try {
                    c.close();
                    closes[0]++;
                } catch (ChannelException.CloseOfClosed e) {
                    // the other was first
                }
            }));
        }
        all.add(go(c::cancel));
        all.forEach(GoHandle::join);
        assertEquals(1, closes[0]);
    }

    /** C30: what is received comes in order; what is not received was pushed out, or turned away. */
    @Program
    public static void newestOrOldestIsKept() {
        for (boolean slides : new boolean[] {true, false}) {
            List<Integer> dropped = new ArrayList<>();
            List<Integer> got = new ArrayList<>();
            Chan<Integer> c = chan(slides ? Buffering.sliding(2) : Buffering.dropping(2), dropped::add);
            GoHandle receiver = go(() -> c.forEach(got::add));
            for (int i = 0; i < 6; i++) {
                if (i % 2 == 0) {
                    c.send(i);
                } else {
                    int value = i;
                    assertTrue(dev.runnel.Go.choose()
                            .send(c, value, () -> true)
                            .otherwise(() -> false)
                            .get());
                }
            }
            c.close();
            receiver.join();
            assertEquals(got.stream().sorted().toList(), got);
            assertTrue(got.contains(slides ? 5 : 0), got.toString());
            got.addAll(dropped);
            assertEquals(List.of(0, 1, 2, 3, 4, 5), got.stream().sorted().toList());
        }
    }

    /** A buffer that grows and shrinks keeps all in order, and says once that it holds too much. */
    @Program
    public static void growsAndShrinks() {
        List<Integer> told = new ArrayList<>();
        Chan<Integer> c = chan(Buffering.unbounded(20, told::add));
        int sent = 0;
        int received = 0;
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 23; i++) {
                c.send(sent++);
            }
            for (int i = 0; i < 9; i++) {
                assertEquals(received++, c.recv().get());
            }
        }
        assertEquals(List.of(21), told);
        while (received < sent) {
            assertEquals(received++, c.recv().get());
        }
        for (int i = 0; i < 21; i++) {
            c.send(i);
        }
        assertEquals(List.of(21, 21), told);
    }
}
