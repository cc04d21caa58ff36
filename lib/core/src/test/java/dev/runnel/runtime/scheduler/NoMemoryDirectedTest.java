package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.choice.Director;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A deterministic run without memory ends, or goes on as if nothing had been tried; nobody waits for ever. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NoMemoryDirectedTest {

    /** There is none for an M while it lacks, nor for so many lists of them. */
    private static final class Lacking extends MachineList {

        private volatile boolean lacks;
        private final AtomicInteger lists = new AtomicInteger();

        @Override
        Machine add(Scheduler scheduler) {
            if (lacks) {
                throw new OutOfMemoryError("for a test");
            }
            return super.add(scheduler);
        }

        @Override
        List<Machine> snapshot() {
            if (lists.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("for a test");
            }
            return super.snapshot();
        }
    }

    /** Has the first go on that can, but finds no memory once, for what it is told to. */
    private static final class Forgetful implements Director {

        /** A decision or an act. */
        private @Nullable Enum<?> refuses;

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            refuseOnce(decision);
            return 0;
        }

        @Override
        public void happens(Object goroutine, Act act, @Nullable Object on) {
            refuseOnce(act);
        }

        private void refuseOnce(Enum<?> what) {
            if (what == refuses) {
                refuses = null;
                throw new OutOfMemoryError("for a test");
            }
        }
    }

    private final Lacking machines = new Lacking();
    private final Forgetful director = new Forgetful();
    private final Scheduler scheduler = directed();

    private Scheduler directed() {
        Scheduler s = Schedulers.directed(Runtimes.oneP(), director);
        s.machines = machines;
        return s;
    }

    /** What lacks memory in here fails the test, and not the JVM that it runs in. */
    private void run(Body main) {
        try {
            scheduler.ending().run(main);
        } catch (OutOfMemoryError e) {
            throw new AssertionError("whoever waits for the run lacks memory", e);
        }
    }

    // ---------------------------------------------------------------- in the search

    @Test
    void mWithoutAGoroutine_thatFindsNone_endsTheRun() {
        endsFor(() -> {
            go(() -> director.refuses = Director.Decision.NEXT); // its M looks for the next one
            startTwo();
            chan().recv();
        });
    }

    @Test
    void whoWaits_andFindsNoneToChooseTheNext_isUnwoundWithTheRun() {
        endsFor(() -> {
            startTwo();
            director.refuses = Director.Decision.NEXT;
            chan().recv();
        });
    }

    @Test
    void whoYields_andFindsNoneToChooseTheNext_isUnwoundWithTheRun() {
        endsFor(() -> {
            startTwo();
            director.refuses = Director.Decision.NEXT;
            gosched();
            chan().recv();
        });
    }

    private static void startTwo() {
        go(() -> {});
        go(() -> {});
    }

    /** It comes out of no call. */
    private void endsFor(Body main) {
        boolean[] unwound = {false};
        boolean[] refused = {false};
        GoroutineFailedException thrown = assertThrows(
                GoroutineFailedException.class,
                () -> run(() -> {
                    try {
                        main.run();
                    } catch (OutOfMemoryError e) {
                        refused[0] = true;
                    } finally {
                        unwound[0] = true;
                    }
                }));
        assertInstanceOf(OutOfMemoryError.class, thrown.getCause());
        assertTrue(unwound[0]);
        assertFalse(refused[0]);
        assertHasEnded();
    }

    @Test
    void closing_thatFindsNone_isTriedAgain() {
        int left;
        try {
            run(() -> {
                go(() -> chan().recv());
                gosched();
                machines.lists.set(3);
            });
        } finally {
            left = machines.lists.getAndSet(0); // others than the run look at the list
        }
        assertEquals(0, left);
        assertHasEnded();
    }

    private void assertHasEnded() {
        assertTrue(scheduler.ending.isClosed());
        assertEquals(0, scheduler.live());
    }

    // ---------------------------------------------------------------- of who waits for the others

    @Test
    void whoCannotAwaitQuiet_isNotWokenForItLater() {
        isNotWokenLater(DirectedRun::awaitQuiet);
    }

    @Test
    void whoCannotAwaitTheOthers_isNotWokenForThemLater() {
        isNotWokenLater(DirectedRun::awaitOthers);
    }

    private void isNotWokenLater(Body await) {
        run(() -> {
            Chan<Integer> values = chan();
            go(() -> {
                sleep(Duration.ofHours(1));
                values.send(1);
            });
            machines.lacks = true;
            assertThrows(OutOfMemoryError.class, await::run);
            machines.lacks = false;
            assertEquals(1, values.recv().get());
            await.run();
        });
    }
}
