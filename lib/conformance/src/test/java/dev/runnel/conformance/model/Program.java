package dev.runnel.conformance.model;

import dev.runnel.conformance.model.Clause.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Channels and what each participant does with them. No value is sent twice.
 *
 * @param channels how they are made
 * @param participants the operations of each, in order
 */
record Program(List<Made> channels, List<List<Op>> participants) {

    private static final int VALUES_EACH = 100;

    /** Puts channels in place of arbitrary numbers, and numbers the values: the n-th of participant p is 100 p + n. */
    static Program numbered(List<Made> channels, List<List<Op>> participants) {
        List<List<Op>> all = new ArrayList<>();
        for (List<Op> ops : participants) {
            int[] value = {VALUES_EACH * all.size()};
            all.add(ops.stream().map(op -> numbered(op, channels.size(), value)).toList());
        }
        return new Program(channels, List.copyOf(all));
    }

    private static Op numbered(Op op, int channels, int[] value) {
        return switch (op) {
            case Op.Single(Clause clause, Op.Ending ending) -> new Op.Single(numbered(clause, channels, value), ending);
            case Op.Select(List<Clause> clauses, Op.Ending ending) ->
                new Op.Select(
                        clauses.stream().map(c -> numbered(c, channels, value)).toList(), ending);
            case Op.Close(int channel) -> new Op.Close(channel % channels);
            case Op.Fail(int channel) -> new Op.Fail(channel % channels);
            case Op.Cancel(int channel) -> new Op.Cancel(channel % channels);
            case Op.Look(int channel) -> new Op.Look(channel % channels);
            case Op.Pause pause -> pause;
        };
    }

    private static Clause numbered(Clause clause, int channels, int[] value) {
        int fresh = clause.kind() == Kind.SEND ? ++value[0] : 0;
        return new Clause(clause.kind(), clause.channel() % channels, fresh);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < channels.size(); c++) {
            text.append("\nChan<Integer> c%d = %s;".formatted(c, channels.get(c)));
        }
        for (List<Op> ops : participants) {
            text.append("\ngo(() -> {");
            ops.forEach(op -> text.append(' ').append(op).append(';'));
            text.append(" });");
        }
        return text.append('\n').toString();
    }
}
