package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.channel.Chan;
import dev.runnel.select.Choice;
import dev.runnel.select.Select;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * All ways to write one send or one receive, alone and among clauses that cannot proceed: the right value arrives, and
 * the values of sends are asked for in the order of the clauses. Go generates a program for
 * {@code test/chan/select5.go}; here the ways are enumerated.
 */
class SelectFormsTest {

    private static final String GO = "test/chan/select5.go";

    private final Chan<Integer> c = chan(1);
    private final Chan<Integer> dummy = chan();
    private int n;
    private int order;
    private final List<Integer> got = new ArrayList<>();

    /** Runs a body in all ways; gives how many there are. */
    private int inAllWays(java.util.function.Consumer<Decisions> body) {
        Decisions decide = new Decisions();
        int ways = 0;
        do {
            n++;
            order = 0;
            got.clear();
            body.accept(decide);
            assertEquals(0, c.len());
            ways++;
        } while (decide.next());
        return ways;
    }

    /** A value that is asked for at this place in the order of all that are. */
    private int at(int place, int value) {
        assertTrue(place > order, () -> place + " after " + order);
        order = place;
        return value;
    }

    /** Clauses that cannot proceed, after the one that can. */
    private void addOthers(Select select, Decisions decide, int place) {
        if (decide.maybe()) {
            select.sendFrom(dummy, () -> at(place, 1), () -> fail("dummy send"));
        }
        if (decide.maybe()) {
            select.recv(dummy, v -> fail("dummy receive"));
        }
        if (decide.maybe()) {
            select.sendFrom(nilChan(), () -> at(place + 1, 1), () -> fail("nil send"));
        }
        if (decide.maybe()) {
            select.recv(null, () -> fail("nil receive"));
        }
    }

    /** As {@link #addOthers}. */
    private void addOthers(Choice<Integer> choice, Decisions decide, int place) {
        if (decide.maybe()) {
            choice.sendFrom(dummy, () -> at(place, 1), () -> fail("dummy send"));
        }
        if (decide.maybe()) {
            choice.recv(dummy, v -> fail("dummy receive"));
        }
        if (decide.maybe()) {
            choice.sendFrom(null, () -> at(place + 1, 1), () -> fail("nil send"));
        }
        if (decide.maybe()) {
            choice.recv(nilChan(), () -> fail("nil receive"));
        }
    }

    /** Whether to put a default here; there is one at most. */
    private static boolean defaultHere(Decisions decide, boolean[] hasDefault) {
        if (!hasDefault[0] && decide.maybe()) {
            hasDefault[0] = true;
            return true;
        }
        return false;
    }

    @GoTest(
            value = GO,
            covers = {"S1", "S2", "S3", "S4", "S5", "C16"},
            schedules = 5)
    void receive_inAllForms_givesWhatWasSent() {
        int ways = inAllWays(decide -> {
            c.send(n);
            switch (decide.among(6)) {
                case 0 -> got.add(c.recv().get());
                case 1 -> got.add(c.recvOrNull());
                case 2 -> got.add(c.tryRecv().toOption().get());
                case 3 -> got.add(c.iterator().next());
                case 4 -> receiveBySelect(decide);
                default -> receiveByChoice(decide);
            }
            assertEquals(List.of(n), got);
        });
        assertEquals(4 + 2 * 2 * 3 * 16, ways);
    }

    private void receiveBySelect(Decisions decide) {
        boolean[] hasDefault = {false};
        Select select = select();
        if (defaultHere(decide, hasDefault)) {
            select.otherwise(() -> fail("c has a value"));
        }
        if (decide.maybe()) {
            select.recv(c, v -> got.add(at(100, v.get())));
        } else {
            select.recv(c, () -> got.add(at(100, n)));
        }
        if (defaultHere(decide, hasDefault)) {
            select.otherwise(() -> fail("c has a value"));
        }
        addOthers(select, decide, 2);
        select.run();
    }

    private void receiveByChoice(Decisions decide) {
        boolean[] hasDefault = {false};
        boolean first = defaultHere(decide, hasDefault);
        Choice<Integer> choice = decide.maybe()
                ? choose().recv(c, v -> at(100, v.get()))
                : choose().recv(nilChan(), () -> -1).recv(c, () -> at(100, n));
        if (first || defaultHere(decide, hasDefault)) {
            choice.otherwise(() -> -1);
        }
        addOthers(choice, decide, 2);
        got.add(choice.get());
    }

    @GoTest(
            value = GO,
            covers = {"S1", "S3", "S4", "S5", "C7"},
            schedules = 5)
    void send_inAllForms_sendsTheValue() {
        int ways = inAllWays(decide -> {
            switch (decide.among(4)) {
                case 0 -> c.send(n);
                case 1 -> assertTrue(c.trySend(n));
                case 2 -> sendBySelect(decide);
                default -> sendByChoice(decide);
            }
            assertEquals(Option.some(n), c.recv());
        });
        assertEquals(2 + 2 * 2 * 3 * 16, ways);
    }

    private void sendBySelect(Decisions decide) {
        boolean[] hasDefault = {false};
        Select select = select();
        if (defaultHere(decide, hasDefault)) {
            select.otherwise(() -> fail("c has room"));
        }
        if (decide.maybe()) {
            select.sendFrom(c, () -> at(1, n), () -> at(100, n));
        } else {
            select.send(c, n, () -> at(100, n));
        }
        if (defaultHere(decide, hasDefault)) {
            select.otherwise(() -> fail("c has room"));
        }
        addOthers(select, decide, 2);
        select.run();
        assertEquals(100, order);
    }

    private void sendByChoice(Decisions decide) {
        boolean[] hasDefault = {false};
        boolean first = defaultHere(decide, hasDefault);
        Choice<Integer> choice = decide.maybe()
                ? choose().sendFrom(c, () -> at(1, n), () -> at(100, n))
                : choose().send(c, n, () -> at(100, n));
        if (first || defaultHere(decide, hasDefault)) {
            choice.otherwise(() -> -1);
        }
        addOthers(choice, decide, 2);
        assertEquals(n, choice.get());
    }

    @GoTest(
            value = GO,
            covers = {"S2", "S3", "S4", "S5", "S13"},
            schedules = 5)
    void nothingCanProceed_inAllForms_takesTheDefault() {
        int ways = inAllWays(decide -> {
            boolean[] taken = {false};
            Select select = select();
            boolean first = decide.maybe();
            if (first) {
                select.otherwise(() -> taken[0] = true);
            }
            addOthers(select, decide, 1);
            if (decide.maybe()) {
                select.recv(dummy, () -> fail("dummy receive"));
            }
            if (decide.maybe()) {
                select.recv(nilChan(), v -> fail("nil receive"));
            }
            if (decide.maybe()) {
                select.send(nilChan(), 1, () -> fail("nil send"));
            }
            if (!first) {
                select.otherwise(() -> taken[0] = true);
            }
            assertFalse(taken[0]);
            select.run();
            assertTrue(taken[0]);
        });
        assertEquals(2 * 16 * 8, ways);
    }
}
