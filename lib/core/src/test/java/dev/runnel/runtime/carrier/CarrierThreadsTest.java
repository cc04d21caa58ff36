package dev.runnel.runtime.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which thread serves a carrier, and when threads that serve none end. */
class CarrierThreadsTest {

    private final CarrierThreads threads = new CarrierThreads();

    @AfterEach
    void end() {
        threads.join();
    }

    private static final class Served {

        private final Carrier carrier;
        private final AtomicReference<Thread> thread = new AtomicReference<>();

        Served(String name) {
            carrier = new Carrier(name);
        }

        private Thread by(CarrierThreads threads) {
            StubRider rider = new StubRider();
            rider.riding = () -> thread.set(Thread.currentThread());
            threads.serve(carrier);
            rider.ask();
            carrier.bring(rider);
            Await.until(() -> thread.get() != null);
            return thread.get();
        }
    }

    @Test
    void eachCarrier_hasAThread_thatIsCalledLikeIt() {
        Served first = new Served("first");
        Served second = new Served("second");
        Thread one = first.by(threads);
        Thread other = second.by(threads);
        assertNotSame(one, other);
        assertEquals("first", one.getName());
        assertEquals("second", other.getName());
        assertTrue(OwnThreads.isOne(one) && one.isDaemon());
        assertEquals(2, threads.serving());
        first.carrier.stop();
        Await.until(() -> threads.serving() == 1);
        Await.until(() -> one.getName().equals("runnel-spare"));
        assertEquals("second", other.getName());
        second.carrier.stop();
        Await.until(() -> threads.serving() == 0);
    }

    /** Threads that have been told to stop end; one that serves no carrier does not stay for its second. */
    @Test
    void join_allThreadsHaveEnded_thoseOfNoCarrier_too() {
        Served first = new Served("first");
        Served second = new Served("second");
        Thread one = first.by(threads);
        Thread other = second.by(threads);
        first.carrier.stop();
        Await.until(() -> threads.serving() == 1);
        second.carrier.stop();
        threads.join();
        assertFalse(one.isAlive());
        assertFalse(other.isAlive());
        assertEquals(0, threads.serving());
    }

    @Test
    void threadThatCannotBeNotedDownAsIdle_ends() {
        CarrierThreads lacking = new CarrierThreads(new ArrayList<>() {
            @Override
            public boolean add(CarrierThreads.Server idle) {
                throw new OutOfMemoryError("for a test");
            }
        });
        Served first = new Served("first");
        Thread one = first.by(lacking);
        first.carrier.stop();
        Await.until(() -> !one.isAlive());
        assertTrue(lacking.tryLock(), "the lock was not given back");
        lacking.unlock();
        assertEquals(0, lacking.serving());
        Served second = new Served("second");
        second.by(lacking);
        second.carrier.stop();
        lacking.join();
    }

    @Test
    void join_byWhoIsInterrupted_waitsAllTheSame_andStaysSo() {
        Served served = new Served("first");
        Thread thread = served.by(threads);
        served.carrier.stop();
        Thread.currentThread().interrupt();
        threads.join();
        assertTrue(Thread.interrupted());
        assertFalse(thread.isAlive());
    }
}
