package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.runtime.channel.RuntimeCheck;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.testkit.Leaks;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A runtime in which something is to go wrong, its surroundings, and what must hold afterwards. */
final class World {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** With it, the order on one P is that of the queue, however slow the machine is. */
    private static final Duration NO_SLICE = Duration.ofHours(1);

    final GoRuntime runtime;
    final Books books = new Books();

    private final Leaks leaks = Leaks.watch();
    private final Bystanders inside;
    private final Bystanders outside = new Bystanders(Go::go);
    private final AtomicReference<@Nullable Throwable> handled = new AtomicReference<>();
    private final AtomicReference<@Nullable GoHandle> struck = new AtomicReference<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger unwound = new AtomicInteger();
    private volatile boolean closed;

    World(int procs) {
        RuntimeConfig config = RuntimeConfig.fromProperties().withProcs(procs).withCloseTimeout(PATIENCE);
        runtime = new GoRuntime(procs == 1 ? config.withTimeSlice(NO_SLICE) : config);
        inside = new Bystanders(runtime::go);
    }

    /** The fault, in whatever goroutine calls this. */
    void strike(Fault fault) throws Exception {
        prepare();
        fault.strike();
    }

    /** As {@link #strike}, where no checked exception may be thrown. */
    void strikeUnchecked(Fault fault) {
        prepare();
        fault.strikeUnchecked();
    }

    private void prepare() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> handled.compareAndSet(null, thrown));
        struck.set(Go.current().getOrNull());
    }

    // ---------------------------------------------------------------- goroutines

    /** Starts a goroutine; in the end it is known whether its finally blocks have run. */
    GoHandle go(String name, Body body) {
        return runtime.go(name, () -> {
            begun.incrementAndGet();
            try {
                body.run();
            } finally {
                unwound.incrementAndGet();
            }
        });
    }

    /** Runs an operation in a goroutine that catches the fault if the operation throws it; says what came of it. */
    Outcome of(Fault fault, Body operation) {
        AtomicReference<Outcome> seen = new AtomicReference<>(Outcome.CUT_OFF);
        GoHandle goroutine = go("victim", () -> {
            try {
                operation.run();
                seen.set(Outcome.GOES_ON);
            } catch (Throwable thrown) {
                if (!fault.is(thrown)) {
                    throw thrown;
                }
                seen.set(Outcome.THROWN);
            }
        });
        await(goroutine);
        Patiently.until("the fault does not strike", () -> struck.get() != null); // perhaps in another goroutine
        GoHandle other = Objects.requireNonNull(struck.get());
        await(other);
        Throwable failure = handled.get();
        if (failure == null) {
            return other.id() != goroutine.id() && !fault.isThrown() ? Outcome.CUT_OFF : seen.get();
        }
        if (!fault.is(failure)) {
            throw new AssertionError("something else has failed", failure);
        }
        return Outcome.HANDLED;
    }

    /** Likewise, in a goroutine in which nothing is caught. */
    Outcome ofBody(Fault fault, Body body) {
        await(go("victim", body));
        Throwable failure = handled.get();
        if (failure == null) {
            return Outcome.CUT_OFF;
        }
        assertTrue(fault.is(failure), () -> "something else has failed: " + failure);
        return Outcome.HANDLED;
    }

    /** Likewise, in the main goroutine of a run. */
    Outcome ofRun(Fault fault, Body main) {
        closed = true;
        try {
            runtime.run(main);
        } catch (GoroutineFailedException e) {
            assertTrue(fault.is(e.getCause()), () -> "something else has failed: " + e.getCause());
            assertTrue(e.dump().contains("[failed]"), e::dump);
            return Outcome.ENDS_RUN;
        }
        return Outcome.GOES_ON;
    }

    static void await(GoHandle goroutine) {
        Patiently.until(goroutine + " does not end", goroutine::hasEnded);
    }

    /** Waits until a goroutine of this world waits, for a reason in the words of dumps. */
    void awaitParked(GoHandle goroutine, String reason) {
        Patiently.until(
                goroutine + " does not wait: " + reason,
                () -> goroutine.hasEnded() || runtime.dump().contains(goroutine + " [" + reason + "]:"));
        assertTrue(!goroutine.hasEnded(), () -> goroutine + " has ended and did not wait: " + reason);
    }

    void close() {
        closed = true;
        runtime.close();
    }

    // ---------------------------------------------------------------- afterwards

    /** What holds whatever has gone wrong. */
    void check() {
        outside.checkGoOn();
        if (!closed) {
            inside.checkGoOn();
            inside.end();
            Patiently.until("goroutines are left", () -> runtime.stats().goroutines() == 0);
        }
        RuntimeCheck.openRuntimes();
        books.check();
        runtime.close();
        assertEquals(0, runtime.stats().goroutines());
        assertEquals(begun.get(), unwound.get(), "who has begun has run its finally blocks");
        outside.end();
        leaks.check(PATIENCE);
    }
}
