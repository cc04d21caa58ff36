package dev.runnel.conformance.model;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs programs on goroutines and threads, until nothing can happen any more, and checks their histories. */
final class Crew {

    private static final long PAUSE = 20_000;
    private static final long PATIENCE = 60_000_000_000L;

    private final GoRuntime runtime;
    private final Execution execution;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<GoHandle> goroutines = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private Crew(GoRuntime runtime, Program program) {
        this.runtime = runtime;
        this.execution = new Execution(program, true);
    }

    /**
     * Runs a program once. Participants that are left waiting are let go at the end.
     *
     * @param runners those of the first participants; the others run on goroutines
     */
    static void run(GoRuntime runtime, Program program, List<Runner> runners) {
        Crew crew = new Crew(runtime, program);
        for (int i = 0; i < crew.execution.size(); i++) {
            crew.start(i, i < runners.size() ? runners.get(i) : Runner.GOROUTINE);
        }
        Execution execution = crew.execution;
        try {
            crew.await(() -> execution.isFinished() || execution.isQuiet());
            Checker.check(program, execution.history(true));
        } finally {
            execution.release();
            crew.await(() -> crew.goroutines.stream().allMatch(GoHandle::hasEnded)
                    && crew.threads.stream().noneMatch(Thread::isAlive));
        }
    }

    private void start(int part, Runner runner) {
        switch (runner) {
            case GOROUTINE -> goroutines.add(runtime.go("participant " + part, () -> take(part)));
            case PLATFORM -> threads.add(Thread.ofPlatform().daemon().start(() -> take(part)));
            case VIRTUAL -> threads.add(Thread.ofVirtual().start(() -> take(part)));
        }
    }

    private void take(int part) {
        try {
            execution.take(part);
        } catch (Exception | AssertionError e) {
            failures.add(e);
        }
    }

    private void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE;
        while (!condition.getAsBoolean()) {
            if (!failures.isEmpty()) {
                throw new AssertionError("a participant failed", failures.peek());
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("neither finished nor waiting\n"
                        + execution.history(false).print(-1) + Go.dump());
            }
            LockSupport.parkNanos(PAUSE);
        }
    }
}
