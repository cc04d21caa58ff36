package dev.runnel.planted.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.goexit;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.planted.Program;
import dev.runnel.scheduler.DeadlockException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Goroutines: each runs, ends, and is seen to end; and what happens when none can run. */
public final class SchedulerPrograms {

    private SchedulerPrograms() {}

    /** P8, P104: each goroutine runs once, though several are started before one can run. */
    @Program
    public static void eachGoRunsOnce() {
        int[] ran = new int[10];
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < ran.length; i++) {
            int mine = i;
            all.add(go(() -> ran[mine]++));
        }
        all.forEach(GoHandle::join);
        for (int count : ran) {
            assertEquals(1, count);
        }
    }

    /** The end is seen by whoever waits for it, before it and after it, by join and by select; and not earlier. */
    @Program
    public static void joinSeesTheEnd() {
        boolean[] ended = {false};
        GoHandle handle = go(() -> {
            try {
                gosched();
            } finally {
                gosched();
                ended[0] = true;
            }
        });
        GoHandle other = go(() -> {
            select().recv(handle.done(), () -> {}).run();
            assertTrue(ended[0]);
        });
        handle.join();
        assertTrue(ended[0]);
        assertTrue(handle.hasEnded());
        handle.join();
        other.join();
        other.join();
        GoHandle quick = go(() -> {});
        sleep(Duration.ofMillis(1));
        quick.join();
    }

    /** P45: a goroutine that ends early goes through its finally blocks, and others go on. */
    @Program
    public static void goexitHandsOver() {
        Chan<Integer> c = chan();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int mine = i;
            all.add(go(() -> {
                try {
                    goexit();
                } finally {
                    c.send(mine);
                }
            }));
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += c.recv().get();
        }
        assertEquals(3, sum);
        all.forEach(GoHandle::join);
    }

    /** P40: a loop that yields sees what others do; where priorities are strict it need not. */
    @Program(runs = 1)
    public static void goschedLetsOthersRun() {
        boolean[] seen = {false};
        go(() -> seen[0] = true);
        while (!seen[0]) {
            gosched();
        }
    }

    /** P76: nobody can ever run again. */
    @Program(failsWith = DeadlockException.class)
    public static void deadlockIsFound() {
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        go(() -> {
            a.recv();
            b.send(1);
        });
        sleep(Duration.ofMillis(1));
        b.recv();
    }

    /** What a goroutine throws ends the run. */
    @Program(failsWith = IllegalArgumentException.class)
    public static void failureComesOut() {
        Chan<Integer> never = chan();
        go(() -> {
            sleep(Duration.ofMillis(1));
            throw new IllegalArgumentException("as it should");
        });
        never.recv();
    }
}
