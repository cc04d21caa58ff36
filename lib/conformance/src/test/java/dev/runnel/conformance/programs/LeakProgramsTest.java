package dev.runnel.conformance.programs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which goroutines nobody can reach: the programs of Go's test of its leak profile, and more. P90. */
class LeakProgramsTest {

    private static final String UNTRACKED = "-Djdk.trackAllThreads=false";

    private static final String KEPT =
            "it keeps all virtual threads, or its collector does what their stacks refer to, or none runs when asked to; allowed: -Djdk.trackAllThreads=false, "
                    + "the collectors G1, Parallel and Serial, and no -XX:+DisableExplicitGC";

    private static final Map<String, String> FOUND = new LinkedHashMap<>();

    static {
        FOUND.put("HandedOver", "a [chan receive]=1");
        FOUND.put("NilRecv", "a [chan receive (nil chan)]=1");
        FOUND.put("NilSend", "a [chan send (nil chan)]=1");
        FOUND.put("SelectNoCases", "a [select (no cases)]=1");
        FOUND.put("SelectNoCasesMain", "a [chan receive]=1");
        FOUND.put("ChanRecv", "a [chan receive]=1");
        FOUND.put("ChanSend", "a [chan send]=1");
        FOUND.put("Select", "a [select]=1");
        FOUND.put("WaitGroup", "a [sync.WaitGroup.Wait]=1");
        FOUND.put("MutexStack", "a [sync.Mutex.Lock]=1000");
        FOUND.put("MutexHeap", "a [sync.Mutex.Lock]=1000");
        FOUND.put("RWMutexRLock", "a [sync.RWMutex.RLock]=1");
        FOUND.put("RWMutexLock", "a [sync.Mutex.Lock]=1");
        FOUND.put("Cond", "a [sync.Cond.Wait]=1");
        FOUND.put("Mixed", "a [sync.WaitGroup.Wait]=1, b [chan send]=1");
        FOUND.put("NoLeakGlobal", "");
        FOUND.put("SpawnGC", "leaf [chan receive]=10");
        FOUND.put("DaisyChain", "");
        FOUND.put("NoCloseRange", "feeder [chan send]=1, worker [chan receive]=3");
        FOUND.put("MethodContractViolation", "worker [select]=1");
        FOUND.put("DoubleSend", "fails [chan send]=1");
        FOUND.put("EarlyReturn", "late [chan send]=1");
        FOUND.put("NCastLeak", "first [chan receive]=1, replica [chan send]=4");
        FOUND.put("Timeout", "sender [chan send]=100");
        FOUND.put("Semaphore", "a [semacquire]=1");
        FOUND.put("ContextNobodyEnds", "a [chan receive]=1");
        FOUND.put("ContextThatEnds", "");
        FOUND.put("ContextSomebodyHas", "");
        FOUND.put("Ticker", "");
        FOUND.put("TimeLimit", "");
        FOUND.put("Handle", "");
        FOUND.put("EndNobodyAwaits", "inner [chan receive]=1, outer [chan receive]=1");
        FOUND.put("Group", "inner [chan receive]=1, outer [chan receive]=1");
        FOUND.put("WhoWaitsForMain", "");
        FOUND.put("WhoWaitsForTheNetwork", "");
    }

    private static final String ALL = FOUND.entrySet().stream()
            .map(e -> e.getKey() + ": {" + e.getValue() + "}\n")
            .collect(Collectors.joining());

    @OnProcs
    void whoNobodyCanReach_isFoundAndNobodyElse(int procs) {
        Child.run(Leaking.class, procs, UNTRACKED).succeeded(ALL);
    }

    @Test
    void jvmThatDoesNotTell_saysWhatItLacks() {
        refused(KEPT);
        refused(KEPT, UNTRACKED, "-XX:+DisableExplicitGC");
        refused(KEPT, UNTRACKED, "-XX:-UseSerialGC", "-XX:+UseZGC");
        refused(
                "finalizers are not run, or one has kept the others waiting for five seconds; allowed: no --finalization=disabled",
                UNTRACKED,
                "--finalization=disabled");
    }

    private static void refused(String why, String... options) {
        Child.run(LeakingUnseen.class, 2, options)
                .succeeded("this JVM does not tell which goroutines nobody can reach: " + why + "\n1\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UseG1GC", "UseParallelGC"})
    void otherCollector_findsThemToo(String collector) {
        Child.run(Leaking.class, 2, UNTRACKED, "-XX:-UseSerialGC", "-XX:+" + collector)
                .succeeded(ALL);
    }

    @Test
    void whoIsFound_unwindsAsItsRuntimeCloses_andOthersGoOn() {
        Child.run(LeakingOn.class, 2, UNTRACKED).succeeded("found 100\nunwound 100\nall 20000 came\n");
    }

    /** {@code pprof TestGoroutineLeakProfileConcurrency}. */
    @Test
    void whoIsFound_isInEachDump() {
        Child.run(LeakingBeside.class, 2, UNTRACKED).succeeded("wrong dumps 0\nfound 100, and 0 more\n");
    }
}
