package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.scheduler.RuntimeConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The numbers of Ms, and the names of their threads. */
class MachineTest {

    private final Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(1));

    @AfterEach
    void close() {
        s.ending().close();
    }

    /** A scheduler may make more Ms than an int can count. */
    @Test
    void number_isTheOneItWasGiven_asLongAs32BitsHoldIt() {
        for (long id : new long[] {1, Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, (1L << 32) - 1}) {
            Machine m = new Machine(s, id);
            assertEquals(id, m.id());
            assertEquals("M" + id, m.toString());
        }
    }

    @Test
    void thread_hasItsNumberInItsName_ifItIsOneOfTheFirst() {
        assertEquals("runnel-M-1", new Machine(s, 1).thread().getName());
        assertEquals("runnel-M-10000", new Machine(s, 10_000).thread().getName());
        assertEquals("runnel-M", new Machine(s, 10_001).thread().getName());
    }
}
