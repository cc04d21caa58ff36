package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.scheduler.DeadlockException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is a deadlock, and what is none, with one program for each. P76 to P83. */
class StandstillProgramsTest {

    private static final String ASLEEP = "all goroutines are asleep - deadlock!\n\n";
    private static final String NO_GOROUTINES = "no goroutines (main called runtime.Goexit) - deadlock!";
    private static final int PROCS = 2;

    /**
     * A program that stands still.
     *
     * @param waiting all that wait then: name and reason, as in the dump; only the reason for one without a name
     */
    private record Dead(String program, String... waiting) {
        @Override
        public String toString() {
            return program;
        }
    }

    static final List<Dead> DEAD = List.of(
            new Dead("MutexCycle", main("sync.WaitGroup.Wait"), "\"a\" [sync.Mutex.Lock]", "\"b\" [sync.Mutex.Lock]"),
            new Dead("MutexTwice", main("sync.Mutex.Lock")),
            new Dead("WriterBehindItself", main("sync.RWMutex.Lock"), "\"reader\" [sync.RWMutex.RLock]"),
            new Dead("GroupOneTooMany", main("sync.WaitGroup.Wait")),
            new Dead("CondWithoutSignal", main("sync.Cond.Wait"), "\"other\" [sync.Cond.Wait]"),
            new Dead("SignalTooEarly", main("sync.Cond.Wait")),
            new Dead("SelectOfNil", main("select")),
            new Dead("RangeOverUnclosed", main("chan receive")),
            new Dead("EachHasAPermit", main("semacquire"), "\"other\" [semacquire]"),
            new Dead("MainExits", "\"left\" [chan receive]"),
            new Dead("UnreadAfter", main("chan receive")),
            new Dead("StoppedTimer", main("chan receive")),
            new Dead("ScopeWaits", main("chan receive"), "\"forked\" [chan receive]", "[chan receive]"),
            new Dead("GroupWithinItsLimit", main("chan receive"), "[chan receive]"),
            new Dead("JoinCycle", main("chan receive"), "\"first\" [chan receive]", "\"second\" [chan receive]"),
            new Dead("OnceInItself", main("sync.Mutex.Lock")),
            new Dead("ContextWithoutEnd", main("chan receive"), "\"child\" [chan receive]"),
            new Dead("StageWaits", main("chan receive"), "[chan receive]", "[chan send]"));

    private static String main(String reason) {
        return "\"main\" [" + reason + "]";
    }

    static Stream<String> patient() {
        return Patient.PROGRAMS.keySet().stream().sorted();
    }

    @ParameterizedTest
    @FieldSource("DEAD")
    void nothingCanRun_isADeadlock_andTheDumpHasAll(Dead dead) {
        Exit exit = Child.run(dead.program(), PROCS);
        exit.deadlocked(ASLEEP + "goroutine ");
        List<String> waiting = new ArrayList<>();
        for (String section : sections(exit.err())) {
            String head = section.lines().findFirst().orElseThrow();
            assertTrue(section.contains("Standstills.java:") || isTheLibrarys(section), section);
            waiting.add(head.replaceAll("^\\d+ |:$", ""));
        }
        assertEquals(sorted(Arrays.asList(dead.waiting())), sorted(waiting), exit.err());
    }

    /** Goroutines of a pipeline run none of the program's code while they wait for elements. */
    private static boolean isTheLibrarys(String section) {
        return section.contains("\tat dev.runnel.pipeline.") || section.contains("\tat dev.runnel.scope.");
    }

    private static List<String> sections(String err) {
        String dump = err.substring(err.indexOf(ASLEEP) + ASLEEP.length());
        return Arrays.stream(dump.split("(^|\n)goroutine (?=\\d)"))
                .filter(section -> !section.isBlank())
                .toList();
    }

    private static String sorted(List<String> all) {
        return all.stream().sorted().collect(Collectors.joining("\n"));
    }

    @Test
    void mainExitsAlone_isADeadlockOfNobody() {
        Child.run("MainExitsAlone", PROCS).deadlocked(NO_GOROUTINES);
    }

    /** The inner run has its own deadlock, which the outer main does not catch. */
    @Test
    void innerRun_isADeadlockThere() {
        Exit exit = Child.run("InnerRun", PROCS);
        exit.failed("goroutine 1 \"main\" failed: " + DeadlockException.class.getName() + ": " + ASLEEP);
        exit.says("\"main\" [chan receive]:\n", "Standstills.java:");
    }

    @ParameterizedTest
    @MethodSource("patient")
    void somebodyWillCome_isNone(String program) {
        Child.run(program, PROCS).succeeded("done");
    }

    /** Each program is run by one of these tests. */
    @Test
    void programs_areAllRun() {
        Set<String> run = new TreeSet<>(Set.of("MainExitsAlone", "InnerRun"));
        DEAD.forEach(dead -> run.add(dead.program()));
        assertEquals(new TreeSet<>(Standstills.PROGRAMS.keySet()), run);
    }
}
