package dev.runnel.runtime.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which rider is mounted when, and where waiting riders go if the thread is stuck. */
class CarrierTest {

    private final Carrier carrier = new Carrier("the first");
    private final List<StubRider> mounted = Collections.synchronizedList(new ArrayList<>());
    private final StubRider a = rider();
    private final StubRider b = rider();
    private final StubRider c = rider();

    private StubRider rider() {
        StubRider rider = new StubRider();
        rider.riding = () -> mounted.add(rider);
        return rider;
    }

    /** Sends the rider on its way to a carrier. */
    private static void bring(StubRider rider, Carrier to) {
        rider.ask();
        to.bring(rider);
    }

    /** The rider waits for its turn, and may have it; nobody has noticed that. */
    private static void letWait(StubRider rider) {
        rider.mayRunOn = false;
        rider.ask();
        rider.mayRunOn = true;
    }

    private void serveToTheEnd(Carrier served) throws InterruptedException {
        served.stop();
        Thread.ofPlatform().start(served).join();
    }

    /** V6. */
    @Test
    void theFirstThatComes_isMountedFirst_andAllAreBeforeTheEnd() throws InterruptedException {
        assertFalse(carrier.hasArrivals());
        bring(a, carrier);
        bring(b, carrier);
        bring(c, carrier);
        assertTrue(carrier.hasArrivals());
        serveToTheEnd(carrier);
        assertEquals(List.of(a, b, c), mounted);
        assertFalse(carrier.hasArrivals());
    }

    /** Else the rider that came behind it the first time would be mounted with it. */
    @Test
    void whoIsBroughtAgain_comesAlone() throws InterruptedException {
        bring(a, carrier);
        bring(b, carrier);
        serveToTheEnd(carrier);
        bring(a, carrier);
        serveToTheEnd(carrier);
        assertEquals(List.of(a, b, a), mounted);
    }

    @Test
    void sleepingThread_isWokenByWhoIsBrought_andByTheEnd() throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(carrier);
        for (int i = 1; i <= 3; i++) {
            Await.until(() -> thread.getState() == Thread.State.WAITING);
            assertEquals("the first", thread.getName());
            bring(a, carrier);
            int runs = i;
            Await.until(() -> a.runs == runs && a.requestText().equals("none"));
        }
        Await.until(() -> thread.getState() == Thread.State.WAITING);
        carrier.stop();
        thread.join();
    }

    @Test
    void whomARiderLeavesTheCarrierTo_isMountedNext() throws InterruptedException {
        letWait(b);
        a.riding = () -> {
            mounted.add(a);
            carrier.leaveTo(b);
            assertTrue(carrier.hasArrivals());
        };
        bring(a, carrier);
        serveToTheEnd(carrier);
        assertEquals(List.of(a, b), mounted);
        assertEquals(0, b.brought);
        assertEquals(0, b.wakeUps);
        assertFalse(carrier.hasArrivals());
    }

    /** V6: the rider goes behind those that have arrived, and must be brought for that. */
    @Test
    void whomARiderLeavesTheCarrierTo_waitsForWhoHasArrived() throws InterruptedException {
        letWait(b);
        a.riding = () -> {
            mounted.add(a);
            carrier.leaveTo(b);
        };
        bring(a, carrier);
        bring(c, carrier);
        serveToTheEnd(carrier);
        assertEquals(List.of(a, c), mounted);
        assertEquals(1, b.wakeUps);
        assertEquals(1, b.brought);
    }

    /** The rider was brought elsewhere meanwhile, or has not parked yet: it may not know that it was granted a P. */
    @Test
    void whomARiderLeavesTheCarrierTo_butWhoseRequestIsNotThere_isWokenAgain() {
        carrier.leaveTo(b);
        assertNull(carrier.nextAfter(a));
        assertEquals(1, b.wakeUps);
        assertFalse(carrier.hasArrivals());
        assertNull(carrier.nextAfter(a), "once");
        assertEquals(1, b.wakeUps);
        letWait(b);
        carrier.leaveTo(b);
        assertSame(b, carrier.nextAfter(a));
        assertEquals(1, b.wakeUps);
    }

    /** V3. */
    @Test
    void whoHasLeft_isAnswered_whoeverIsNext() {
        letWait(a);
        letWait(b);
        carrier.leaveTo(b);
        assertSame(b, carrier.nextAfter(a));
        assertEquals(1, a.brought);
    }

    /**
     * The rider no longer rides: if the carrier's own thread asks for it, this does not mean that it has yielded there.
     */
    @Test
    void whoHasLeft_andIsAskedForByWhoRidesThere_isBrought() throws InterruptedException {
        b.riding = () -> {
            a.ask();
            mounted.add(b);
        };
        bring(a, carrier);
        bring(b, carrier);
        serveToTheEnd(carrier);
        assertEquals(List.of(a, b), mounted);
        assertEquals("taken", a.requestText());
        assertEquals(2, a.brought);
    }

    /** V7. */
    @Test
    void retired_whoCameAndWhoComes_goesToTheSuccessor_asItIsThen() throws InterruptedException {
        Carrier second = new Carrier("the second");
        Carrier third = new Carrier("the third");
        Carrier[] current = {second};
        bring(a, carrier);
        bring(b, carrier);
        carrier.retireFor(() -> current[0]);
        assertFalse(carrier.hasArrivals());
        current[0] = third;
        bring(c, carrier);
        serveToTheEnd(second);
        assertEquals(List.of(a, b), mounted);
        serveToTheEnd(third);
        assertEquals(List.of(a, b, c), mounted);
        assertSame(third, c.mountedOn());
    }

    @Test
    void retired_itsThreadEnds() throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(carrier);
        Await.until(() -> thread.getState() == Thread.State.WAITING);
        carrier.retireFor(() -> new Carrier("the second"));
        thread.join();
    }

    /** V7a. */
    @Test
    void retired_whomItWasLeftTo_getsOnElsewhere() {
        letWait(b);
        carrier.leaveTo(b);
        carrier.retireFor(() -> new Carrier("the second"));
        assertEquals(1, b.wakeUps);
        assertEquals(1, b.brought);
        assertNull(carrier.nextAfter(a), "its request is taken");
    }
}
