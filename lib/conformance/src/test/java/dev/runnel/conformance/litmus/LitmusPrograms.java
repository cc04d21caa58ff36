package dev.runnel.conformance.litmus;

import dev.runnel.conformance.litmus.Call.Clause;
import dev.runnel.conformance.litmus.Call.Frame;
import dev.runnel.conformance.litmus.Call.Port;
import dev.runnel.conformance.litmus.Call.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random programs. They shrink towards few goroutines and calls. */
final class LitmusPrograms {

    private static final int CHANNELS = 2;
    private static final int VALUES_EACH = 10;

    private LitmusPrograms() {}

    /** What a program is about. */
    private enum Family {
        CHANNELS,
        SELECTS,
        CONTEXT,
        MUTEX,
        CONDITION,
        READERS,
        GROUP,
        ONCE
    }

    /**
     * Two or three goroutines with one to three calls each. Most of them have several outcomes.
     *
     * @param calls how many calls there are in all, at most
     */
    static Arbitrary<Litmus> any(int calls) {
        Arbitrary<List<Integer>> capacities =
                Arbitraries.integers().between(0, 2).list().ofSize(CHANNELS);
        Arbitrary<Integer> left = Arbitraries.frequency(Tuple.of(5, 0), Tuple.of(1, 1));
        Arbitrary<Litmus> all = Arbitraries.of(Family.class)
                .set()
                .ofMinSize(1)
                .ofMaxSize(3)
                .flatMap(families -> Combinators.combine(
                                capacities,
                                left,
                                call(families)
                                        .list()
                                        .ofMinSize(1)
                                        .ofMaxSize(3)
                                        .list()
                                        .ofMinSize(2)
                                        .ofMaxSize(3))
                        .as((c, l, goroutines) -> new Litmus(c, l, numbered(goroutines))))
                .filter(litmus -> size(litmus.goroutines()) <= calls);
        Arbitrary<Litmus> open = all.filter(litmus -> Outcomes.of(litmus).size() > 1);
        return Arbitraries.frequencyOf(Tuple.of(2, open), Tuple.of(1, all)).withoutEdgeCases();
    }

    private static int size(List<List<Call>> goroutines) {
        return goroutines.stream()
                .flatMap(List::stream)
                .mapToInt(call ->
                        call instanceof Call.Framed framed ? 1 + framed.body().size() : 1)
                .sum();
    }

    private static Arbitrary<Call> call(Set<Family> families) {
        List<Arbitrary<Call>> all = new ArrayList<>();
        for (Family family : Family.values()) {
            if (families.contains(family)) {
                all.add(simple(family));
                all.add(simple(family));
                frame(family).forEach(frame -> all.add(framed(frame, families)));
            }
        }
        return Arbitraries.oneOf(all);
    }

    private static Arbitrary<Call> simple(Family family) {
        return switch (family) {
            case CHANNELS ->
                Arbitraries.oneOf(
                        Combinators.combine(clause(Port.SEND, Port.RECV), Arbitraries.of(false, false, true))
                                .as(Call.Single::new),
                        plain(What.CLOSE));
            case SELECTS ->
                Combinators.combine(
                                clause(Port.SEND, Port.RECV).list().ofMinSize(1).ofMaxSize(3),
                                Arbitraries.of(false, false, true))
                        .as(Call.Select::new);
            case CONTEXT ->
                Arbitraries.oneOf(
                        plain(What.CANCEL, What.ERR),
                        Combinators.combine(
                                        clause(Port.DONE, Port.SEND, Port.RECV)
                                                .list()
                                                .ofMinSize(1)
                                                .ofMaxSize(2),
                                        Arbitraries.of(false, true))
                                .as(Call.Select::new));
            case MUTEX, READERS, ONCE ->
                Combinators.combine(clause(Port.SEND, Port.RECV), Arbitraries.of(true, false))
                        .as(Call.Single::new);
            case CONDITION -> plain(What.COND_WAIT, What.COND_SIGNAL, What.COND_BROADCAST);
            case GROUP -> plain(What.WAIT_GROUP_DONE, What.WAIT_GROUP_WAIT);
        };
    }

    private static List<Frame> frame(Family family) {
        return switch (family) {
            case MUTEX, CONDITION -> List.of(Frame.LOCKED);
            case READERS -> List.of(Frame.READ_LOCKED, Frame.WRITE_LOCKED);
            case ONCE -> List.of(Frame.ONCE);
            case CHANNELS, SELECTS, CONTEXT, GROUP -> List.of();
        };
    }

    private static Arbitrary<Call> framed(Frame frame, Set<Family> families) {
        List<Arbitrary<Call>> inner =
                families.stream().sorted().map(LitmusPrograms::simple).toList();
        Arbitrary<Boolean> tries = frame == Frame.ONCE ? Arbitraries.just(false) : Arbitraries.of(false, false, true);
        return Combinators.combine(tries, Arbitraries.oneOf(inner).list().ofMaxSize(2))
                .as((t, body) -> new Call.Framed(frame, 0, t, body));
    }

    private static Arbitrary<Call> plain(What... what) {
        return Combinators.combine(Arbitraries.of(what), Arbitraries.integers().between(0, CHANNELS - 1))
                .as((w, c) -> new Call.Plain(w, w == What.CLOSE ? c : 0));
    }

    private static Arbitrary<Clause> clause(Port... ports) {
        return Combinators.combine(Arbitraries.of(ports), Arbitraries.integers().between(0, CHANNELS - 1))
                .as((port, c) -> new Clause(port, port == Port.DONE ? 0 : c, 0));
    }

    /** The n-th value of goroutine g is 10 g + n. */
    private static List<List<Call>> numbered(List<List<Call>> goroutines) {
        List<List<Call>> all = new ArrayList<>();
        for (List<Call> calls : goroutines) {
            int[] value = {VALUES_EACH * all.size()};
            all.add(calls.stream().map(call -> numbered(call, value)).toList());
        }
        return List.copyOf(all);
    }

    private static Call numbered(Call call, int[] value) {
        return switch (call) {
            case Call.Single(Clause clause, boolean tries) -> new Call.Single(numbered(clause, value), tries);
            case Call.Select(List<Clause> clauses, boolean tries) ->
                new Call.Select(clauses.stream().map(c -> numbered(c, value)).toList(), tries);
            case Call.Plain plain -> plain;
            case Call.Framed(Frame frame, int which, boolean tries, List<Call> body) ->
                new Call.Framed(
                        frame,
                        which,
                        tries,
                        body.stream().map(c -> numbered(c, value)).toList());
        };
    }

    private static Clause numbered(Clause clause, int[] value) {
        return clause.port() == Port.SEND ? new Clause(Port.SEND, clause.which(), ++value[0]) : clause;
    }
}
