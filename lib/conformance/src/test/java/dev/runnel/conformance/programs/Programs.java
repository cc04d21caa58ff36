package dev.runnel.conformance.programs;

import dev.runnel.Go;
import dev.runnel.scheduler.Body;
import java.util.HashMap;
import java.util.Map;

/** Runs one of the programs below as a main goroutine, by its name, which is that of Go's program. */
final class Programs {

    private Programs() {}

    public static void main(String[] args) {
        Map<String, Body> programs = new HashMap<>();
        programs.putAll(Deadlocks.PROGRAMS);
        programs.putAll(Standstills.PROGRAMS);
        programs.putAll(Patient.PROGRAMS);
        programs.putAll(Goexits.PROGRAMS);
        programs.putAll(Failures.PROGRAMS);
        programs.putAll(NestedFailures.PROGRAMS);
        programs.putAll(OddTexts.PROGRAMS);
        programs.putAll(Network.PROGRAMS);
        programs.putAll(FirstUses.PROGRAMS);
        programs.putAll(Shutdowns.PROGRAMS);
        Body program = programs.get(args[0]);
        if (program == null) {
            throw new IllegalArgumentException("there is no program " + args[0]);
        }
        Go.run(program);
    }
}
