package dev.runnel.conformance.model;

import dev.runnel.conformance.model.Clause.Kind;
import dev.runnel.conformance.model.Op.Ending;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random programs. They shrink towards few channels, participants and operations. */
final class Programs {

    static final int MOST_PARTICIPANTS = 4;
    private static final int MOST_CHANNELS = 3;

    private Programs() {}

    /** Two to four participants with a few operations each. */
    static Arbitrary<Program> any() {
        return programs(MOST_CHANNELS, MOST_PARTICIPANTS, 5);
    }

    /** Two or three participants with one or two operations each. */
    static Arbitrary<Program> small() {
        return programs(2, 3, 2);
    }

    private static Arbitrary<Program> programs(int channels, int participants, int operations) {
        Arbitrary<List<Made>> made = made().list().ofMinSize(1).ofMaxSize(channels);
        Arbitrary<List<List<Op>>> bodies = op().list()
                .ofMinSize(1)
                .ofMaxSize(operations)
                .list()
                .ofMinSize(2)
                .ofMaxSize(participants);
        return Combinators.combine(made, bodies).as(Program::numbered);
    }

    private static Arbitrary<Made> made() {
        Arbitrary<Made.How> how = Arbitraries.frequency(
                Tuple.of(6, Made.How.GO),
                Tuple.of(1, Made.How.BOUNDED),
                Tuple.of(1, Made.How.UNBOUNDED),
                Tuple.of(1, Made.How.SLIDING),
                Tuple.of(1, Made.How.DROPPING));
        return Combinators.combine(how, Arbitraries.integers().between(0, 3))
                .as((kind, n) -> new Made(kind, kind == Made.How.GO || kind == Made.How.BOUNDED ? n : Math.max(1, n)));
    }

    private static Arbitrary<Op> op() {
        return Arbitraries.frequencyOf(
                Tuple.of(10, single(Ending.WAIT)),
                Tuple.of(4, single(Ending.REFUSE)),
                Tuple.of(4, single(Ending.GIVE_UP)),
                Tuple.of(10, select()),
                Tuple.of(2, channel().flatMap(c -> Arbitraries.of(new Op.Close(c), new Op.Fail(c), new Op.Cancel(c)))),
                Tuple.of(5, channel().map(Op.Look::new)),
                Tuple.of(2, Arbitraries.of(Op.Pause.class)));
    }

    private static Arbitrary<Op> single(Ending ending) {
        return clause(Kind.SEND, Kind.RECV).map(clause -> new Op.Single(clause, ending));
    }

    private static Arbitrary<Op> select() {
        Arbitrary<Clause> clause = Arbitraries.frequencyOf(
                Tuple.of(15, clause(Kind.SEND, Kind.RECV)), Tuple.of(1, clause(Kind.TIMER, Kind.TIMER)));
        Arbitrary<Ending> ending = Arbitraries.frequency(
                Tuple.of(6, Ending.WAIT),
                Tuple.of(2, Ending.REFUSE),
                Tuple.of(2, Ending.GIVE_UP),
                Tuple.of(1, Ending.GIVE_UP_AT_ONCE));
        return Combinators.combine(clause.list().ofMinSize(1).ofMaxSize(4), ending)
                .as(Op.Select::new);
    }

    private static Arbitrary<Clause> clause(Kind... kinds) {
        return Combinators.combine(Arbitraries.of(kinds), channel()).as((kind, c) -> new Clause(kind, c, 0));
    }

    private static Arbitrary<Integer> channel() {
        return Arbitraries.integers().between(0, MOST_CHANNELS - 1);
    }
}
