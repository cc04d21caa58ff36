package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.runnel.Await;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What some JDKs do now and then (JDK-8346175, JDK-8369227): an M is given a P and unparked, and sleeps on. */
class LostWakeUpTest {

    @Test
    void machineThatSleepsThroughItsGrant_isWokenAgain() throws ReflectiveOperationException {
        VarHandle granted = MethodHandles.privateLookupIn(Grantee.class, MethodHandles.lookup())
                .findVarHandle(Grantee.class, "granted", Processor.class);
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(1));
        try {
            Goroutine first = s.go("first", () -> {});
            Await.until(() -> first.hasEnded() && s.allIdle());
            Goroutine second = new Goroutine(s, 2, 0, Particulars.of("second", List.of()), () -> {});
            second.become(GoroutineStatus.RUNNABLE);
            s.lock();
            s.processors[0].created++;
            Machine m = s.idle.machines.take();
            Processor p = s.takeIdleLocked();
            s.unlock();
            assertNotNull(m);
            assertNotNull(p);
            Await.until(() -> s.isDedicated()
                    ? m.requestText().equals("pending")
                    : m.thread().getState() == Thread.State.WAITING);
            m.start = second;
            p.holder = m;
            granted.setVolatile(m, p); // without a wake-up
            Await.until(second::hasEnded);
        } finally {
            s.ending().close();
        }
    }
}
