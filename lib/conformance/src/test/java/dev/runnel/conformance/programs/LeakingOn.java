package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;

import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.sync.WaitGroup;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks for goroutines that nobody can reach while others begin, wait for each other, and end. */
final class LeakingOn {

    private static final int LEAKS = 100;
    private static final int VALUES = 20_000;

    private LeakingOn() {}

    /**
     * Prints how many were found, how many of them unwound when the runtime closed, and how many values the others have
     * passed on.
     */
    public static void main(String[] args) {
        AtomicInteger unwound = new AtomicInteger();
        AtomicInteger came = new AtomicInteger();
        try (GoRuntime runtime = new GoRuntime()) {
            WaitGroup ended = new WaitGroup();
            ended.add(2);
            runtime.go(() -> {
                for (int i = 0; i < LEAKS; i++) {
                    go(() -> leaks(unwound));
                }
                passesOn(came);
                ended.done();
            });
            runtime.go(() -> {
                while (came.get() < VALUES) {
                    GoRuntime.observedCurrent().unreachable();
                    gosched();
                }
                ended.done();
            });
            ended.await();
            while (!waits(runtime)) {
                Thread.onSpinWait();
            }
            int found = 0;
            while (found < LEAKS) {
                found = runtime.unreachable().goroutines().size();
            }
            System.out.println("found " + found);
        }
        System.out.println("unwound " + unwound + "\nall " + came + " came");
    }

    private static boolean waits(GoRuntime runtime) {
        SchedulerSnapshot now = runtime.observed().snapshot();
        return now.idleProcs() == now.procs().size() && now.goroutines().waiting() == LEAKS;
    }

    private static void leaks(AtomicInteger unwound) {
        try {
            chan().recv();
        } finally {
            unwound.incrementAndGet();
        }
    }

    /**
     * Each value goes from a goroutine of its own, through another that waits for it, to the one that waits for all.
     */
    private static void passesOn(AtomicInteger came) {
        Chan<Integer> all = chan();
        go(() -> {
            for (int i = 0; i < VALUES; i++) {
                Chan<Integer> one = chan();
                go(() -> all.send(one.recv().get()));
                go(() -> one.send(1));
            }
        });
        for (int i = 0; i < VALUES; i++) {
            came.addAndGet(all.recv().get());
        }
    }
}
