package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the check of a scheduler finds. Damage is done by hand, under the lock, and repaired before the next test looks. */
class SoundnessTest {

    private final Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(2));

    @AfterEach
    void close() {
        s.ending().close();
    }

    @Test
    void soundScheduler_atRestAndAtWork() {
        assertDoesNotThrow(s.view::checkQueues);
        Chan<Integer> never = Go.chan();
        s.go("waits", never::recv);
        Await.until(() -> !s.view.waitedFor().isEmpty());
        s.view.checkQueues();
        s.go("runs", () -> s.view.checkQueues());
        Await.until(() -> s.live() == 1);
    }

    @Test
    void sameGoroutineTwiceInTheGlobalQueue_isFound() {
        Goroutine g = runnable();
        s.lock();
        s.global.put(g);
        s.global.put(g);
        s.unlock();
        assertFinds("twice", "ends with");
        s.lock();
        s.global.take();
        g.setLink(null);
        s.global.take();
        s.unlock();
    }

    @Test
    void goroutineThatIsNotRunnable_inTheGlobalQueue_isFound() {
        Goroutine g = new Goroutine(s, 1000, 0, Particulars.of("new", List.of()), () -> {});
        s.lock();
        s.global.put(g);
        s.unlock();
        assertFinds("IDLE");
        s.lock();
        s.global.take();
        s.unlock();
    }

    @Test
    void idleProcessorWithAHolder_isFound() {
        Processor p = s.processors[0];
        Machine m = new Machine(s, 1000);
        p.holder = m;
        assertFinds("held by");
        p.holder = null;
    }

    @Test
    void processorThatIsIdleAndNotListed_isFound() {
        s.processors[1].idle = false;
        assertFinds("listed: true");
        s.processors[1].idle = true;
    }

    private Goroutine runnable() {
        Goroutine g = new Goroutine(s, 1000, 0, Particulars.of("new", List.of()), () -> {});
        g.become(GoroutineStatus.RUNNABLE);
        return g;
    }

    private void assertFinds(String... oneOf) {
        AssertionError found = assertThrows(AssertionError.class, s.view::checkQueues);
        boolean named = false;
        for (String text : oneOf) {
            named |= String.valueOf(found.getMessage()).contains(text);
        }
        assertTrue(named, found::getMessage);
    }
}
