package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.carrier.Rider;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * With dedicated carriers, an M that goes on with its P never has to leave its carrier. A rider that is brought there
 * has a turn even so, and soon.
 */
class GoingOnTest {

    /** Far more turns than are needed; they are over long before a slice is. */
    private static final int TURNS = 1_000;

    @BeforeEach
    void onlyDedicated() {
        assumeTrue(RuntimeConfig.fromProperties().carriers() == CarrierMode.DEDICATED);
    }

    /** Comes to a carrier once, as does an M that has lost its own. */
    private static final class Guest extends Rider {
        private final Carrier carrier;

        Guest(Carrier carrier) {
            this.carrier = carrier;
        }

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
            return false;
        }

        @Override
        protected boolean isFor(Carrier other) {
            return false;
        }

        @Override
        protected void passOn(Runnable task) {}

        @Override
        protected void wakeAgain() {}
    }

    private static Carrier here() {
        return Objects.requireNonNull(Machine.current().processor().carrier);
    }

    private static AtomicBoolean guestOf(Carrier carrier) {
        AtomicBoolean hadItsTurn = new AtomicBoolean();
        new Guest(carrier).execute(() -> hadItsTurn.set(true));
        return hadItsTurn;
    }

    /**
     * On a busy machine the watchdog may take the carrier for stuck, and bring the guest to another one; then the test
     * tries again.
     */
    @Test
    void whoYieldsToItself_letsOthersHaveTheCarrier() {
        Runtimes.run(Runtimes.withProcs(1), () -> {
            Carrier carrier;
            AtomicBoolean hadItsTurn;
            do {
                carrier = here();
                hadItsTurn = guestOf(carrier);
                for (int n = 0; n < TURNS && !hadItsTurn.get(); n++) {
                    gosched();
                }
            } while (here() != carrier);
            assertTrue(hadItsTurn.get());
        });
    }

    @Test
    void whoEndsAndIsFollowedOnItsM_letsOthersHaveTheCarrier() {
        Runtimes.run(Runtimes.withProcs(1), () -> {
            Chan<Boolean> result = chan();
            Carrier carrier;
            boolean hadItsTurn;
            do {
                carrier = here();
                AtomicBoolean guest = guestOf(carrier);
                go(() -> follow(guest, TURNS, result));
                hadItsTurn = result.recv().get();
            } while (here() != carrier);
            assertTrue(hadItsTurn);
        });
    }

    private static void follow(AtomicBoolean hadItsTurn, int left, Chan<Boolean> result) {
        if (hadItsTurn.get() || left == 0) {
            result.send(hadItsTurn.get());
        } else {
            go(() -> follow(hadItsTurn, left - 1, result));
        }
    }
}
