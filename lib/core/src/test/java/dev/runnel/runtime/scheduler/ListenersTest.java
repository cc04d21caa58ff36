package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.StepListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A listener hears everything, whoever else listens; and while nobody listens the scheduler has nothing that it would
 * tell.
 */
class ListenersTest {

    /** What a listener has begun, which nobody else may be given. */
    private record Begun(Ear by) {}

    /** Writes down what it hears of goroutines, except for what comes by chance. */
    private static final class Ear implements StepListener {

        private final Set<String> heard = ConcurrentHashMap.newKeySet();
        private final boolean begins;
        private final boolean fails;

        Ear(boolean begins, boolean fails) {
            this.begins = begins;
            this.fails = fails;
        }

        private void hear(String what) {
            heard.add(what);
            if (fails) {
                throw new AssertionError("a listener that fails");
            }
        }

        @Override
        public void created(int p, long g, long creator, @Nullable String name) {
            hear("created " + g);
        }

        @Override
        public void parked(int p, long g, String reason, long on) {
            hear("parked " + g);
        }

        @Override
        public void step(EventKind kind, int p, long g, long a, long b) {
            switch (kind) {
                case STARTED, RUNNING, READIED, ENDED -> hear(kind.word() + " " + g);
                default -> {}
            }
        }

        @Override
        public @Nullable Object waitBegins(long g, String reason, long on) {
            hear("waits " + g);
            return begins ? new Begun(this) : null;
        }

        @Override
        public void waitEnded(Object begun) {
            hear("waited " + (((Begun) begun).by == this));
        }
    }

    private static final Set<String> ALL = Set.of(
            "created 1",
            "started 1",
            "created 2",
            "parked 1",
            "waits 1",
            "started 2",
            "readied 1",
            "ended 2",
            "running 1",
            "waited true",
            "ended 1");

    /** Main waits for a value of its child. */
    private static void exchange(GoRuntime runtime) {
        runtime.run(() -> {
            Chan<Integer> c = chan();
            go(() -> c.send(1));
            c.recv();
        });
    }

    private static void assertHeardAll(Ear ear) {
        Set<String> expected = new HashSet<>(ALL);
        if (ear.fails || !ear.begins) {
            expected.remove("waited true"); // it has begun nothing
        }
        assertEquals(expected, ear.heard);
    }

    @Test
    void each_whateverTheOthersDo_hearsEverything() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            ObservedRuntime observed = runtime.observed();
            List<Ear> ears =
                    List.of(new Ear(true, false), new Ear(true, true), new Ear(false, false), new Ear(true, false));
            observed.listen(ears.getFirst());
            ears.stream().skip(1).forEach(observed::addListener);
            exchange(runtime);
            ears.forEach(ListenersTest::assertHeardAll);
        }
    }

    @Test
    void removed_hearsNoMore_andTheOthersDo() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            ObservedRuntime observed = runtime.observed();
            Ear set = new Ear(true, false);
            Ear added = new Ear(true, false);
            Ear removed = new Ear(true, false);
            observed.addListener(removed);
            observed.addListener(added);
            observed.listen(removed);
            observed.listen(set);
            observed.removeListener(removed);
            observed.removeListener(set); // which was not added
            exchange(runtime);
            assertHeardAll(set);
            assertHeardAll(added);
            assertEquals(Set.of(), removed.heard);
        }
    }

    @Test
    void recording_whileNobodyListens_isNone() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Scheduler s = Scheduler.current();
            assertNotNull(s);
            Ear ear = new Ear(false, false);
            assertNull(s.recording);
            s.view.addListener(ear);
            assertNotNull(s.recording);
            s.view.listen(ear);
            s.view.removeListener(ear);
            assertNotNull(s.recording);
            s.view.listen(null);
            assertNull(s.recording);
            assertTrue(assertThrows(NullPointerException.class, () -> s.view.addListener(nobody()))
                    .getMessage()
                    .contains("nobody"));
            assertNull(s.recording);
        });
    }

    @SuppressWarnings("NullAway") // null is not allowed
    private static StepListener nobody() {
        return null;
    }
}
