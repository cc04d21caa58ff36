package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.trace.FlightRecord;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A witness that sees the end of every runtime keeps none from ending. */
class WitnessTest {

    private static final OutOfMemoryError PLANTED = new OutOfMemoryError("planted");

    private static final class Fails extends Witness {
        final AtomicInteger looks = new AtomicInteger();

        @Override
        protected int events(boolean deterministic) {
            return 16;
        }

        @Override
        protected void look(FlightRecord record) {
            looks.incrementAndGet();
            throw PLANTED;
        }
    }

    @Test
    void witnessWithoutMemory_runtimeClosesAllTheSame() {
        Fails witness = new Fails();
        Witness.call(witness);
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            runtime.go(() -> {}).join();
        } finally {
            Witness.dismiss();
        }
        assertEquals(1, witness.looks.get());
        AssertionError objection = Witness.objection(null);
        assertNotNull(objection);
        assertSame(PLANTED, objection.getCause());
    }
}
