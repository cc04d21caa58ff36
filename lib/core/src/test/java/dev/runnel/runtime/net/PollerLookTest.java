package dev.runnel.runtime.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Logged;
import dev.runnel.Runtimes;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** A poller that is not the JVM's, and how it deals with a selector that fails, or is woken at the wrong moment. */
class PollerLookTest {

    private static final long SECOND = 1_000;
    private static final long FOR_EVER = 0;
    private static final int MANY = 10_000;

    private final StubSelector selector = new StubSelector();
    private final Poller poller = new Poller(selector);

    private void assertSelectorAsked(int glances, int waits) {
        assertEquals(glances, selector.glances.get(), "without waiting");
        assertEquals(waits, selector.waits.get(), "to wait");
    }

    // ---------------------------------------------------------------- one look

    /** The selector is woken beforehand, so that no wait here lasts. */
    @Test
    void whatHasLeftMeanwhile_isToldAtOnce() throws IOException {
        StubSocket socket = new StubSocket();
        Departure departure = new Departure(socket.descriptor());
        poller.leave(departure);
        selector.wakeup();
        poller.pollAndReady(SECOND);
        assertSelectorAsked(1, 0);
        assertFalse(socket.isOpen());
        departure.join();
        selector.wakeup();
        poller.pollAndReady(SECOND);
        assertSelectorAsked(1, 1);
    }

    @Test
    void noMemoryToLetGoOfWhatLeaves_itLeavesTheNextTime() throws IOException {
        Departure departure = new Departure(new StubSocket().descriptor());
        poller.leave(departure);
        selector.failures.add(new OutOfMemoryError("planted"));
        poller.pollAndReady(SECOND);
        selector.wakeup();
        poller.pollAndReady(SECOND);
        assertSelectorAsked(2, 0);
        departure.join();
    }

    /** The last waiter could not wake the thread, which had not gone to sleep yet. */
    @Test
    void nobodyWaitsAnyMore_asItIsAboutToSleepForEver_itDoesNot() {
        selector.wakeup();
        poller.pollAndReady(FOR_EVER);
        assertSelectorAsked(1, 0);
    }

    @Test
    void noMemoryToLook_anMFindsNobody_andTheTurnIsFree() {
        selector.failures.add(new OutOfMemoryError("planted"));
        assertFalse(poller.poll());
        assertFalse(poller.poll());
        assertSelectorAsked(2, 0);
    }

    /** The JDK closes it, on another thread, when its connection has failed. */
    @Test
    void socketIsClosedAsTheSelectorTellsOfIt_theLookGoesOn() throws IOException {
        StubSocket socket = new StubSocket();
        try (Selector real = Selector.open()) {
            SelectionKey key = socket.register(real, SelectionKey.OP_READ, socket.descriptor());
            key.cancel();
            assertThrows(CancelledKeyException.class, key::readyOps);
            selector.tells.add(key);
            assertFalse(poller.poll());
            assertSelectorAsked(1, 0);
        } finally {
            socket.close();
        }
    }

    /** A goroutine that waits for a socket, for which the JVM's poller has been asked. */
    private static GoHandle waits(StubSocket socket, PollDescriptor descriptor) {
        GoHandle waits = Go.go(() -> assertEquals(Outcome.READY, descriptor.in().await(false, null)));
        Await.until(() -> socket.key != null);
        return waits;
    }

    /** Likewise. A goroutine that an M has readied is in the queue of the M's P, and the M is to look there. */
    @Test
    void socketIsClosedBeforeTheSelectorIsAsked_anMFindsWhoWaitsForIt() {
        Runtimes.run(2, () -> {
            StubSocket socket = new StubSocket();
            PollDescriptor descriptor = socket.descriptor();
            GoHandle waits = waits(socket, descriptor);
            socket.close();
            poller.arm(descriptor.in());
            assertTrue(poller.poll());
            waits.join();
            descriptor.close(true);
        });
    }

    /** What the selector tells of. */
    private static final class StubKey extends SelectionKey {

        private final IntSupplier ready;

        StubKey(PollDescriptor descriptor, IntSupplier ready) {
            this.ready = ready;
            attach(descriptor);
        }

        @Override
        public int readyOps() {
            return ready.getAsInt();
        }

        @Override
        public int interestOps() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SelectionKey interestOps(int ops) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SelectableChannel channel() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Selector selector() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public void cancel() {}
    }

    @Test
    void noMemoryInTheMidstOfALook_anMFindsWhomItHasToldBefore() {
        Runtimes.run(2, () -> {
            StubSocket socket = new StubSocket();
            PollDescriptor descriptor = socket.descriptor();
            GoHandle waits = waits(socket, descriptor);
            selector.tells.add(new StubKey(descriptor, () -> SelectionKey.OP_READ));
            selector.tells.add(new StubKey(descriptor, () -> {
                throw new OutOfMemoryError("planted");
            }));
            assertTrue(poller.poll());
            waits.join();
            descriptor.close(true);
        });
    }

    /** Else the poller would do nothing but fail, and log that. */
    @Test
    void selectorFails_thereIsAPauseBeforeTheNextLook() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        try (Logged logged = new Logged()) {
            Thread looks = Thread.ofPlatform().start(() -> {
                while (!over.get()) {
                    selector.failures.add(new IOException("planted"));
                    poller.pollAndReady(SECOND);
                }
            });
            try {
                Await.until(() -> LockSupport.getBlocker(looks) == poller || selector.waits.get() >= MANY);
            } finally {
                over.set(true);
                looks.join();
            }
            assertTrue(selector.waits.get() < MANY, "no pause");
            assertTrue(logged.texts().contains("the network poller failed"), logged.texts()::toString);
        }
    }

    /** A pause would take the permit. */
    @Test
    void selectorDoesNotFail_thereIsNoPause() {
        selector.wakeup();
        LockSupport.unpark(Thread.currentThread());
        poller.pollAndReady(SECOND);
        LockSupport.park();
    }

    // ---------------------------------------------------------------- the thread

    private void ends() {
        poller.endWait();
        poller.runtimeEnded();
    }

    /** The selector may have been woken for the other one before it has taken note of this one. */
    @Test
    void whoComesWhileAnotherWakesTheThread_isSeenToo() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        poller.beginWait();
        try (StubSocket first = new StubSocket();
                StubSocket second = new StubSocket()) {
            Await.until(() -> selector.waits.get() == 1);
            selector.mayGoOn = mayGoOn;
            Thread wakes = Thread.ofPlatform()
                    .start(() -> poller.arm(first.descriptor().in()));
            Await.until(() -> selector.waits.get() == 2);
            poller.arm(second.descriptor().in());
            mayGoOn.countDown();
            Await.until(() -> selector.waits.get() == 3);
            wakes.join();
        } finally {
            mayGoOn.countDown();
            ends();
        }
    }

    /** The thread may sleep for as long as nothing else happens. */
    @Test
    void whatLeaves_wakesTheThread() throws IOException {
        poller.beginWait();
        try {
            Await.until(() -> selector.waits.get() == 1);
            StubSocket socket = new StubSocket();
            poller.leave(new Departure(socket.descriptor()));
            Await.until(() -> !socket.isOpen());
        } finally {
            ends();
        }
    }

    @Test
    void runtimeHasEnded_andNobodyWaitsAnyMore_theThreadIsGone() throws ReflectiveOperationException {
        VarHandle thread = MethodHandles.privateLookupIn(Poller.class, MethodHandles.lookup())
                .findVarHandle(Poller.class, "thread", Thread.class);
        poller.beginWait();
        Thread its = (Thread) thread.getVolatile(poller);
        ends();
        assertFalse(its.isAlive());
    }

    /** The end of a runtime is no reason to be in a hurry ever after. */
    @Test
    void threadThatIsStartedAfterTheEndOfARuntime_staysForAWhile() {
        poller.beginWait();
        ends();
        int before = selector.waits.get();
        poller.beginWait();
        boolean waits = true;
        try {
            Await.until(() -> selector.waits.get() == before + 1);
            poller.endWait();
            waits = false;
            selector.wakeup();
            Await.until(() -> selector.waits.get() == before + 2);
        } finally {
            if (waits) {
                poller.endWait();
            }
            poller.runtimeEnded();
        }
    }

    /** The thread may be about to end when what leaves is listed, and another one may be started for somebody else. */
    @Test
    void threadEndsAsARuntimeDoes_theNextSeesToWhatThatHasClosed() throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(Poller.class, MethodHandles.lookup());
        VarHandle thread = lookup.findVarHandle(Poller.class, "thread", Thread.class);
        VarHandle hurry = lookup.findVarHandle(Poller.class, "hurry", boolean.class);
        CountDownLatch found = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread first = Thread.ofPlatform().daemon().start(() -> {
            LockSupport.park();
            found.countDown();
            awaitUninterrupted(mayEnd);
        });
        CountDownLatch nextMayEnd = new CountDownLatch(1);
        Thread next = Thread.ofPlatform().daemon().unstarted(() -> awaitUninterrupted(nextMayEnd));
        thread.setVolatile(poller, first);
        poller.leave(new Departure(new StubSocket().descriptor()));
        FutureTask<Void> end = new FutureTask<>(poller::runtimeEnded, null);
        Thread.ofPlatform().daemon().start(end);
        found.await();
        thread.setVolatile(poller, next);
        mayEnd.countDown();
        first.join();
        for (int round = 0; round < 2; round++) { // the end may still be in a round that saw the first thread
            hurry.setVolatile(poller, false);
            Await.until(() -> (boolean) hurry.getVolatile(poller) || end.isDone());
        }
        assertFalse(end.isDone());
        next.start();
        poller.pollAndReady(SECOND);
        nextMayEnd.countDown();
        end.get();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Only the thread closes what leaves, so it must not wait until the Ms have no time to look. */
    @Test
    void msLookOnAndOn_whatLeavesIsClosedAllTheSame() throws ReflectiveOperationException {
        VarHandle lookedAt = MethodHandles.privateLookupIn(Poller.class, MethodHandles.lookup())
                .findVarHandle(Poller.class, "lookedAt", long.class);
        lookedAt.setVolatile(poller, System.nanoTime() + Duration.ofHours(1).toNanos());
        Runtimes.run(Runtimes.oneP(), () -> {
            poller.beginWait();
            try {
                StubSocket socket = new StubSocket();
                poller.leave(new Departure(socket.descriptor()));
                while (socket.closedBy == null) {
                    Thread.onSpinWait();
                }
            } finally {
                ends();
            }
        });
    }
}
