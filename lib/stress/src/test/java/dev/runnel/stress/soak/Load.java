package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.runtime.channel.RuntimeCheck;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.stress.Alarm;
import dev.runnel.sync.RWMutex;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One runtime with its performers, for the whole of the soak, and what disturbs them. */
final class Load {

    private static final int GOROUTINES = 12;
    private static final int PLATFORM_THREADS = 2;
    private static final int VIRTUAL_THREADS = 2;
    private static final int PROCS_AT_REST = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration SLOW = Duration.ofSeconds(20);
    private static final long POLL = 1_000_000;

    final Count count = new Count();
    final Interrupter interrupter;
    final GoRuntime runtime;

    /** A performer that plays an act holds it for reading. */
    final RWMutex gate = new RWMutex();

    private final List<Performer> performers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final ProcsChanges procs;
    private final Consumer<String> slow;
    private volatile boolean over;

    /** @param slow told of acts that take long, with a dump; they may still end */
    Load(long seed, Consumer<String> slow) {
        this.slow = slow;
        SplittableRandom seeds = new SplittableRandom(seed);
        runtime = new GoRuntime(RuntimeConfig.fromProperties());
        interrupter = new Interrupter(seeds.nextLong(), count);
        procs = new ProcsChanges(runtime, seeds.nextLong(), count);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> fail(thrown));
        int all = GOROUTINES + PLATFORM_THREADS + VIRTUAL_THREADS;
        for (int i = 0; i < all; i++) {
            performers.add(new Performer("performer " + i, this, seeds.nextLong()));
        }
    }

    boolean isOver() {
        return over;
    }

    /** Something is wrong: everything ends. */
    private void fail(Throwable wrong) {
        failure.compareAndSet(null, wrong);
        over = true;
    }

    void start() {
        for (int i = 0; i < performers.size(); i++) {
            Performer performer = performers.get(i);
            if (i < GOROUTINES) {
                runtime.go(performer.name, performer::run);
            } else {
                Thread.Builder builder =
                        i < GOROUTINES + PLATFORM_THREADS ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
                threads.add(builder.name(performer.name).start(performer::run));
            }
        }
        helper("interrupter", 300_000, interrupter);
        helper("procs", 20_000_000, this::changeProcs);
        helper("dumper", 1_000_000_000, () -> Stage.check(!Go.dump().isEmpty(), "an empty dump"));
        helper("watch", 1_000_000_000, this::watch);
    }

    private void helper(String name, long pause, Runnable task) {
        threads.add(Thread.ofPlatform().daemon().name(name).start(() -> {
            while (!over) {
                task.run();
                LockSupport.parkNanos(pause);
            }
        }));
    }

    /** Not while the load is paused. */
    private void changeProcs() {
        gate.readLock();
        try {
            procs.run();
        } finally {
            gate.readUnlock();
        }
    }

    private void watch() {
        for (Performer performer : performers) {
            if (performer.isSlow(SLOW.toNanos())) {
                slow.accept(performer + " for more than " + SLOW.toSeconds() + " s\n" + Go.dump() + "\n"
                        + RuntimeCheck.details());
            }
            if (performer.nanos() > PATIENCE.toNanos()) {
                Alarm.ring(performer + " for more than " + PATIENCE.toSeconds() + " s");
            }
        }
    }

    /** Lets the load work for so long, or until something is wrong. */
    void work(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        while (!over && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL);
        }
        throwFailure();
    }

    /** Has all acts end, takes a look, and lets them go on. */
    void pause(Runnable look) {
        boolean stopped;
        try {
            stopped = gate.tryLock(PATIENCE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (!stopped) {
            Alarm.ring("the acts do not end: " + performers);
        }
        try {
            throwFailure();
            until("goroutines are left", () -> runtime.stats().goroutines() == GOROUTINES);
            until(
                    "goroutines are left on the default runtime",
                    () -> GoRuntime.defaultStats().goroutines() == 0);
            runtime.procs(PROCS_AT_REST);
            RuntimeCheck.openRuntimes();
            until("threads that stood in for carriers are left", Load::noSpareThreads);
            look.run();
        } finally {
            gate.unlock();
        }
    }

    /** Spare threads that served while acts were played, and have nothing to do now, end after a second. */
    private static boolean noSpareThreads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .noneMatch(info -> info != null && info.getThreadName().equals("runnel-spare"));
    }

    /** Ends all of it. */
    void end() {
        over = true;
        until("goroutines do not end", () -> runtime.stats().goroutines() == 0);
        until("threads do not end", () -> threads.stream().noneMatch(Thread::isAlive));
        runtime.close();
        throwFailure();
    }

    private void throwFailure() {
        Throwable wrong = failure.get();
        if (wrong != null) {
            throw new AssertionError("the load failed", wrong);
        }
    }

    private static void until(String ifNot, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(ifNot + "\n" + Go.dump());
            }
            LockSupport.parkNanos(POLL);
        }
    }
}
