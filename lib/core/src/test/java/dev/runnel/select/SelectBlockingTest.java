package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The table of test/chan/select3.go: what blocks for ever, what never blocks, what fails. C8, C9, C15, S5, S6, S17,
 * S20.
 */
class SelectBlockingTest {

    private enum Outcome {
        BLOCKS,
        RETURNS,
        FAILS
    }

    private record Row(Outcome outcome, String name, Body body) {}

    private static Chan<Integer> closed() {
        Chan<Integer> c = chan();
        c.close();
        return c;
    }

    private static Chan<Integer> holding(int n) {
        Chan<Integer> c = chan(2);
        for (int i = 0; i < n; i++) {
            c.send(i);
        }
        return c;
    }

    private static List<Row> table() {
        Chan<Integer> nil = nilChan();
        List<Row> rows = new ArrayList<>();
        // Plain operations.
        rows.add(new Row(Outcome.BLOCKS, "send to nil", () -> nil.send(7)));
        rows.add(new Row(Outcome.BLOCKS, "receive from nil", nil::recv));
        rows.add(new Row(Outcome.FAILS, "send to closed", () -> closed().send(7)));
        rows.add(new Row(Outcome.RETURNS, "receive from closed", () -> closed().recv()));
        rows.add(new Row(Outcome.RETURNS, "send with room", () -> holding(1).send(7)));
        rows.add(new Row(Outcome.BLOCKS, "send without room", () -> holding(2).send(7)));
        rows.add(new Row(Outcome.RETURNS, "receive with value", () -> holding(1).recv()));
        rows.add(new Row(
                Outcome.BLOCKS, "receive without value", () -> holding(0).recv()));
        // An empty select, and one with only nil channels.
        rows.add(new Row(Outcome.BLOCKS, "empty select", () -> select().run()));
        rows.add(new Row(
                Outcome.BLOCKS,
                "select on nil, send",
                () -> select().send(nil, 7, () -> never()).run()));
        rows.add(new Row(
                Outcome.BLOCKS,
                "select on nil, receive",
                () -> select().recv(nil, () -> never()).run()));
        rows.add(new Row(
                Outcome.BLOCKS,
                "select on null",
                () -> select().recv(null, () -> never())
                        .send(null, 7, () -> never())
                        .run()));
        rows.add(new Row(
                Outcome.BLOCKS,
                "choice on nil, both",
                () -> choose().send(nil, 7, () -> 1).recv(nil, v -> 2).get()));
        // With default: never blocks.
        rows.add(new Row(
                Outcome.RETURNS,
                "only default",
                () -> select().otherwise(() -> {}).run()));
        rows.add(new Row(
                Outcome.RETURNS,
                "nil or default",
                () -> select().send(nil, 7, () -> never())
                        .recv(nil, () -> never())
                        .otherwise(() -> {})
                        .run()));
        rows.add(new Row(
                Outcome.RETURNS,
                "not ready or default",
                () -> select().send(Go.<Integer>chan(), 7, () -> never())
                        .recv(Go.<Integer>chan(), () -> never())
                        .otherwise(() -> {})
                        .run()));
        rows.add(new Row(
                Outcome.RETURNS,
                "ready or default",
                () -> select().recv(holding(1), () -> {})
                        .otherwise(() -> never())
                        .run()));
        // Channels without partner.
        rows.add(new Row(
                Outcome.BLOCKS,
                "two that are not ready",
                () -> select().recv(Go.<Integer>chan(), () -> never())
                        .send(holding(2), 7, () -> never())
                        .run()));
        rows.add(new Row(
                Outcome.BLOCKS,
                "one that is not ready beside nil",
                () -> select().recv(holding(0), () -> never())
                        .recv(nil, () -> never())
                        .run()));
        // Closed.
        rows.add(new Row(
                Outcome.RETURNS,
                "receive from closed beside others",
                () -> select().recv(closed(), () -> {})
                        .recv(nil, () -> never())
                        .recv(Go.<Integer>chan(), () -> never())
                        .run()));
        rows.add(new Row(
                Outcome.FAILS,
                "send to closed beside others",
                () -> select().send(closed(), 7, () -> never())
                        .recv(nil, () -> never())
                        .recv(Go.<Integer>chan(), () -> never())
                        .run()));
        rows.add(new Row(
                Outcome.FAILS,
                "send to closed or default",
                () -> select().send(closed(), 7, () -> never())
                        .otherwise(() -> never())
                        .run()));
        // Both directions on one channel: it does not meet itself.
        rows.add(new Row(Outcome.BLOCKS, "self-select", () -> {
            Chan<Integer> c = chan();
            select().recv(c, () -> never()).send(c, 7, () -> never()).run();
        }));
        rows.add(new Row(Outcome.BLOCKS, "self-select, the other order", () -> {
            Chan<Integer> c = chan();
            choose().send(c, 7, () -> 1).recv(c, () -> 2).get();
        }));
        rows.add(new Row(Outcome.RETURNS, "self-select, buffered", () -> {
            Chan<Integer> c = chan(1);
            select().recv(c, () -> {}).send(c, 7, () -> {}).run();
        }));
        return rows;
    }

    private static void never() {
        throw new AssertionError("this clause cannot proceed");
    }

    @TestFactory
    Stream<DynamicTest> operation_alone() {
        return table().stream()
                .map(row -> DynamicTest.dynamicTest(row.outcome() + ": " + row.name(), () -> {
                    for (int procs : new int[] {1, 2, 4}) {
                        check(row, procs);
                    }
                }));
    }

    private static void check(Row row, int procs) {
        switch (row.outcome()) {
            case RETURNS -> Runtimes.run(procs, row.body());
            case BLOCKS -> {
                DeadlockException e =
                        assertThrows(DeadlockException.class, () -> Go.run(Runtimes.withProcs(procs), row.body()));
                assertTrue(e.getMessage().startsWith("all goroutines are asleep - deadlock!"), e.getMessage());
            }
            case FAILS -> {
                GoroutineFailedException e = assertThrows(
                        GoroutineFailedException.class, () -> Go.run(Runtimes.withProcs(procs), row.body()));
                assertInstanceOf(ChannelException.SendOnClosed.class, e.getCause());
            }
        }
    }
}
