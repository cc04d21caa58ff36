package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.GoRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Two searches for goroutines that nobody can reach, while dumps are made. */
final class LeakingBeside {

    private static final int LEAKS = 100;
    private static final int SEARCHES = 15;

    private LeakingBeside() {}

    /** Prints how many dumps did not show all of them, how many were found, and how many more than there are. */
    public static void main(String[] args) {
        AtomicInteger most = new AtomicInteger();
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.go(() -> {
                for (int i = 0; i < LEAKS; i++) {
                    go("leaked", () -> chan().recv());
                }
            });
            while (!Leaking.waits(runtime, LEAKS)) {
                Thread.onSpinWait();
            }
            List<Thread> searches = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                searches.add(Thread.ofPlatform().start(() -> {
                    for (int j = 0; j < SEARCHES; j++) {
                        most.accumulateAndGet(found(runtime), Math::max);
                    }
                }));
            }
            int wrong = 0;
            while (searches.stream().anyMatch(Thread::isAlive)) {
                long shown = runtime.dump()
                        .lines()
                        .filter(line -> line.contains("\"leaked\""))
                        .count();
                wrong += shown == LEAKS ? 0 : 1;
            }
            System.out.println("wrong dumps " + wrong);
            int found = 0;
            while (found < LEAKS) {
                found = found(runtime);
            }
            System.out.println("found " + found + ", and " + Math.max(0, most.get() - LEAKS) + " more");
        }
    }

    private static int found(GoRuntime runtime) {
        try {
            return runtime.unreachable().goroutines().size();
        } catch (IllegalStateException e) {
            return 0; // the other search takes long
        }
    }
}
