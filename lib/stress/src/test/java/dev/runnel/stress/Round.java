package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.stress.Tally.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The load for some seconds, on a runtime of its own; then all workers end, and everything is added up. */
final class Round {

    private static final int LINES = 10;
    private static final int GOROUTINES = 24;
    private static final int PLATFORM_THREADS = 4;
    private static final int VIRTUAL_THREADS = 4;
    private static final int[] PROCS = {1, 2, 2, 3, 4, 8};
    private static final long POLL = 5_000_000;
    private static final long PATIENCE = 60_000_000_000L;

    final Tally tally;
    final GoRuntime runtime;
    final Lines lines;
    final SharedSelect shared;
    final SplittableRandom random;

    private final List<Worker> workers = new ArrayList<>();
    private final Guests guests;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean over;

    Round(long seed, Tally tally) {
        this.tally = tally;
        random = new SplittableRandom(seed);
        int residents = GOROUTINES + PLATFORM_THREADS + VIRTUAL_THREADS;
        int all = residents + Guests.NUMBER;
        lines = new Lines(LINES, all, random.split(), tally);
        shared = new SharedSelect(lines, random.split());
        runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(PROCS[random.nextInt(PROCS.length)]));
        for (int i = 0; i < residents; i++) {
            workers.add(new Worker(i, false, this, random.split()));
        }
        List<Worker> visiting = new ArrayList<>();
        for (int i = residents; i < all; i++) {
            visiting.add(new Worker(i, true, this, random.split()));
        }
        guests = new Guests(this, visiting);
    }

    boolean isOver() {
        return over;
    }

    /** Something is wrong: the round ends. */
    void fail(Throwable wrong) {
        failure.compareAndSet(null, wrong);
        over = true;
    }

    /** Does something on behalf of the round; what goes wrong is the round's failure. */
    void attempt(Runnable task) {
        try {
            task.run();
        } catch (Exception | AssertionError e) {
            fail(e);
        }
    }

    /** Runs the round; throws what went wrong. */
    void run(Duration length) {
        List<GoHandle> goroutines = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        SplittableRandom chance = random.split();
        Watch watch = new Watch(workers);
        try (Helper closer = new Helper("closer", this, 500_000, () -> lines.closeOne(chance));
                Helper inspector = new Helper("inspector", this, 1_000_000, lines::inspect)) {
            try (Helper interrupter = new Helper("interrupter", this, 100_000, new Interrupter(this, workers));
                    Helper dumper = new Helper("dumper", this, 300_000_000, this::dump);
                    Helper visits = new Helper("guests", this, 1_000_000, guests);
                    Helper beside = new Helper("beside", this, 5_000_000, new Beside(this))) {
                for (Worker worker : workers) {
                    start(worker, goroutines, threads);
                }
                long end = System.nanoTime() + length.toNanos();
                await("", () -> {
                    watch.look();
                    return over || System.nanoTime() - end > 0;
                });
                over = true;
            }
            await(
                    "workers do not end",
                    () -> goroutines.stream().allMatch(GoHandle::hasEnded)
                            && threads.stream().noneMatch(Thread::isAlive));
        }
        throwFailure();
        lines.closeAll();
        await("goroutines are left", () -> runtime.stats().goroutines() == 0);
        runtime.close();
    }

    private void start(Worker worker, List<GoHandle> goroutines, List<Thread> threads) {
        Runnable body = () -> attempt(worker::run);
        if (worker.number < GOROUTINES) {
            tally.count(Kind.GOROUTINES);
            goroutines.add(runtime.go("worker " + worker.number, body::run));
        } else {
            Thread.Builder builder = worker.number < GOROUTINES + PLATFORM_THREADS
                    ? Thread.ofPlatform().daemon()
                    : Thread.ofVirtual();
            threads.add(builder.name("worker " + worker.number).start(body));
        }
    }

    private void dump() {
        if (Go.dump().isEmpty()) {
            throw new AssertionError("an empty dump");
        }
        tally.count(Kind.DUMP);
    }

    private void throwFailure() {
        Throwable wrong = failure.get();
        if (wrong != null) {
            throw new AssertionError("the load failed", wrong);
        }
    }

    /**
     * Waits for a condition; fails with the text if it does not come true in time, or, without a text, waits as long as
     * it takes.
     */
    private void await(String ifNot, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE;
        while (!condition.getAsBoolean()) {
            if (!ifNot.isEmpty() && System.nanoTime() - end > 0) {
                throw new AssertionError(ifNot + "\n" + Go.dump(), failure.get());
            }
            LockSupport.parkNanos(POLL);
        }
    }
}
