package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Once;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** In code that is given to timers, contexts, locks and channels. */
final class LibraryPlaces {

    private LibraryPlaces() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            Outcome out = fault.isThrown() ? Outcome.THROWN : Outcome.CUT_OFF;
            Outcome alone = fault.isThrown() ? Outcome.HANDLED : Outcome.CUT_OFF;
            rows.add(Placed.row(fault, "in the function of a timer (`afterFunc`)", alone, LibraryPlaces::timer));
            rows.add(Placed.row(fault, "in the `afterFunc` of a context", alone, LibraryPlaces::contextFunc));
            rows.add(Placed.row(fault, "in `Once.run`", out, LibraryPlaces::once));
            rows.add(Placed.row(fault, "in a function of `Once.func`", out, LibraryPlaces::onceFunc));
            rows.add(Placed.row(fault, "with a `Mutex` held", out, LibraryPlaces::mutex));
            rows.add(Placed.row(fault, "with a `RWMutex` held for reading", out, LibraryPlaces::reading));
            rows.add(Placed.row(fault, "with permits of a `Semaphore`", out, LibraryPlaces::permits));
            rows.add(Placed.row(fault, "between waits for a `Cond`", out, LibraryPlaces::cond));
            rows.add(Placed.row(fault, "in a loop over a channel", out, LibraryPlaces::loop));
            if (!fault.isChecked()) {
                rows.add(Placed.row(fault, "in a stream of a channel", out, LibraryPlaces::stream));
                rows.add(Placed.row(fault, "in the hook of a `Cancellation`", out, LibraryPlaces::hook));
                rows.add(Placed.row(fault, "in what is told of undelivered values", out, LibraryPlaces::undelivered));
                rows.add(Placed.row(fault, "in what is told that a buffer grows", out, LibraryPlaces::crossed));
            }
        }
        return rows;
    }

    private static Outcome timer(Fault fault, World world) {
        Chan<Boolean> started = Go.chan();
        return world.of(fault, () -> {
            Go.afterFunc(Duration.ofNanos(1_000), () -> {
                started.send(true);
                world.strike(fault);
            });
            started.recv();
        });
    }

    private static Outcome contextFunc(Fault fault, World world) {
        Chan<Integer> started = Go.chan();
        return world.of(fault, () -> {
            CancelContext context = Context.withCancel(Context.background());
            Context.afterFunc(context, () -> {
                started.send(1);
                world.strike(fault);
            });
            Context.afterFunc(context, () -> started.send(2));
            context.cancel();
            assertEquals(3, started.recv().get() + started.recv().get(), "both are started");
        });
    }

    private static Outcome once(Fault fault, World world) {
        Once once = new Once();
        AtomicInteger calls = new AtomicInteger();
        Outcome outcome = world.of(
                fault,
                () -> once.run(() -> {
                    calls.incrementAndGet();
                    world.strike(fault);
                }));
        once.run(calls::incrementAndGet);
        assertEquals(1, calls.get(), "it has been run, and is not run again");
        return outcome;
    }

    private static Outcome onceFunc(Fault fault, World world) {
        Runnable func = Once.func(() -> world.strike(fault));
        Outcome outcome = world.of(fault, func::run);
        Throwable again = assertThrows(Throwable.class, func::run, "each call fails");
        assertTrue(!fault.isThrown() || fault.is(again), () -> "another failure: " + again);
        return outcome;
    }

    private static Outcome mutex(Fault fault, World world) {
        Mutex mutex = new Mutex();
        Outcome outcome = world.of(fault, () -> {
            mutex.lock();
            try {
                world.strike(fault);
            } finally {
                mutex.unlock();
            }
        });
        assertTrue(mutex.tryLock(), "the mutex is not free");
        return outcome;
    }

    private static Outcome reading(Fault fault, World world) {
        RWMutex lock = new RWMutex();
        Outcome outcome = world.of(fault, () -> {
            lock.readLock();
            try {
                world.strike(fault);
            } finally {
                lock.readUnlock();
            }
        });
        assertTrue(lock.tryLock(), "the lock is not free");
        return outcome;
    }

    private static Outcome permits(Fault fault, World world) {
        Semaphore semaphore = new Semaphore(2);
        Outcome outcome = world.of(fault, () -> {
            semaphore.acquire(2);
            try {
                world.strike(fault);
            } finally {
                semaphore.release(2);
            }
        });
        assertTrue(semaphore.tryAcquire(2), "permits are missing");
        return outcome;
    }

    private static Outcome cond(Fault fault, World world) {
        Mutex mutex = new Mutex();
        Cond cond = new Cond(mutex);
        Outcome outcome = world.of(fault, () -> {
            mutex.lock();
            try {
                Go.go(() -> {
                    mutex.lock(); // possible only when the other waits
                    cond.signal();
                    mutex.unlock();
                });
                cond.await();
                world.strike(fault);
            } finally {
                mutex.unlock();
            }
        });
        assertTrue(mutex.tryLock(), "the mutex is not free");
        return outcome;
    }

    private static Outcome loop(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(3);
        fill(c, world, 3);
        Outcome outcome = world.of(fault, () -> {
            for (int value : c) {
                world.books.received();
                if (value == 2) {
                    world.strike(fault);
                }
            }
        });
        assertEquals(1, c.len(), "what the loop has not come to");
        return outcome;
    }

    private static Outcome stream(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(3);
        fill(c, world, 3);
        Outcome outcome = world.of(fault, () -> {
            try (Stream<Integer> values = c.stream()) {
                values.forEach(value -> {
                    world.books.received();
                    if (value == 2) {
                        world.strikeUnchecked(fault);
                    }
                });
            }
        });
        assertEquals(1, c.len(), "what the stream has not come to");
        return outcome;
    }

    private static void fill(Chan<Integer> c, World world, int values) {
        for (int value = 1; value <= values; value++) {
            world.books.offered();
            c.send(value);
        }
    }

    private static Outcome hook(Fault fault, World world) {
        AtomicInteger others = new AtomicInteger();
        Outcome outcome = world.of(fault, () -> {
            CancelContext context = Context.withCancel(Context.background());
            Context child = Context.withCancel(context);
            context.onDone(others::incrementAndGet);
            context.onDone(() -> world.strikeUnchecked(fault));
            context.onDone(others::incrementAndGet);
            child.onDone(others::incrementAndGet);
            context.cancel();
        });
        assertEquals(3, others.get(), "the others are told");
        return outcome;
    }

    private static Outcome undelivered(Fault fault, World world) {
        Chan<Integer> c = world.books.add(Go.chan(Buffering.sliding(1), value -> {
            world.books.undelivered();
            world.strikeUnchecked(fault);
        }));
        Outcome outcome = world.of(fault, () -> fill(c, world, 2));
        assertEquals(1, c.len(), "the send has happened");
        return outcome;
    }

    private static Outcome crossed(Fault fault, World world) {
        Chan<Integer> c = world.books.add(Go.chan(Buffering.unbounded(1, n -> world.strikeUnchecked(fault))));
        Outcome outcome = world.of(fault, () -> fill(c, world, 2));
        assertEquals(2, c.len(), "the send has happened");
        return outcome;
    }
}
