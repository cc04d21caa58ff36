package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Time slices on one P, ended by hand: what begins one, and which goroutine comes next when one is over. */
class SliceTest {

    private final List<String> trace = new ArrayList<>();

    private static Processor here() {
        return Machine.current().processor();
    }

    /** P13, P26, P39: a pair that only wakes each other is one slice, and the tick of its P stands still. */
    @Test
    void tick_ofAPair_standsStill() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> there = chan();
            Chan<Integer> back = chan();
            go(() -> there.forEach(back::send));
            there.send(0);
            back.recv();
            int before = here().tick;
            for (int i = 0; i < 100; i++) {
                there.send(i);
                back.recv();
            }
            assertEquals(before, here().tick);
            there.close();
        });
    }

    @Test
    void sliceWithoutEnd_keepsNobodyElseWaiting() {
        try (GoRuntime runtime =
                new GoRuntime(Runtimes.withProcs(1).withTimeSlice(Duration.ofSeconds(Long.MAX_VALUE)))) {
            CountDownLatch other = new CountDownLatch(1);
            GoHandle blocked = runtime.go(other::await); // keeps the P until the watchdog has taken it
            runtime.go(other::countDown);
            blocked.join();
        }
    }

    /**
     * P39: each goroutine from the ring or the global queue begins a slice; {@code next} goes on with the current one.
     */
    @Test
    void tick_countsWhatIsNotNext() {
        Runtimes.run(Runtimes.oneP(), () -> {
            int before = here().tick;
            for (int i = 0; i < 5; i++) {
                go(() -> {});
            }
            Go.gosched();
            assertEquals(before + 4 + 1, here().tick);
        });
    }

    /**
     * P42, P17: a goroutine whose slice is over goes behind all others, including those in the global queue. The second
     * round counts: in the first one classes are loaded, and a goroutine that waits for that may lose its P.
     */
    @Test
    void sliceThatIsOver_putsItsGoroutineBehindTheGlobalQueue() {
        GoRuntime runtime = new GoRuntime(Runtimes.oneP());
        runtime.run(() -> {
            sliceIsOver(runtime);
            trace.clear();
            sliceIsOver(runtime);
        });
        assertEquals(List.of("receiver", "ring", "next", "global", "main"), trace);
    }

    private void sliceIsOver(GoRuntime runtime) {
        AtomicReference<GoHandle> fromOutside = new AtomicReference<>();
        Chan<Integer> c = chan();
        GoHandle receiver = go(() -> {
            c.recv();
            trace.add("receiver");
        });
        Go.gosched();
        Thread.ofPlatform().start(() -> fromOutside.set(runtime.go(() -> trace.add("global"))));
        TwoPs.spinUntil(() -> fromOutside.get() != null); // no call: the P is kept
        GoHandle ring = go(() -> trace.add("ring"));
        GoHandle next = go(() -> trace.add("next"));
        here().sliceOver = true;
        c.send(1);
        trace.add("main");
        receiver.join();
        ring.join();
        next.join();
        fromOutside.get().join();
    }

    /** P43: the watchdog says so when a slice has lasted too long, whatever its goroutine does. */
    @Test
    void sliceThatLastsTooLong_isOver() {
        Runtimes.run(1, () -> {
            Processor p = here();
            while (!p.sliceOver) {
                Thread.onSpinWait(); // no call: the P is kept
            }
        });
    }

    /** P13, P43: a slice that is over is not passed on by {@code next}. */
    @Test
    void sliceThatIsOver_isNotInherited() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> done = chan(2);
            for (String name : List.of("ring", "next")) {
                go(() -> {
                    trace.add(name);
                    done.send(1);
                });
            }
            here().sliceOver = true;
            done.recv(); // waits: the P looks for another
            done.recv();
        });
        assertEquals(List.of("ring", "next"), trace);
    }
}
