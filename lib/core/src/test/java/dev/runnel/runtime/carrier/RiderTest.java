package dev.runnel.runtime.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the request of a rider stands, step by step; the test plays the JDK, the rider's thread and its M. */
class RiderTest {

    private final Carrier carrier = new Carrier("stub");
    private final StubRider rider = new StubRider();

    private void ride() {
        rider.ride(carrier);
    }

    private static void byAnother(Runnable action) throws InterruptedException {
        Thread.ofPlatform().start(action).join();
    }

    @Test
    void whoMayRunOn_isBroughtWhenAskedFor() {
        rider.ask();
        assertEquals("taken", rider.requestText());
        assertEquals(1, rider.brought);
        ride();
        assertEquals("none", rider.requestText());
        assertEquals(1, rider.runs);
        assertSame(carrier, rider.mountedOn());
    }

    @Test
    void whoMayNotRunOn_isBroughtWhenHeMay_once() {
        rider.mayRunOn = false;
        rider.ask();
        assertEquals("pending", rider.requestText());
        rider.wakeAgain();
        assertEquals(0, rider.brought);
        rider.mayRunOn = true;
        rider.wakeAgain();
        assertEquals("taken", rider.requestText());
        rider.wakeAgain();
        assertEquals(1, rider.brought);
    }

    /** V2a: the pending request was an old one, which nobody thought worth an answer. */
    @Test
    void whoIsAskedForAgain_isLookedAtAgain() {
        rider.mayRunOn = false;
        rider.ask();
        rider.mayRunOn = true;
        rider.ask();
        assertEquals("taken", rider.requestText());
        assertEquals(1, rider.brought);
    }

    /** V2. */
    @Test
    void whatIsAskedOnTheWay_isAnsweredByTheRunThatComes() {
        rider.ask();
        rider.ask();
        rider.ask();
        assertEquals("taken, asked again", rider.requestText());
        assertEquals(1, rider.brought);
        ride();
        assertEquals("none", rider.requestText());
    }

    /** V3. */
    @Test
    void whatIsAskedDuringARide_isAnsweredWhenTheCarrierHasSeenItLeave() {
        rider.ask();
        rider.riding = () -> byAnother(rider::ask);
        ride();
        assertEquals("pending", rider.requestText());
        assertEquals(1, rider.brought);
        carrier.nextAfter(rider);
        assertEquals("taken", rider.requestText());
        assertEquals(2, rider.brought);
    }

    @Test
    void whoYieldsOnItsCarrier_hasAskedWhenItHasLeft() throws InterruptedException {
        rider.ask();
        rider.riding = rider::ask;
        Thread thread = Thread.ofPlatform().start(carrier); // else the carrier is nobody's, and the rider is not on it
        carrier.bring(rider);
        carrier.stop();
        thread.join();
        assertEquals(1, rider.runs);
        assertEquals("taken", rider.requestText(), "the carrier has answered");
        assertEquals(2, rider.brought);
    }

    /** Else the rider would be run once more when it has left. */
    @Test
    void whoYieldsOnItsCarrier_andGoesOnAtOnce_hasTakenItsRequest() throws InterruptedException {
        rider.ask();
        boolean[] takes = new boolean[2];
        rider.riding = () -> {
            rider.ask();
            takes[0] = rider.takesRequest();
            takes[1] = rider.takesRequest();
        };
        Thread thread = Thread.ofPlatform().start(carrier);
        carrier.bring(rider);
        carrier.stop();
        thread.join();
        assertTrue(takes[0]);
        assertFalse(takes[1]);
        assertEquals("none", rider.requestText());
    }

    @Test
    void whoIsToRunOnAtOnce_doesNotLeave() {
        rider.ask();
        rider.goesOn = 2;
        ride();
        assertEquals(3, rider.runs);
        assertEquals("none", rider.requestText());
    }

    /** A rider that goes on at once may have taken what was asked meanwhile: nobody else answers that. */
    @Test
    void whatWasAskedDuringARide_isTakenOnce() {
        rider.ask();
        rider.riding = () -> {
            assertFalse(rider.takesRequest());
            byAnother(rider::ask);
            assertEquals("taken, asked again", rider.requestText());
            assertTrue(rider.takesRequest());
            assertFalse(rider.takesRequest());
        };
        ride();
        assertEquals("none", rider.requestText());
    }

    /** Whoever is to bring the rider sees at the last moment that it may not run on, and then that it may. */
    @Test
    void requestThatIsPutBack_isLookedAtOnceMore() {
        rider.notYet = 1;
        rider.ask();
        assertEquals("taken", rider.requestText());
        assertEquals(1, rider.brought);
        ride();
        rider.mayRunOn = false;
        rider.ask();
        rider.mayRunOn = true;
        rider.notYet = 2;
        rider.wakeAgain();
        assertEquals("taken", rider.requestText());
        assertEquals(2, rider.brought);
    }

    @Test
    void requestThatIsPutBack_stays() {
        rider.mayRunOn = false;
        rider.ask();
        assertTrue(rider.take());
        assertFalse(rider.take(), "nobody else has it");
        assertEquals("taken", rider.requestText());
    }

    /** V4. */
    @Test
    void otherContinuation_isPassedOn_whereverTheRequestStands() {
        Runnable stranger = () -> {};
        rider.ask();
        rider.execute(stranger);
        assertEquals("taken", rider.requestText());
        ride();
        rider.execute(stranger);
        assertEquals("none", rider.requestText());
        assertEquals(List.of(stranger, stranger), rider.passedOn);
        assertEquals(1, rider.brought);
    }

    /** A lack of memory in the JDK does not end the carrier. */
    @Test
    void rideThatEndsForLackOfMemory_isOneLikeAnyOther() {
        rider.ask();
        rider.riding = () -> {
            throw new OutOfMemoryError("planted");
        };
        ride();
        assertEquals("none", rider.requestText());
        assertEquals(1, rider.leaves);
    }

    @Test
    void whoWasNeverStarted_cannotRide() {
        assertThrows(IllegalStateException.class, this::ride);
    }

    @Test
    void atACarrier_onlyAPendingRequestOfWhoIsForThere_isTaken() {
        assertFalse(rider.takeAt(carrier), "nobody has asked");
        rider.mayRunOn = false;
        rider.ask();
        assertFalse(rider.takeAt(carrier), "it is not for there");
        rider.mayRunOn = true;
        assertTrue(rider.takeAt(carrier));
        assertEquals("taken", rider.requestText());
        assertFalse(rider.takeAt(carrier), "it is taken");
    }
}
