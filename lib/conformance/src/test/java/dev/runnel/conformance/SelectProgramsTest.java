package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.select.Select;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Go's programs in {@code test/chan} that are about select, except select3 and select5. */
class SelectProgramsTest {

    // ---------------------------------------------------------------- doubleselect.go

    /** A select sends each value to one of four channels; all that arrive are counted. */
    private static void sendOverFour(int values) {
        List<Chan<Integer>> four = List.of(chan(), chan(), chan(), chan());
        Chan<Integer> merged = chan();
        go(() -> {
            int[] next = {0};
            Select send = select();
            four.forEach(c -> send.sendFrom(c, () -> next[0], () -> {}));
            for (; next[0] < values; next[0]++) {
                send.run();
            }
            four.forEach(Chan::close);
        });
        List<GoHandle> muxes = new ArrayList<>();
        four.forEach(c -> muxes.add(go(() -> c.forEach(merged::send))));
        go(() -> {
            muxes.forEach(GoHandle::join);
            merged.close();
        });
        BitSet seen = new BitSet();
        for (int value : merged) {
            assertTrue(!seen.get(value), () -> value + " came twice");
            seen.set(value);
        }
        assertEquals(values, seen.cardinality());
    }

    // No schedules: so many values are for the real scheduler. The next test has them.
    @GoTest(
            value = "test/chan/doubleselect.go",
            covers = {"S22", "C55", "C56", "C57"},
            schedules = 0)
    void twoClausesOfOneSelect_neverBothHappen() {
        sendOverFour(30_000);
    }

    @GoTest(
            value = "test/chan/doubleselect.go",
            covers = {"S22", "C55", "C56", "C57"},
            procs = {},
            schedules = 200)
    void twoClausesOfOneSelect_neverBothHappen_underSchedules() {
        sendOverFour(20);
    }

    // ---------------------------------------------------------------- select.go

    private int asked;
    private int shift;

    private int value() {
        asked++;
        return 1 << shift;
    }

    /**
     * Sends once to each of the two, with one select that is run until it takes its default; gives how many were sent.
     */
    private int sendToBoth(@Nullable Chan<Integer> first, @Nullable Chan<Integer> second) {
        List<@Nullable Chan<Integer>> open = new ArrayList<>();
        open.add(first);
        open.add(second);
        int[] sent = {0};
        boolean[] done = {false};
        while (!done[0]) {
            select().sendFrom(open.get(0), this::value, () -> {
                        sent[0]++;
                        open.set(0, null);
                    })
                    .sendFrom(open.get(1), this::value, () -> {
                        sent[0]++;
                        open.set(1, null);
                    })
                    .otherwise(() -> done[0] = true)
                    .run();
            shift += done[0] ? 0 : 1;
        }
        return sent[0];
    }

    @GoTest(
            value = "test/chan/select.go",
            covers = {"S1", "S5"},
            everySchedule = true)
    void valuesOfAllSends_areAskedForAtEachEntry_alsoForNilChannels() {
        Chan<Integer> a = chan(1);
        Chan<Integer> b = chan(1);
        assertEquals(2, sendToBoth(a, b));
        assertEquals(3, a.recv().get() | b.recv().get());
        assertEquals(1, sendToBoth(a, null));
        assertEquals(10, asked);
    }

    @GoTest(value = "test/chan/select.go", covers = "S1", everySchedule = true)
    void keptSelect_asksForItsValuesAtEachRun() {
        Chan<Integer> full = chan(1);
        full.send(0);
        Select select = select().sendFrom(full, this::value, () -> fail("full"))
                .sendFrom(nilChan(), this::value, () -> fail("nil"))
                .otherwise(() -> {});
        for (int i = 1; i <= 5; i++) {
            select.run();
            assertEquals(2 * i, asked);
        }
    }

    // ---------------------------------------------------------------- select2.go

    private static void receiveBySelect(int values) {
        Chan<Integer> c = chan();
        go(() -> {
            for (int i = 0; i < values; i++) {
                c.send(1);
            }
        });
        int[] got = {0};
        Select select = select().recv(c, () -> got[0]++).recv(chan(), () -> fail("nobody sends here"));
        for (int i = 0; i < values; i++) {
            select.run();
        }
        assertEquals(values, got[0]);
    }

    // No schedules: memory is measured, and that includes the rest of the JVM.
    @GoTest(
            value = "test/chan/select2.go",
            covers = {"S25", "S23"},
            procs = {1, 2},
            schedules = 0)
    void selects_doNotMakeMemoryGrow() {
        receiveBySelect(20_000);
        long before = Memory.inUse();
        receiveBySelect(100_000);
        long growth = Memory.inUse() - before;
        assertTrue(growth < 800_000, () -> growth + " bytes more after 100,000 selects"); // less than a record for each
    }

    // No schedules: memory is measured.
    @GoTest(value = "test/chan/select2.go", covers = "S25", procs = 1, schedules = 0)
    void keptSelectThatNeedNotWait_allocatesLittle() {
        Chan<Integer> c = chan(1);
        Select send = select().send(c, 1, () -> {}).recv(nilChan(), () -> {});
        Select receive = select().recv(c, () -> {}).recv(chan(), () -> {});
        long bytes = bytesPerRound(() -> {
            send.run();
            receive.run();
        });
        assertTrue(bytes <= 100, () -> bytes + " bytes in a send and a receive");
    }

    // No schedules: memory is measured.
    @GoTest(value = "test/chan/select2.go", covers = "S25", procs = 1, schedules = 0)
    void keptSelectThatNeedNotWait_allocatesNothing() {
        Chan<Integer> c = chan(1);
        Select send = select().send(c, 1, () -> {}).recv(nilChan(), () -> {});
        Select receive = select().recv(c, () -> {}).recv(chan(), () -> {});
        long bytes = bytesPerRound(() -> {
            send.run();
            receive.run();
        });
        assertTrue(bytes < 8, () -> bytes + " bytes in a send and a receive");
    }

    private static long bytesPerRound(Runnable round) {
        int rounds = 20_000;
        Runnable all = () -> {
            for (int i = 0; i < rounds; i++) {
                round.run();
            }
        };
        all.run();
        return Memory.allocatedBy(all) / rounds;
    }

    // ---------------------------------------------------------------- select4.go

    @GoTest(
            value = "test/chan/select4.go",
            covers = {"S2", "S23"},
            everySchedule = true)
    void bodyOfLosingClause_doesNotRun() {
        Chan<Integer> c = chan(1);
        Chan<Integer> other = chan();
        List<Option<Integer>> got = new ArrayList<>();
        c.send(42);
        select().recv(other, v -> fail("not chosen")).recv(c, got::add).run();
        assertEquals(List.of(Option.some(42)), got);
    }

    // ---------------------------------------------------------------- select6.go

    @GoTest(
            value = "test/chan/select6.go",
            covers = {"S23", "C56", "C33"})
    void losingClauseBehindAnotherWaiter_leavesTheQueueIntact() {
        Chan<Boolean> c1 = chan();
        Chan<Boolean> c2 = chan();
        Chan<Boolean> c3 = chan();
        AtomicInteger received = new AtomicInteger();
        GoHandle first = go(() -> {
            c1.recv();
            received.incrementAndGet();
        });
        GoHandle second = go(() -> {
            select().recv(c1, () -> fail("c1 was not sent to yet"))
                    .recv(c2, () -> c3.send(true))
                    .run();
            c1.recv();
            received.incrementAndGet();
        });
        go(() -> c2.send(true));
        c3.recv();
        c1.send(true);
        c1.send(true);
        first.join();
        second.join();
        assertEquals(2, received.get());
    }

    // ---------------------------------------------------------------- select7.go

    @GoTest(
            value = "test/chan/select7.go",
            covers = {"S18", "S14", "C10", "C17"})
    void plainAndSelectReceivers_meetPlainAndSelectSenders() {
        List<Consumer<RecvChan<Integer>>> receivers = List.of(
                RecvChan::recv,
                c -> select().recv(c, () -> {}).run(),
                c -> select().recv(c, () -> {}).recv(chan(), () -> fail()).run());
        List<Consumer<SendChan<Integer>>> senders = List.of(
                c -> c.send(1),
                c -> select().send(c, 1, () -> {}).run(),
                c -> select().send(c, 1, () -> {}).send(chan(), 1, () -> fail()).run());
        for (Consumer<RecvChan<Integer>> receiver : receivers) {
            for (Consumer<SendChan<Integer>> sender : senders) {
                for (int yields = 0; yields < 2; yields++) {
                    Chan<Integer> c = chan();
                    GoHandle receiving = go(() -> receiver.accept(c));
                    for (int i = 0; i < yields; i++) {
                        gosched();
                    }
                    sender.accept(c);
                    receiving.join();
                    assertTrue(c.tryRecv().isEmpty());
                }
            }
        }
    }
}
