package dev.runnel.runtime.carrier;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Several riders may stay on one carrier, each giving way in place to the holder of a spin lock. If one of them is that
 * holder, as a select is that has some of its locks and waits for the next, it must get its turn; else all wait for ever.
 */
class CarrierFairnessTest {

    private static final int LONG = 5_000;

    /** Asks to be run again whenever it is run, as a thread does that yields in place. */
    private static final class Yielding extends Rider {
        final Carrier carrier;
        final CountDownLatch haveRun;
        final AtomicInteger runs = new AtomicInteger();
        volatile boolean ends;

        Yielding(Carrier carrier, CountDownLatch haveRun) {
            this.carrier = carrier;
            this.haveRun = haveRun;
        }

        void runOnce() {
            if (runs.getAndIncrement() == 0) {
                haveRun.countDown();
            }
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
        protected void passOn(Runnable task) {}

        @Override
        protected boolean left() {
            Thread.yield();
            return false;
        }
    }

    @Test
    void ridersThatYieldInPlaceOnOneCarrier_allGetTheirTurn() throws InterruptedException {
        Carrier carrier = new Carrier("shared by two");
        CountDownLatch bothHaveRun = new CountDownLatch(2);
        Yielding first = new Yielding(carrier, bothHaveRun);
        Yielding second = new Yielding(carrier, bothHaveRun);
        first.execute(first.task);
        second.execute(second.task);
        Thread thread = Thread.ofPlatform().daemon().start(carrier);
        boolean haveRun = bothHaveRun.await(LONG, MILLISECONDS);
        int most = Math.max(first.runs.get(), second.runs.get());
        first.ends = true;
        second.ends = true;
        carrier.stop();
        thread.join();
        assertTrue(haveRun, () -> "one has had " + most + " turns, the other none");
    }
}
