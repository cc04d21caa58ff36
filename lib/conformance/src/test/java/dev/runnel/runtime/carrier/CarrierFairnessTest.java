package dev.runnel.runtime.carrier;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Several riders may stay on one carrier, each giving way in place to the holder of a spin lock. If one of them is that
 * holder, as a select is that has some of its locks and waits for the next, it must get its turn; else all wait for ever.
 */
class CarrierFairnessTest {

    private static final Duration LONG = Duration.ofSeconds(5);

    /** Asks to be run again whenever it is run, as a thread does that yields in place. */
    private static final class Yielding extends Rider {
        final Carrier carrier;
        final AtomicInteger runs = new AtomicInteger();
        volatile boolean ends;

        Yielding(Carrier carrier) {
            this.carrier = carrier;
        }

        void runOnce() {
            runs.incrementAndGet();
            if (!ends) {
                execute(task);
            }
        }

        final Runnable task = this::runOnce;

        @Override
        protected boolean resumable() {
            return true;
        }

        @Override
        protected boolean resume() {
            carrier.bring(this);
            return true;
        }

        @Override
        protected boolean left() {
            Thread.yield();
            return false;
        }
    }

    @Test
    void ridersThatYieldInPlaceOnOneCarrier_allGetTheirTurn() throws InterruptedException {
        Carrier carrier = new Carrier("shared by two");
        Yielding first = new Yielding(carrier);
        Yielding second = new Yielding(carrier);
        first.execute(first.task);
        second.execute(second.task);
        Thread thread = Thread.ofPlatform().daemon().start(carrier);
        Instant end = Instant.now().plus(LONG);
        while ((first.runs.get() == 0 || second.runs.get() == 0)
                && Instant.now().isBefore(end)) {
            Thread.sleep(1);
        }
        int least = Math.min(first.runs.get(), second.runs.get());
        int most = Math.max(first.runs.get(), second.runs.get());
        first.ends = true;
        second.ends = true;
        carrier.stop();
        thread.join();
        assertTrue(least > 0, () -> "one has had " + most + " turns, the other none");
    }
}
