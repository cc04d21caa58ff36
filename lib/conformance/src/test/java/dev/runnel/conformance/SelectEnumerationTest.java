package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.SendOnClosed;
import dev.runnel.select.Choice;
import dev.runnel.select.Select;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Every select that can be put together from a ready send, a ready receive, a send and a receive that block (with or
 * without a partner that comes), nil channels, a closed channel in both directions, and a default; each in several
 * orders.
 */
class SelectEnumerationTest {

    private static final String GO = "reflect TestSelect";

    /**
     * Orders of each select: with {@link #SUBSETS}, on three numbers of Ps, that is more than 100,000 runs of a select.
     */
    private static final int ORDERS = 8;

    private static final int SUBSETS = 4560;
    private static final int SAMPLE = 67;

    private enum Kind {
        READY_SEND(true),
        READY_RECEIVE(false),
        BLOCKING_SEND(true),
        BLOCKING_RECEIVE(false),
        NULL_SEND(true),
        NULL_RECEIVE(false),
        NIL_SEND(true),
        NIL_RECEIVE(false),
        CLOSED_SEND(true),
        CLOSED_RECEIVE(false),
        DEFAULT(false);

        final boolean sends;

        Kind(boolean sends) {
            this.sends = sends;
        }
    }

    /** A clause, and whether it may be chosen. */
    private static final class Case {
        final Kind kind;
        final int value;
        final @Nullable Chan<Integer> channel;
        boolean hasPartner;
        boolean mayBeChosen;

        Case(Kind kind, int value) {
            this.kind = kind;
            this.value = value;
            this.channel = switch (kind) {
                case READY_SEND, READY_RECEIVE -> chan(1);
                case BLOCKING_SEND, BLOCKING_RECEIVE, CLOSED_SEND, CLOSED_RECEIVE -> chan();
                case NIL_SEND, NIL_RECEIVE -> nilChan();
                case NULL_SEND, NULL_RECEIVE, DEFAULT -> null;
            };
            switch (kind) {
                case READY_SEND -> mayBeChosen = true;
                case READY_RECEIVE -> {
                    mayBeChosen = true;
                    channel().send(value);
                }
                case CLOSED_SEND, CLOSED_RECEIVE -> {
                    mayBeChosen = true;
                    channel().close();
                }
                default -> {}
            }
        }

        Chan<Integer> channel() {
            if (channel == null) {
                throw new IllegalStateException(kind + " has no channel");
            }
            return channel;
        }

        Option<Integer> received() {
            return kind == Kind.CLOSED_RECEIVE ? Option.none() : Option.some(value);
        }

        @Override
        public String toString() {
            return kind + (hasPartner ? " with partner" : "") + (mayBeChosen ? "*" : "");
        }
    }

    private record Chosen(Case clause, @Nullable Option<Integer> received) {}

    /** The clauses of one select, the default last. */
    private static List<Case> clauses(Decisions decide) {
        List<Case> all = new ArrayList<>();
        List<Case> partnered = new ArrayList<>();
        boolean ready = false;
        for (Kind kind : Kind.values()) {
            if (kind == Kind.DEFAULT || !decide.maybe()) {
                continue;
            }
            Case added = new Case(kind, all.size());
            all.add(added);
            ready |= added.mayBeChosen;
            if ((kind == Kind.BLOCKING_SEND || kind == Kind.BLOCKING_RECEIVE) && decide.maybe()) {
                partnered.add(added);
            }
        }
        if ((!ready && partnered.isEmpty()) || decide.maybe()) {
            Case last = new Case(Kind.DEFAULT, all.size());
            last.mayBeChosen = !ready;
            all.add(last);
        } else if (!ready) {
            Case helped = partnered.get(decide.among(partnered.size()));
            helped.hasPartner = true;
            helped.mayBeChosen = true;
        }
        return all;
    }

    private static void runInOrder(List<Case> clauses, int variant) {
        for (Case clause : clauses) {
            if (clause.hasPartner) {
                go(() -> {
                    for (int i = 0; i < variant % 3; i++) {
                        gosched();
                    }
                    if (clause.kind == Kind.BLOCKING_SEND) {
                        assertEquals(Option.some(clause.value), clause.channel().recv());
                    } else {
                        clause.channel().send(clause.value);
                    }
                });
            }
        }
        long choosable = clauses.stream().filter(c -> c.mayBeChosen).count();
        boolean mayFail = clauses.stream().anyMatch(c -> c.kind == Kind.CLOSED_SEND);
        Chosen chosen = null;
        try {
            chosen = variant % 2 == 0 ? runSelect(clauses) : runChoice(clauses, variant % 5 == 0);
            assertTrue(chosen.clause.mayBeChosen, () -> "chosen in " + clauses);
            assertTrue(chosen.clause.kind != Kind.CLOSED_SEND, () -> "should have failed: " + clauses);
            assertTrue(!(mayFail && choosable == 1), () -> "should have failed: " + clauses);
            if (chosen.received != null) {
                assertEquals(chosen.clause.received(), chosen.received, clauses::toString);
            }
        } catch (SendOnClosed e) {
            assertTrue(mayFail, clauses::toString);
        }
        assertLosersUntouched(clauses, chosen == null ? null : chosen.clause);
    }

    private static Chosen runSelect(List<Case> clauses) {
        List<Chosen> chosen = new ArrayList<>();
        Select select = select();
        for (Case clause : clauses) {
            if (clause.kind == Kind.DEFAULT) {
                select.otherwise(() -> chosen.add(new Chosen(clause, null)));
            } else if (clause.kind.sends) {
                select.send(clause.channel, clause.value, () -> chosen.add(new Chosen(clause, null)));
            } else {
                select.recv(clause.channel, value -> chosen.add(new Chosen(clause, value)));
            }
        }
        select.run();
        assertEquals(1, chosen.size(), clauses::toString);
        return chosen.get(0);
    }

    private static Chosen runChoice(List<Case> clauses, boolean discard) {
        Choice<Chosen> choice = null;
        for (Case clause : clauses) {
            Chosen silent = new Chosen(clause, null);
            if (choice == null) {
                choice = choose().recv(nilChan(), () -> silent);
            }
            if (clause.kind == Kind.DEFAULT) {
                choice.otherwise(() -> silent);
            } else if (clause.kind.sends) {
                choice.sendFrom(clause.channel, () -> clause.value, () -> silent);
            } else if (discard) {
                choice.recv(clause.channel, () -> silent);
            } else {
                choice.recv(clause.channel, value -> new Chosen(clause, value));
            }
        }
        if (choice == null) {
            throw new IllegalArgumentException("no clauses");
        }
        return choice.get();
    }

    /** A clause that was not chosen has moved no value, and waits in no queue: nobody can meet it there. */
    private static void assertLosersUntouched(List<Case> clauses, @Nullable Case winner) {
        for (Case clause : clauses) {
            boolean chosen = clause == winner;
            switch (clause.kind) {
                case READY_SEND -> assertEquals(chosen ? 1 : 0, clause.channel().len(), clauses::toString);
                case READY_RECEIVE ->
                    assertEquals(chosen ? 0 : 1, clause.channel().len(), clauses::toString);
                case BLOCKING_SEND -> assertTrue(clause.channel().tryRecv().isEmpty(), clauses::toString);
                case BLOCKING_RECEIVE -> assertTrue(!clause.channel().trySend(-1), clauses::toString);
                default -> {}
            }
        }
    }

    /** Runs one select in {@code every}, each in so many orders; gives how many runs there were. */
    private static int runAll(int every, int orders) {
        int subsets = 0;
        int runs = 0;
        Decisions decide = new Decisions();
        do {
            List<Case> clauses = clauses(decide);
            if (subsets++ % every == 0) {
                for (int order = 0; order < orders; order++) {
                    if (order > 0) {
                        clauses = copy(clauses);
                        Collections.shuffle(clauses, new Random(31L * subsets + order));
                    }
                    runInOrder(clauses, runs++);
                }
            }
        } while (decide.next());
        assertEquals(SUBSETS, subsets);
        return runs;
    }

    private static List<Case> copy(List<Case> clauses) {
        List<Case> copies = new ArrayList<>();
        for (Case clause : clauses) {
            Case copy = new Case(clause.kind, clause.value);
            copy.hasPartner = clause.hasPartner;
            copy.mayBeChosen = clause.mayBeChosen;
            copies.add(copy);
        }
        return copies;
    }

    // No schedules: there are too many selects for them.
    @GoTest(
            value = GO,
            covers = {"S3", "S5", "S7", "S9", "S11", "S12", "S13", "S14", "S15", "S16", "S19", "S22", "S23", "S29"},
            schedules = 0)
    void everySelect_choosesWhatCanProceed_andLeavesTheRest() {
        assertEquals(SUBSETS * ORDERS, runAll(1, ORDERS));
    }

    @GoTest(
            value = GO,
            covers = {"S3", "S5", "S7", "S9", "S11", "S12", "S13", "S14", "S15", "S16", "S19", "S22", "S23", "S29"},
            procs = {})
    void sampleOfSelects_underSchedules() {
        runAll(SAMPLE, 2);
    }

    @GoTest(
            value = "reflect TestSelectMaxCases",
            covers = {"S24", "S10", "S19"},
            procs = 2,
            schedules = 1)
    void select_has65536ClausesAtMost() {
        Chan<Integer> closed = chan();
        closed.close();
        Select select = select();
        int[] chosen = {0};
        for (int i = 0; i < 65_536; i++) {
            select.recv(closed, () -> chosen[0]++);
        }
        select.run();
        assertEquals(1, chosen[0]);
        String message = assertThrows(IllegalArgumentException.class, () -> select.recv(closed, () -> {}))
                .getMessage();
        assertTrue(message.contains("too many cases (max 65536)"), message);
    }

    @GoTest(
            value = "reflect TestSelectNop",
            covers = {"S6", "S29"},
            everySchedule = true)
    void selectOfDefaultOnly_takesIt() {
        assertEquals(0, choose().otherwise(() -> 0).get());
    }
}
