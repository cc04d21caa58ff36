package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Runtimes;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.SpawnPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A goroutine of a deterministic run finds no memory in the midst of a step, which can neither be left nor made again:
 * the run ends.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NoMemoryMidwayTest {

    private final Forgetful director = new Forgetful();

    /** To find out where it was made takes memory. */
    private static final class Homeless implements Home.Homed {

        @Override
        public boolean isForeignTo(@Nullable Home bubble) {
            return false;
        }

        @Override
        public boolean isWhollyOf(@Nullable Home bubble) {
            throw new OutOfMemoryError("for a test");
        }
    }

    /** The error comes out of no call. */
    private static void endsFor(Scheduler s, Body main) {
        boolean[] refused = {false};
        GoroutineFailedException thrown = assertThrows(
                GoroutineFailedException.class,
                () -> s.mainRun().run(() -> {
                    try {
                        main.run();
                    } catch (OutOfMemoryError e) {
                        refused[0] = true;
                    }
                }));
        assertInstanceOf(OutOfMemoryError.class, thrown.getCause());
        assertFalse(refused[0]);
        assertTrue(s.ending.isClosed());
        assertEquals(0, s.live());
    }

    /** Whether that comes from outside is asked when it waits already, and under the locks of what it waits on. */
    @Test
    void whoWaitsInABubble_andFindsNoneToSeeForWhat() {
        endsFor(Schedulers.bubble(Runtimes.oneP(), director), () -> {
            Goroutine me = Goroutine.current();
            me.enter();
            long unused = me.openWait();
            me.waiting(WaitReason.SELECT, new Homeless());
            me.park(Strand.NO_DEADLINE, false);
        });
    }

    /** The director knows of the new one, which has been counted. */
    @Test
    void whoStartsOneThatRunsFirst_andFindsNoneToSaySo() {
        endsFor(Schedulers.directed(Runtimes.oneP().withSpawn(SpawnPolicy.CONTINUATION), director), () -> {
            director.refuses = Director.Act.PREEMPT;
            go(() -> {});
            chan().recv();
        });
    }
}
