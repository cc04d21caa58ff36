package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Coming back from the JDK: to an idle P, or else to the end of the global queue; P17, P55. */
class OutsideTest {

    private final CountDownLatch latch = new CountDownLatch(1);
    private final AtomicBoolean back = new AtomicBoolean();

    /** Returns when the goroutine is blocked in the JDK and has lost its P. */
    private GoHandle block(Scheduler s, Runnable then) {
        GoHandle blocked = go(() -> {
            latch.await();
            go(() -> {}); // in shared mode the goroutine runs without a P until it calls in
            then.run();
            back.set(true);
        });
        while (s.outside.count() != 1) {
            Go.gosched(); // a pause in the JDK would put main outside, too
        }
        return blocked;
    }

    @Test
    void whoComesBack_whileNoPIsIdle_isInTheGlobalQueue() {
        TwoPs.run(1, () -> {
            Scheduler s = Scheduler.current();
            List<String> trace = new ArrayList<>();
            GoHandle blocked = block(s, () -> trace.add("back"));
            go(() -> trace.add("ring"));
            go(() -> trace.add("next"));
            latch.countDown();
            TwoPs.spinUntil(() -> s.global.size() == 1);
            assertFalse(back.get());
            assertEquals(0, s.outside.count());
            blocked.join();
            assertEquals(List.of("next", "ring", "back"), trace);
        });
    }

    @Test
    void whoComesBack_whileAPIsIdle_goesOnThere() {
        TwoPs.run(2, () -> {
            Scheduler s = Scheduler.current();
            GoHandle blocked = block(s, () -> {});
            TwoPs.spinUntil(() -> s.idle.processors() == 1);
            latch.countDown();
            TwoPs.spinUntil(back::get); // main keeps its own P
            assertEquals(0, s.outside.count());
            blocked.join();
        });
    }
}
