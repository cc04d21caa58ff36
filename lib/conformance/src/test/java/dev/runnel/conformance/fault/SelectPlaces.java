package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.select.Event;
import dev.runnel.sync.Mutex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** In code that a select runs. */
final class SelectPlaces {

    private SelectPlaces() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            Outcome outcome = fault.isThrown() ? Outcome.THROWN : Outcome.CUT_OFF;
            rows.add(Placed.row(fault, "in a select's handler, after a receive", outcome, SelectPlaces::received));
            rows.add(Placed.row(fault, "in a select's handler, after a send", outcome, SelectPlaces::sent));
            rows.add(Placed.row(fault, "in a select's `otherwise`", outcome, SelectPlaces::otherwise));
            rows.add(Placed.row(fault, "in a select's `after`", outcome, SelectPlaces::after));
            rows.add(Placed.row(fault, "in a select's handler, with a lock taken", outcome, SelectPlaces::locked));
            rows.add(Placed.row(fault, "in what gives a select the value to send", outcome, SelectPlaces::supplier));
            rows.add(Placed.row(fault, "in the mapping of a `choose`", outcome, SelectPlaces::mapping));
            if (!fault.isChecked()) {
                rows.add(Placed.row(fault, "in `poll` of an event of one's own", outcome, SelectPlaces::poll));
            }
        }
        return rows;
    }

    private static Outcome received(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(2);
        world.books.offered();
        world.books.offered();
        c.send(1);
        c.send(2);
        Outcome outcome = world.of(
                fault,
                () -> Go.select()
                        .recv(c, value -> {
                            world.books.received();
                            world.strike(fault);
                        })
                        .run());
        assertEquals(1, c.len());
        return outcome;
    }

    private static Outcome sent(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(2);
        world.books.offered();
        Outcome outcome = world.of(
                fault, () -> Go.select().send(c, 1, () -> world.strike(fault)).run());
        assertEquals(1, c.len());
        return outcome;
    }

    private static Outcome otherwise(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(0);
        Outcome outcome = world.of(
                fault,
                () -> Go.select()
                        .recv(c, () -> {})
                        .otherwise(() -> world.strike(fault))
                        .run());
        assertTrue(!c.trySend(1), "a losing clause still waits");
        return outcome;
    }

    private static Outcome after(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(0);
        Outcome outcome = world.of(
                fault,
                () -> Go.select()
                        .recv(c, () -> {})
                        .after(Duration.ofNanos(1_000), () -> world.strike(fault))
                        .run());
        assertTrue(!c.trySend(1), "a losing clause still waits");
        return outcome;
    }

    private static Outcome locked(Fault fault, World world) {
        Mutex mutex = new Mutex();
        Outcome outcome = world.of(
                fault,
                () -> Go.select()
                        .on(mutex.lockEvent(), () -> {
                            try {
                                world.strike(fault);
                            } finally {
                                mutex.unlock();
                            }
                        })
                        .run());
        assertTrue(mutex.tryLock(), "the mutex is not free");
        return outcome;
    }

    private static Outcome supplier(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(1);
        Chan<Integer> other = world.books.chan(0);
        world.books.offered();
        world.books.unsent();
        Outcome outcome = world.of(
                fault,
                () -> Go.select()
                        .recv(other, () -> {})
                        .sendFrom(
                                c,
                                () -> {
                                    world.strike(fault);
                                    return 1;
                                },
                                () -> {})
                        .run());
        assertEquals(0, c.len());
        return outcome;
    }

    private static Outcome mapping(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(1);
        world.books.offered();
        c.send(1);
        return world.of(
                fault,
                () -> Go.choose()
                        .<Integer, Integer>recv(c, value -> {
                            world.books.received();
                            world.strike(fault);
                            return 1;
                        })
                        .get());
    }

    private static Outcome poll(Fault fault, World world) {
        Chan<Integer> c = world.books.chan(0);
        AtomicInteger registered = new AtomicInteger();
        Event<Integer> event = new Event<>() {
            @Override
            public @Nullable Integer poll() {
                world.strikeUnchecked(fault);
                return null;
            }

            @Override
            public Cancellation.Stop onReady(Runnable wake) {
                registered.incrementAndGet();
                return () -> registered.decrementAndGet() >= 0;
            }
        };
        Outcome outcome = world.of(
                fault, () -> Go.select().recv(c, () -> {}).on(event, () -> {}).run());
        assertEquals(0, registered.get(), "registrations left");
        assertTrue(!c.trySend(1), "a losing clause still waits");
        return outcome;
    }
}
