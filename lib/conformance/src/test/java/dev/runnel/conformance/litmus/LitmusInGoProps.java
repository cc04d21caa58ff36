package dev.runnel.conformance.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.conformance.Checkout;
import dev.runnel.conformance.GoCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;

/**
 * Random litmus programs in Go, if there is one: {@link GoCommand}. A run there is given up when no goroutine has said
 * anything for a while; what was said by then is the beginning of an outcome.
 */
@AddLifecycleHook(LitmusInGoProps.NeedsGo.class)
class LitmusInGoProps {

    private static final int PROGRAMS = 200;
    private static final int RUNS = 1_000;

    /** Leaves it out if there is no Go. */
    static final class NeedsGo implements SkipExecutionHook {
        @Override
        public SkipResult shouldBeSkipped(LifecycleContext context) {
            return GoCommand.GO.isEmpty() ? SkipResult.skip("no conformance.go") : SkipResult.doNotSkip();
        }
    }

    @Provide
    Arbitrary<List<Litmus>> programs() {
        return LitmusPrograms.any(9).list().ofSize(PROGRAMS);
    }

    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    void go_comesToTheBeginningOfAnOutcome(@ForAll("programs") List<Litmus> programs) throws Exception {
        Path folder = Files.createTempDirectory("litmus");
        GoCommand command = new GoCommand(folder);
        String source = Checkout.ROOT.resolve("lib/conformance/go/litmus.go").toString();
        succeed(command, "", List.of(GoCommand.GO, "build", "-o", "litmus", source));
        String input = programs.stream().map(program -> program + "\n").collect(Collectors.joining());
        String output = succeed(command, input, List.of(folder.resolve("litmus").toString(), String.valueOf(RUNS)));
        String[] answers = output.split("(?<=\n|^)\n", -1);
        assertEquals(programs.size() + 1, answers.length, output);
        for (int p = 0; p < programs.size(); p++) {
            Litmus litmus = programs.get(p);
            Set<String> all = Outcomes.of(litmus);
            List<String> strange = answers[p]
                    .lines()
                    .filter(said -> all.stream().noneMatch(outcome -> isBeginning(said, outcome)))
                    .toList();
            assertEquals(List.of(), strange, () -> litmus + " may come to " + all);
        }
    }

    private static String succeed(GoCommand command, String input, List<String> words) throws Exception {
        GoCommand.Exit exit = command.run("litmus", input, words);
        assertEquals(0, exit.status(), exit::err);
        return exit.out();
    }

    /** Compares what each goroutine has said. */
    private static boolean isBeginning(String said, String outcome) {
        List<String> parts = Arrays.asList(said.split("\\|", -1));
        List<String> whole = Arrays.asList(outcome.split("\\|", -1));
        for (int g = 0; g < whole.size(); g++) {
            if (!whole.get(g).startsWith(parts.get(g))) {
                return false;
            }
        }
        return true;
    }
}
