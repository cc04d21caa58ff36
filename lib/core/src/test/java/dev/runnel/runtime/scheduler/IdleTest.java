package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        all.forEach(m -> assertTrue(idle.machines.put(m)));
        for (int i = 2; i >= 0; i--) {
            assertSame(all.get(i), idle.machines.take());
        }
        assertNull(idle.machines.take());
    }

    @Test
    void machines_beyond64_areNotKept() {
        for (int i = 0; i < 64; i++) {
            assertTrue(idle.machines.put(new Machine(s, 1000 + i)));
        }
        assertFalse(idle.machines.put(new Machine(s, 9999)));
        idle.machines.take();
        assertTrue(idle.machines.put(new Machine(s, 9999)));
    }

    @Test
    void machinesOfAProcessor_areOfAllOnceItIsIdle() {
        Processor p = new Processor(7);
        for (int i = 0; i < 16; i++) {
            assertTrue(p.machines.put(new Machine(s, 1000 + i)));
        }
        assertFalse(p.machines.put(new Machine(s, 9999)), "it has enough");
        assertEquals(1015, p.machines.take().id());
        assertEquals(15, machinesLeftBy(p));
        assertNull(p.machines.take());
    }

    @Test
    void machinesOfAProcessorThatGoes_areOfAll() {
        Processor p = new Processor(7);
        p.stay = Processor.Stay.GOES;
        p.machines.put(new Machine(s, 1000));
        assertEquals(1, machinesLeftBy(p));
        assertEquals(Processor.Stay.GONE, p.stay);
    }

    /**
     * Puts the P down, and gives how many idle Ms there are then for all. These are taken out again, as no thread was
     * started for them.
     */
    private int machinesLeftBy(Processor p) {
        s.lock();
        try {
            s.putIdleLocked(p);
            s.idle.remove(p);
            int left = s.idle.machines.list().size();
            while (s.idle.machines.take() != null) {
                // the next one
            }
            return left;
        } finally {
            s.unlock();
        }
    }

    /** Ms for which one P has no room are for all, and the room that all have does not limit that. */
    @Test
    void machinesOfAProcessor_areTakenHoweverManyThereAre() {
        for (int i = 0; i < 64; i++) {
            idle.machines.put(new Machine(s, 1000 + i));
        }
        IdleMachines others = new IdleMachines(16);
        others.put(new Machine(s, 2000));
        idle.machines.takeAllOf(others);
        assertEquals(0, others.size());
        assertEquals(65, idle.machines.list().size());
        assertEquals(2000, idle.machines.take().id());
        assertEquals(64, idle.machines.size());
        assertFalse(idle.machines.put(new Machine(s, 9999)));
    }

    /** A goroutine that ends leaves its M to the P, and the next one that starts there has it. */
    @Test
    void machines_stayWithTheirProcessor() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> c = chan();
            Set<Machine> seen = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                go(() -> {
                    seen.add(Machine.current());
                    c.send(1);
                });
                c.recv();
                gosched(); // until the goroutine has ended
            }
            assertTrue(seen.size() <= 2, () -> "so many were used: " + seen);
            Machine m = Machine.current();
            m.enter();
            try {
                assertFalse(m.processor().machines.list().isEmpty());
            } finally {
                m.leave();
            }
        });
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
            return s.idle.machines.list().size();
        } finally {
            s.unlock();
        }
    }
}
