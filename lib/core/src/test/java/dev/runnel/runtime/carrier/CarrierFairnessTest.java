package dev.runnel.runtime.carrier;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Several riders may stay on one carrier, each giving way to others: in place, as a waiter for a spin lock does, or by
 * leaving the carrier to the next. If one of those that wait for their turn holds that lock, or came before, it must
 * get its turn; else all wait for ever.
 */
class CarrierFairnessTest {

    private static final int LONG = 5_000;

    /** Asks to be run again whenever it is run. */
    private abstract static class Turning extends Rider {
        final Carrier carrier;
        final AtomicInteger runs = new AtomicInteger();
        final Runnable task = this::runOnce;
        volatile boolean ends;

        Turning(Carrier carrier) {
            this.carrier = carrier;
        }

        abstract void runOnce();

        @Override
        protected boolean resume() {
            boolean mayRunOn = resumable();
            if (mayRunOn) {
                carrier.bring(this);
            }
            return mayRunOn;
        }

        @Override
        protected boolean isFor(Carrier carrier) {
            return resumable();
        }

        @Override
        protected void passOn(Runnable task) {}

        @Override
        protected void wakeAgain() {
            answer();
        }
    }

    /** Acts as a thread that yields in place. */
    private static final class Yielding extends Turning {
        final CountDownLatch haveRun;

        Yielding(Carrier carrier, CountDownLatch haveRun) {
            super(carrier);
            this.haveRun = haveRun;
        }

        @Override
        void runOnce() {
            if (runs.getAndIncrement() == 0) {
                haveRun.countDown();
            }
            if (!ends) {
                execute(task);
            }
        }

        @Override
        protected boolean resumable() {
            return true;
        }

        @Override
        protected boolean left() {
            Thread.yield();
            return false;
        }
    }

    /** Leaves its carrier to its partner, as does an M that passes its P on. */
    private static final class Passing extends Turning {
        Passing partner = this;
        volatile boolean mayGoOn;

        Passing(Carrier carrier) {
            super(carrier);
        }

        @Override
        void runOnce() {
            runs.incrementAndGet();
            mayGoOn = false;
            if (!ends) {
                partner.mayGoOn = true;
                carrier.leaveTo(partner);
            }
            execute(task);
        }

        @Override
        protected boolean resumable() {
            return mayGoOn;
        }

        @Override
        protected boolean left() {
            return false;
        }
    }

    /**
     * Two riders that take turns need not be brought to the carrier, and one that is brought there must not wait for
     * them.
     */
    @Test
    void riderThatIsBrought_getsItsTurn_fromTwoThatLeaveTheCarrierToEachOther() throws InterruptedException {
        Carrier carrier = new Carrier("left to each other");
        Passing first = new Passing(carrier);
        Passing second = new Passing(carrier);
        first.partner = second;
        second.partner = first;
        first.execute(first.task);
        second.execute(second.task);
        first.mayGoOn = true;
        first.wakeAgain();
        CountDownLatch hasRun = new CountDownLatch(1);
        Yielding brought = new Yielding(carrier, hasRun);
        brought.ends = true;
        Thread thread = Thread.ofPlatform().daemon().start(carrier);
        boolean began = hasTurns(first, 1_000);
        brought.execute(brought.task);
        boolean ran = hasRun.await(LONG, MILLISECONDS);
        boolean wentOn = hasTurns(second, second.runs.get() + 1_000);
        first.ends = true;
        second.ends = true;
        carrier.stop();
        thread.join();
        assertTrue(ran, () -> "the two have had " + (first.runs.get() + second.runs.get()) + " turns, the other none");
        assertTrue(began && wentOn, () -> first.runs.get() + " and " + second.runs.get() + " turns, and no more");
    }

    private static boolean hasTurns(Passing rider, int turns) {
        long until = System.nanoTime() + MILLISECONDS.toNanos(LONG);
        while (rider.runs.get() < turns && System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
        return rider.runs.get() >= turns;
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
