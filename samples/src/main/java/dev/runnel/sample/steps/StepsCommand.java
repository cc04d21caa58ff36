package dev.runnel.sample.steps;

import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import dev.runnel.sample.UsageException;
import dev.runnel.scheduler.SpawnPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** {@code steps fib N}: fib(N) by fork and join, step by step, under both spawn policies, on two Ps and on one. */
public final class StepsCommand implements Command {

    private static final int MOST = 12;

    @Override
    public int run(Arguments arguments, Terminal terminal) throws IOException {
        String program = arguments.word("PROGRAM");
        if (!program.equals("fib")) {
            throw new UsageException("PROGRAM: '" + program + "' is not allowed; allowed: fib");
        }
        int n = arguments.number("N", 0, MOST);
        arguments.end();
        List<Run> runs = new ArrayList<>();
        for (int procs : new int[] {2, 1}) {
            for (SpawnPolicy spawn : SpawnPolicy.values()) {
                runs.add(Watched.run(n, procs, spawn));
            }
        }
        for (Run run : runs) {
            terminal.say(ForkedFib.name(n) + " = " + run.result() + ": " + run.title());
            for (String line : table(run).lines()) {
                terminal.say(line);
            }
            terminal.say("");
        }
        for (String line : summary(runs).lines()) {
            terminal.say(line);
        }
        return 0;
    }

    private static Table table(Run run) {
        Table table = new Table();
        List<String> head = new ArrayList<>(List.of("step", "P", "does"));
        for (int p = 0; p < run.procs(); p++) {
            head.add("stack of P" + p);
            head.add("deque of P" + p);
        }
        head.add("joins that wait");
        table.row(head);
        int step = 0;
        for (Turn turn : run.turns()) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(++step), "P" + turn.processor(), turn.does()));
            for (int p = 0; p < run.procs(); p++) {
                row.add(String.join(" ", turn.stacks().get(p)));
                row.add(String.join(" ", turn.deques().get(p)));
            }
            row.add(String.join(" ", turn.stalled()));
            table.row(row);
        }
        return table;
    }

    private static Table summary(List<Run> runs) {
        Table table = new Table();
        List<String> head = new ArrayList<>(List.of(""));
        runs.forEach(run -> head.add(run.title()));
        return table.row(head)
                .row(figures("steps", runs, run -> run.turns().size()))
                .row(figures("longest deque", runs, Run::longestDeque))
                .row(figures("stalled joins", runs, Run::stalledJoins))
                .row(figures("deepest stack", runs, Run::deepestStack));
    }

    private static List<String> figures(String what, List<Run> runs, ToIntFunction<Run> figure) {
        List<String> row = new ArrayList<>(List.of(what));
        runs.forEach(run -> row.add(Integer.toString(figure.applyAsInt(run))));
        return row;
    }
}
