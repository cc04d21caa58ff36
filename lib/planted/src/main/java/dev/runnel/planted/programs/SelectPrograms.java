package dev.runnel.planted.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.now;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.planted.Program;
import dev.runnel.select.Select;
import dev.runnel.testkit.Bubble;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Select: what it chooses, what it leaves alone, and that it leaves no trace. */
public final class SelectPrograms {

    private SelectPrograms() {}

    /** S3: a ready clause is taken, and otherwise is not. */
    @Program
    public static void readyBeforeOtherwise() {
        Chan<Integer> full = chan(1);
        Chan<Integer> empty = chan(1);
        full.send(1);
        select().recv(empty, () -> fail("a value from nowhere"))
                .recv(full, value -> assertEquals(Option.some(1), value))
                .otherwise(() -> fail("otherwise"))
                .run();
        boolean[] other = {false};
        select().recv(empty, () -> fail("a value from nowhere"))
                .otherwise(() -> other[0] = true)
                .run();
        assertTrue(other[0]);
    }

    /** S3, S8, S22: of two ready clauses one happens, and over the schedules each. */
    @Program(outcomes = {"first", "second"})
    public static void eachReadyClauseHasItsChance(Consumer<String> outcome) {
        Chan<Integer> a = chan(1);
        Chan<Integer> b = chan(1);
        a.send(1);
        b.send(2);
        String chosen = choose().recv(a, () -> "first").recv(b, () -> "second").get();
        assertEquals(1, a.len() + b.len());
        assertEquals(chosen.equals("first") ? 0 : 1, a.len());
        outcome.accept(chosen);
    }

    /** C55, S22: two senders meet one select that waits for both; one of them is served. */
    @Program
    public static void oneOfTwoWakers() {
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        List<Integer> received = new ArrayList<>();
        GoHandle selecting = go(() -> select().recv(a, value -> received.add(value.get()))
                .recv(b, value -> received.add(value.get()))
                .run());
        Bubble.await();
        boolean first = a.trySend(1);
        boolean second = b.trySend(2);
        selecting.join();
        assertTrue(first);
        assertFalse(second);
        assertEquals(List.of(1), received);
    }

    /** S23: a select that has ended is in no queue. */
    @Program
    public static void losersLeaveNoTrace() {
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        Chan<Integer> never = chan();
        GoHandle selecting = go(() -> {
            Select step = select().recv(a, () -> {}).recv(never, () -> fail("never"));
            step.run();
            step.run();
            assertEquals(Option.some(5), b.recv());
        });
        a.send(1);
        a.send(2);
        Bubble.await();
        assertFalse(a.trySend(3));
        assertFalse(never.trySend(4));
        assertTrue(b.trySend(5));
        selecting.join();
    }

    /** S7: a select that is run again finds no value in a closed channel, and not the one that it received before. */
    @Program
    public static void closedIsNeverStale() {
        Chan<Integer> c = chan(1);
        List<Option<Integer>> seen = new ArrayList<>();
        Select step = select().recv(c, seen::add);
        c.send(1);
        step.run();
        c.close();
        step.run();
        step.run();
        assertEquals(List.of(Option.some(1), Option.none(), Option.none()), seen);
    }

    /** S7: a send on a closed channel fails, if it is drawn. */
    @Program(outcomes = {"fails", "receives"})
    public static void sendOnClosedInSelect(Consumer<String> outcome) {
        Chan<Integer> closed = chan(1);
        Chan<Integer> ready = chan(1);
        closed.close();
        assertThrows(
                ChannelException.SendOnClosed.class,
                () -> select().send(closed, 1, () -> fail("sent")).run());
        ready.send(1);
        try {
            select().send(closed, 1, () -> fail("sent")).recv(ready, () -> {}).run();
            outcome.accept("receives");
        } catch (ChannelException.SendOnClosed e) {
            outcome.accept("fails");
        }
    }

    /** C24: a select that waits to send fails at the close. */
    @Program
    public static void closeFailsWaitingSelect() {
        Chan<Integer> c = chan();
        Chan<Integer> never = chan();
        GoHandle selecting = go(() -> assertThrows(
                ChannelException.SendOnClosed.class,
                () -> select().send(c, 1, () -> fail("sent"))
                        .recv(never, () -> fail("never"))
                        .run()));
        Bubble.await();
        c.close();
        selecting.join();
    }

    /** S21: blocked in both directions, then closed: the receive wins. */
    @Program
    public static void bothDirectionsThenClosed() {
        Chan<Integer> c = chan();
        int[] received = {0};
        GoHandle selecting = go(() -> select().send(c, 1, () -> fail("sent"))
                .recv(c, value -> {
                    assertEquals(Option.none(), value);
                    received[0]++;
                })
                .run());
        Bubble.await();
        c.close();
        selecting.join();
        assertEquals(1, received[0]);
    }

    /** S19, S20: two selects in both directions on one channel meet each other, not themselves. */
    @Program(outcomes = {"1 received", "2 received"})
    public static void selectsMeetEachOther(Consumer<String> outcome) {
        Chan<Integer> c = chan();
        int[] sent = new int[3];
        int[] received = new int[3];
        List<GoHandle> both = new ArrayList<>();
        for (int me = 1; me <= 2; me++) {
            int mine = me;
            both.add(go(() -> select().send(c, mine, () -> sent[mine]++)
                    .recv(c, value -> received[mine] = value.get())
                    .run()));
        }
        both.forEach(GoHandle::join);
        assertEquals(1, sent[1] + sent[2]);
        assertEquals(sent[1] == 1 ? 1 : 2, received[1] + received[2]);
        outcome.accept(received[1] == 0 ? "2 received" : "1 received");
    }

    /** S5, S9: the nil channel is never ready. */
    @Program
    public static void nilIsNeverReady() {
        Chan<Integer> ready = chan(1);
        ready.send(1);
        Chan<Integer> nil = nilChan();
        select().recv(nil, () -> fail("from nil"))
                .send(nil, 1, () -> fail("to nil"))
                .recv(ready, () -> {})
                .run();
        boolean[] other = {false};
        select().recv(nil, () -> fail("from nil"))
                .send(null, 1, () -> fail("to nil"))
                .otherwise(() -> other[0] = true)
                .run();
        assertTrue(other[0]);
    }

    /** Of several timeouts the shortest counts. */
    @Program
    public static void shortestTimeout() {
        Chan<Integer> never = chan();
        Instant begin = now();
        String chosen = choose().after(Duration.ofMillis(5), () -> "5 ms")
                .after(Duration.ofMillis(2), () -> "2 ms")
                .recv(never, () -> "never")
                .get();
        assertEquals("2 ms", chosen);
        assertEquals(begin.plusMillis(2), now());
        assertFalse(never.trySend(1));
    }

    /** A value at the very time of a select's timeout is received, or the sender keeps it. */
    @Program
    public static void timeoutOrValueInSelect() {
        Chan<Integer> c = chan();
        boolean[] sent = {false};
        GoHandle sender = go(() -> {
            sleep(Duration.ofMillis(1));
            sent[0] = c.trySend(1);
        });
        boolean got = choose().recv(c, () -> true)
                .after(Duration.ofMillis(1), () -> false)
                .get();
        sender.join();
        assertEquals(sent[0], got);
    }

    /** C18, C31: sends by select stand in the same queues, and give their value. */
    @Program
    public static void sendsBySelect() {
        Chan<Integer> c = chan(1);
        Chan<Integer> never = chan();
        c.send(1);
        List<GoHandle> senders = new ArrayList<>();
        for (int i = 2; i <= 4; i++) {
            int mine = i;
            senders.add(go(() -> select().send(c, mine, () -> {})
                    .recv(never, () -> fail("never"))
                    .run()));
            Bubble.await();
        }
        for (int i = 1; i <= 4; i++) {
            assertEquals(Option.some(i), c.recv());
        }
        senders.forEach(GoHandle::join);
        select().send(c, 5, () -> {}).otherwise(() -> fail("there is room")).run();
        select().send(c, 6, () -> fail("there is no room")).otherwise(() -> {}).run();
        assertEquals(Option.some(5), c.recv());
    }
}
