package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.pipeline.Source;
import dev.runnel.scope.ErrGroup;
import dev.runnel.scope.Fork;
import dev.runnel.scope.Scope;
import dev.runnel.sync.WaitGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** In goroutines, alone and with others. */
final class TaskPlaces {

    private TaskPlaces() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            Outcome alone = fault.isThrown() ? Outcome.HANDLED : Outcome.CUT_OFF;
            Outcome joined =
                    !fault.isThrown() ? Outcome.CUT_OFF : fault.isException() ? Outcome.THROWN : Outcome.WRAPPED;
            rows.add(Placed.row(fault, "in a goroutine", alone, TaskPlaces::body));
            rows.add(Placed.row(fault, "in a `finally` block, while `goexit` unwinds", alone, TaskPlaces::unwinding));
            rows.add(Placed.row(fault, "in a goroutine of a `WaitGroup`", alone, TaskPlaces::group));
            rows.add(Placed.row(fault, "in a task of an `ErrGroup`", joined, TaskPlaces::errGroup));
            rows.add(Placed.row(fault, "in a task of a `Scope`", joined, TaskPlaces::scope));
            rows.add(Placed.row(
                    fault,
                    "in a stage of a pipeline",
                    fault.isException() ? Outcome.THROWN : Outcome.WRAPPED,
                    TaskPlaces::pipeline));
            if (fault.isThrown()) {
                rows.add(Placed.row(fault, "in the main goroutine of a run", Outcome.ENDS_RUN, TaskPlaces::main));
                rows.add(Placed.row(fault, "in another goroutine of a run", Outcome.ENDS_RUN, TaskPlaces::notMain));
                rows.add(Placed.row(
                        fault,
                        "in a `finally` block, while the runtime closes",
                        Outcome.ENDS_RUN,
                        TaskPlaces::closing));
            }
            if (fault.isThrown() && !fault.isChecked()) {
                rows.add(Placed.row(
                        fault, "in the handler of uncaught exceptions", Outcome.LOGGED, TaskPlaces::handler));
            }
        }
        return rows;
    }

    private static Outcome body(Fault fault, World world) {
        return world.ofBody(fault, () -> world.strike(fault));
    }

    private static Outcome unwinding(Fault fault, World world) {
        return world.ofBody(fault, () -> {
            try {
                Go.goexit();
            } finally {
                world.strike(fault);
            }
        });
    }

    private static Outcome group(Fault fault, World world) {
        WaitGroup group = new WaitGroup();
        return world.of(fault, () -> {
            group.go(() -> world.strike(fault));
            group.await(); // it is done, whatever has become of it
        });
    }

    private static Outcome errGroup(Fault fault, World world) {
        AtomicBoolean wrapped = new AtomicBoolean();
        Outcome outcome = world.of(fault, () -> {
            ErrGroup group = new ErrGroup();
            group.go(() -> world.strike(fault));
            group.go(() -> {});
            try {
                group.awaitOrThrow();
            } catch (IllegalStateException e) {
                wrapped.set(wraps(fault, e));
            }
        });
        return wrapped.get() ? Outcome.WRAPPED : outcome;
    }

    private static boolean wraps(Fault fault, IllegalStateException e) {
        assertTrue(!fault.isThrown() || fault.is(e.getCause()), () -> "another cause: " + e.getCause());
        return true;
    }

    private static Outcome scope(Fault fault, World world) {
        AtomicBoolean sibling = new AtomicBoolean();
        AtomicBoolean wrapped = new AtomicBoolean();
        Outcome outcome = world.of(fault, () -> {
            try (Scope scope = Scope.open()) {
                Fork<Integer> other = scope.fork(() -> 6);
                scope.go(() -> world.strike(fault));
                try {
                    scope.join();
                } catch (IllegalStateException e) {
                    wrapped.set(wraps(fault, e));
                } finally {
                    sibling.set(other.get() == 6);
                }
            }
        });
        assertTrue(sibling.get(), "the result of the other task is lost");
        return wrapped.get() ? Outcome.WRAPPED : outcome;
    }

    private static Outcome pipeline(Fault fault, World world) {
        AtomicBoolean wrapped = new AtomicBoolean();
        Outcome outcome = world.of(fault, () -> {
            try {
                Source.range(0, 10)
                        .map(n -> {
                            if (n == 5) {
                                world.strike(fault);
                            }
                            return n;
                        })
                        .collect();
            } catch (IllegalStateException e) {
                wrapped.set(wraps(fault, e));
            }
        });
        return wrapped.get() ? Outcome.WRAPPED : outcome;
    }

    private static Outcome main(Fault fault, World world) {
        Chan<Integer> never = world.books.chan(0);
        return world.ofRun(fault, () -> {
            GoHandle other = world.go("waits", never::recv);
            assertEquals(false, other.hasEnded());
            world.strike(fault);
        });
    }

    private static Outcome notMain(Fault fault, World world) {
        Chan<Integer> never = world.books.chan(0);
        return world.ofRun(fault, () -> {
            world.go("fails", () -> world.strike(fault));
            never.recv();
        });
    }

    private static Outcome closing(Fault fault, World world) {
        Chan<Integer> ready = world.books.chan(0);
        Chan<Integer> never = world.books.chan(0);
        return world.ofRun(fault, () -> {
            world.go("fails", () -> {
                try {
                    world.books.offered();
                    ready.send(1);
                    never.recv();
                } finally {
                    world.strike(fault);
                }
            });
            ready.recv();
            world.books.received();
        });
    }

    private static Outcome handler(Fault fault, World world) throws Exception {
        try (Log log = new Log(fault)) {
            GoHandle goroutine = world.go("victim", () -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> fault.strikeUnchecked());
                throw new IllegalStateException("for the handler");
            });
            World.await(goroutine);
            Patiently.until("it is not logged", log::hasIt);
            return Outcome.LOGGED;
        }
    }
}
