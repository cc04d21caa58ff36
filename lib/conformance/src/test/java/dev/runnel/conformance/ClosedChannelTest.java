package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.CloseOfClosed;
import dev.runnel.channel.ChannelException.CloseOfNil;
import dev.runnel.channel.ChannelException.SendOnClosed;
import dev.runnel.channel.TryRecv;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Every operation on closed channels, in every form that the library has for it: {@code test/closedchan.go}. */
class ClosedChannelTest {

    private static final String GO = "test/closedchan.go";
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Option<Integer> NOTHING_YET = Option.some(-1);

    @FunctionalInterface
    private interface Sending {
        void to(Chan<Integer> c, int value) throws Exception;
    }

    @FunctionalInterface
    private interface Receiving {
        Option<Integer> from(Chan<Integer> c) throws Exception;
    }

    private final Chan<Boolean> never = chan();

    /** Plain, in a select of one clause, and in a select of two; each of them waiting, and not waiting. */
    private final List<Sending> sends = List.of(
            Chan::send,
            Chan::sendInterruptibly,
            Chan::trySend,
            (c, v) -> c.trySend(v, MOMENT),
            (c, v) -> select().send(c, v, () -> {}).run(),
            (c, v) -> select().send(c, v, () -> {}).runInterruptibly(),
            (c, v) -> select().sendFrom(c, () -> v, () -> {}).run(),
            (c, v) -> select().otherwise(() -> {}).send(c, v, () -> {}).run(),
            (c, v) -> select().recv(never, () -> {}).send(c, v, () -> {}).run(),
            (c, v) -> select().recv(never, () -> {})
                    .otherwise(() -> {})
                    .send(c, v, () -> {})
                    .run(),
            (c, v) -> choose().send(c, v, () -> 1).get(),
            (c, v) -> choose().send(c, v, () -> 1).otherwise(() -> 2).get(),
            (c, v) ->
                    choose().sendFrom(c, () -> v, () -> 1).recv(never, () -> 2).get());

    private final List<Receiving> receives = List.of(
            c -> c.recv(),
            c -> c.recvInterruptibly(),
            c -> Option.of(c.recvOrNull()),
            c -> ofTry(c.tryRecv()),
            c -> ofTry(c.tryRecv(MOMENT)),
            ClosedChannelTest::ofRange,
            c -> Option.ofOptional(c.stream().findFirst()),
            c -> choose().recv(c, v -> v).get(),
            c -> choose().recv(c, v -> v).getInterruptibly(),
            c -> choose().otherwise(() -> NOTHING_YET).recv(c, v -> v).get(),
            c -> choose().recv(never, () -> NOTHING_YET).recv(c, v -> v).get(),
            c -> choose().recv(never, () -> NOTHING_YET)
                    .otherwise(() -> NOTHING_YET)
                    .recv(c, v -> v)
                    .get(),
            this::ofSelect,
            this::ofSelectWithDefault);

    private static Option<Integer> ofTry(TryRecv<Integer> result) {
        return result.isEmpty() ? NOTHING_YET : result.toOption();
    }

    private static Option<Integer> ofRange(Chan<Integer> c) {
        Iterator<Integer> range = c.iterator();
        return range.hasNext() ? Option.some(range.next()) : Option.none();
    }

    private Option<Integer> ofSelect(Chan<Integer> c) {
        List<Option<Integer>> got = new ArrayList<>();
        select().recv(never, () -> {}).recv(c, got::add).run();
        return got.get(0);
    }

    private Option<Integer> ofSelectWithDefault(Chan<Integer> c) {
        List<Option<Integer>> got = new ArrayList<>();
        select().recv(c, got::add).otherwise(() -> got.add(NOTHING_YET)).run();
        return got.get(0);
    }

    private void assertDrained(Chan<Integer> c) throws Exception {
        for (int i = 0; i < 3; i++) {
            for (Receiving receive : receives) {
                assertEquals(Option.none(), receive.from(c), () -> "form " + receives.indexOf(receive));
            }
        }
    }

    private void assertRefusesValues(Chan<Integer> c) throws Exception {
        for (Sending send : sends) {
            assertThrows(SendOnClosed.class, () -> send.to(c, 1), () -> "form " + sends.indexOf(send));
            assertEquals(Option.none(), c.recv());
        }
    }

    @GoTest(
            value = GO,
            covers = {"C16", "C17", "C23", "C37", "S7"})
    void closedUnbuffered_isDrainedForEver() throws Exception {
        Chan<Integer> c = chan();
        c.close();
        assertDrained(c);
    }

    @GoTest(
            value = GO,
            covers = {"C9", "C37", "S7", "S11"})
    void sendToClosed_failsAndStoresNothing() throws Exception {
        Chan<Integer> unbuffered = chan();
        unbuffered.close();
        assertRefusesValues(unbuffered);
        Chan<Integer> buffered = chan(2);
        buffered.close();
        assertRefusesValues(buffered);
        assertEquals(0, buffered.len());
        assertDrained(buffered);
    }

    @GoTest(
            value = GO,
            covers = {"C16", "C17", "C23"})
    void lastValue_isTakenByEveryFormOfReceive() throws Exception {
        for (Receiving receive : receives) {
            Chan<Integer> c = chan(2);
            c.send(1);
            c.close();
            assertEquals(1, c.len());
            assertEquals(Option.some(1), receive.from(c), () -> "form " + receives.indexOf(receive));
            assertDrained(c);
        }
    }

    @GoTest(value = GO, covers = "C37", everySchedule = true)
    void openAndEmpty_isNeitherValueNorClose() throws Exception {
        Chan<Integer> c = chan(1);
        for (int form : new int[] {3, 4, 9, 11, 13}) {
            assertEquals(NOTHING_YET, receives.get(form).from(c), () -> "form " + form);
        }
    }

    @GoTest(value = GO, covers = "C23", everySchedule = true)
    void rangeAndForEach_overClosed_giveTheRest() {
        Chan<Integer> c = chan(3);
        c.send(1);
        c.send(2);
        c.close();
        List<Integer> got = new ArrayList<>();
        c.forEach(got::add);
        assertEquals(List.of(1, 2), got);
        assertEquals(0, c.stream().count());
    }

    @GoTest(
            value = GO,
            covers = {"C21", "C62"},
            everySchedule = true)
    void closeOfNil_andOfClosed_fail() {
        Chan<Integer> c = chan();
        c.close();
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    "close of closed channel",
                    assertThrows(CloseOfClosed.class, c::close).getMessage());
        }
        assertEquals(
                "close of nil channel",
                assertThrows(CloseOfNil.class, nilChan()::close).getMessage());
        assertThrows(CloseOfNil.class, () -> Go.close(null));
        assertEquals(
                "send on closed channel",
                assertThrows(SendOnClosed.class, () -> c.send(1)).getMessage());
    }
}
