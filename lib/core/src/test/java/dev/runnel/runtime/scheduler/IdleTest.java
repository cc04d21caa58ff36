package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The idle Ps and the idle Ms: last in, first out, P5; and that idle Ms are taken up again, P38. */
class IdleTest {

    private final Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(1));
    private final Idle idle = new Idle();

    @AfterEach
    void close() {
        s.ending().close();
    }

    @Test
    void processors_areLastInFirstOut() {
        List<Processor> all = List.of(new Processor(0), new Processor(1), new Processor(2));
        all.forEach(idle::put);
        assertEquals(3, idle.processors());
        for (int i = 2; i >= 0; i--) {
            assertSame(all.get(i), idle.takeProcessor());
        }
        assertNull(idle.takeProcessor());
        assertEquals(0, idle.processors());
    }

    @Test
    void machines_areLastInFirstOut() {
        List<Machine> all = List.of(new Machine(s, 1000), new Machine(s, 1001), new Machine(s, 1002));
        all.forEach(m -> assertTrue(idle.put(m)));
        for (int i = 2; i >= 0; i--) {
            assertSame(all.get(i), idle.takeMachine());
        }
        assertNull(idle.takeMachine());
    }

    @Test
    void machines_beyond64_areNotKept() {
        for (int i = 0; i < 64; i++) {
            assertTrue(idle.put(new Machine(s, 1000 + i)));
        }
        assertFalse(idle.put(new Machine(s, 9999)));
        idle.takeMachine();
        assertTrue(idle.put(new Machine(s, 9999)));
    }

    @Test
    void goroutinesOneAfterTheOther_needOneM() {
        for (int i = 0; i < 100; i++) {
            s.go(null, () -> {});
            Await.until(() -> s.live() == 0 && idleMachines() == s.machines.size());
        }
        assertEquals(1, s.machines.size());
    }

    private int idleMachines() {
        s.lock();
        try {
            return s.idle.listMachines().size();
        } finally {
            s.unlock();
        }
    }
}
