package dev.runnel.runtime.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Schedulers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What the poller does when a socket makes things difficult, and how sockets leave. */
class PollerTest {

    private static boolean isPoller(Thread thread) {
        return thread.getName().equals("runnel-net");
    }

    /** As if somebody had waited for it, so that the poller has to close it. */
    private static PollDescriptor armed(StubSocket socket) {
        PollDescriptor descriptor = socket.descriptor();
        descriptor.arming();
        return descriptor;
    }

    private static boolean isWaitedFor(PollDescriptor descriptor) {
        return waitersFor(descriptor) > 0;
    }

    private static long waitersFor(PollDescriptor descriptor) {
        return Schedulers.all().stream()
                .flatMap(scheduler -> scheduler.view().waitedFor().stream())
                .filter(on -> on == descriptor)
                .count();
    }

    /** A socket for which the selector could not be asked, and those that were to follow, are listed again. */
    @Test
    void noMemoryToAskTheSelector_itIsAskedTheNextTime() {
        Runtimes.runOnAll(() -> {
            List<StubSocket> sockets = new ArrayList<>();
            List<GoHandle> waits = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                StubSocket socket = new StubSocket();
                socket.registerFails.set(i % 3);
                sockets.add(socket);
                PollDescriptor descriptor = socket.descriptor();
                waits.add(Go.go(() -> {
                    assertEquals(Outcome.READY, descriptor.in().await(false, null));
                    descriptor.close(true);
                    assertTrue(isPoller(socket.closedBy));
                }));
            }
            for (StubSocket socket : sockets) {
                socket.becomeReady();
            }
            waits.forEach(GoHandle::join);
            for (StubSocket socket : sockets) {
                assertTrue(socket.registerFails.get() < 0, "it is registered");
            }
        });
    }

    /**
     * A wait that is given up stays in the list until the list is looked at, so one who waits again is in it already.
     */
    @Test
    void whoWaitsAgainBeforeTheSelectorWasAsked_isAskedForOnce_andSoAreOthers() {
        Runtimes.run(2, () -> {
            CountDownLatch mayClose = new CountDownLatch(1);
            try {
                StubSocket busy = new StubSocket();
                busy.mayClose = mayClose;
                armed(busy).close(false);
                Await.until(() -> busy.closedBy != null);
                StubSocket first = new StubSocket();
                StubSocket again = new StubSocket();
                PollDescriptor descriptor = again.descriptor();
                GoHandle other = waits(first.descriptor(), Outcome.READY);
                GoHandle givesUp = waits(descriptor, Outcome.TIMEOUT);
                descriptor.in().setDeadline(Current.now());
                givesUp.join();
                descriptor.in().setDeadline(Strand.NO_DEADLINE);
                GoHandle comesBack = waits(descriptor, Outcome.READY);
                mayClose.countDown();
                first.becomeReady();
                again.becomeReady();
                Await.until(() -> other.hasEnded() && comesBack.hasEnded());
            } finally {
                mayClose.countDown();
            }
        });
    }

    private static GoHandle waits(PollDescriptor descriptor, Outcome until) {
        GoHandle handle = Go.go(() -> {
            assertEquals(until, descriptor.in().await(false, null));
            if (until == Outcome.READY) {
                descriptor.close(true);
            }
        });
        Await.until(() -> isWaitedFor(descriptor));
        return handle;
    }

    /** Else the selector would tell of it again and again. */
    @Test
    void whatIsReadyAndNobodyWaitsFor_isNotAskedForAnyMore() {
        Runtimes.runOnAll(() -> {
            StubSocket idle = new StubSocket();
            idle.becomeReady();
            PollDescriptor ready = idle.descriptor();
            assertEquals(Outcome.READY, ready.in().await(false, null));
            StubSocket other = new StubSocket();
            GoHandle waits = waits(other.descriptor(), Outcome.READY);
            Await.until(() -> Objects.requireNonNull(idle.key).interestOps() == 0);
            other.becomeReady();
            waits.join();
            ready.close(true);
        });
    }

    /** I9. */
    @Test
    void whatNobodyHasWaitedFor_isClosedAtOnce_elseThePollerClosesIt() {
        Runtimes.runOnAll(() -> {
            StubSocket fresh = new StubSocket();
            fresh.descriptor().close(false);
            assertSame(Thread.currentThread(), fresh.closedBy);
            StubSocket known = new StubSocket();
            armed(known).close(true);
            assertTrue(isPoller(known.closedBy));
            assertFalse(known.isOpen());
        });
    }

    @Test
    void failureToClose_isToldToWhoWaitsForIt_once() {
        Runtimes.runOnAll(() -> {
            StubSocket socket = new StubSocket();
            socket.closeFails = new IOException("planted");
            PollDescriptor descriptor = armed(socket);
            assertSame(socket.closeFails, assertThrows(IOException.class, () -> descriptor.close(true)));
            descriptor.close(true);
            StubSocket other = new StubSocket();
            other.closeFails = new IOException("planted");
            armed(other).close(false);
            Await.until(() -> other.closedBy != null);
        });
    }

    /**
     * One goroutine has the socket closed, the other waits for that. If they were not counted this might be taken for a
     * deadlock.
     */
    @Test
    void whoWaitsForASocketToLeave_isCounted() {
        Runtimes.run(2, () -> {
            CountDownLatch mayClose = new CountDownLatch(1);
            try {
                StubSocket socket = new StubSocket();
                socket.mayClose = mayClose;
                PollDescriptor descriptor = armed(socket);
                GoHandle first = Go.go(() -> descriptor.close(true));
                GoHandle second = Go.go(() -> descriptor.close(true));
                Await.until(() -> waitersFor(descriptor) == 2);
                assertTrue(
                        Poller.opened().waiting() >= 2,
                        () -> "" + Poller.opened().waiting());
                mayClose.countDown();
                first.join();
                second.join();
            } finally {
                mayClose.countDown();
            }
        });
    }

    /** Else the port of a listener would not be free when the close returns. */
    @Test
    void interrupt_doesNotEndTheWaitForASocketToLeave() {
        Runtimes.runOnAll(() -> {
            CountDownLatch mayClose = new CountDownLatch(1);
            try {
                StubSocket socket = new StubSocket();
                socket.mayClose = mayClose;
                PollDescriptor descriptor = armed(socket);
                GoHandle closes = Go.go(() -> {
                    Thread.currentThread().interrupt();
                    descriptor.close(true);
                    assertTrue(Thread.interrupted());
                    assertEquals(0, mayClose.getCount());
                });
                Await.until(() -> isWaitedFor(descriptor) || closes.hasEnded());
                mayClose.countDown();
                closes.join();
            } finally {
                mayClose.countDown();
            }
        });
    }

    /** The goroutine cleans up. */
    @Test
    void whoIsUnwound_closesWithoutWaiting_andGoesOn() {
        AtomicBoolean wentOn = new AtomicBoolean();
        Runtimes.run(2, () -> {
            StubSocket socket = new StubSocket();
            CountDownLatch mayClose = new CountDownLatch(1);
            socket.mayClose = mayClose;
            PollDescriptor descriptor = armed(socket);
            Chan<Integer> begun = Go.chan();
            Go.go(() -> {
                try {
                    begun.send(1);
                    begun.recv();
                } finally {
                    try {
                        descriptor.close(true);
                        wentOn.set(true);
                    } finally {
                        mayClose.countDown();
                    }
                }
            });
            begun.recv();
        });
        assertTrue(wentOn.get());
    }

    /** The goroutine's wait is over, and it has not gone on yet. */
    @Test
    void runtimeCloses_asTheSocketHasLeft_whoHasWaitedForThatIsUnwound() throws Exception {
        AtomicBoolean wentOn = new AtomicBoolean();
        CountDownLatch mayClose = new CountDownLatch(1);
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            StubSocket socket = new StubSocket();
            socket.mayClose = mayClose;
            PollDescriptor descriptor = armed(socket);
            runtime.go(() -> {
                descriptor.close(true);
                wentOn.set(true);
            });
            Await.until(() -> runtime.dump().contains("[IO wait]"));
            GoHandle closes = runtime.go(() -> {
                mayClose.countDown();
                while (runtime.dump().contains("[IO wait]")) {
                    Thread.onSpinWait();
                }
                runtime.close(); // before the other goes on
            });
            Await.until(closes::hasEnded);
        }
        assertFalse(wentOn.get());
    }

    /** The close is tried again; and the sockets that are to leave together with this one do. */
    @Test
    void noMemoryToClose_allLeaveAllTheSame() {
        Runtimes.runOnAll(() -> {
            List<GoHandle> closes = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                StubSocket socket = new StubSocket();
                if (i % 3 == 0) {
                    socket.closeFails = new OutOfMemoryError("planted");
                }
                PollDescriptor descriptor = armed(socket);
                closes.add(Go.go(() -> {
                    descriptor.close(true);
                    assertTrue(isPoller(socket.closedBy));
                }));
            }
            closes.forEach(GoHandle::join);
        });
    }

    /** Each socket that leaves still has its descriptor, and the system has only so many. */
    @Test
    void whoClosesWhileManyLeave_waits() {
        Runtimes.run(2, () -> {
            CountDownLatch mayClose = new CountDownLatch(1);
            List<StubSocket> sockets = new ArrayList<>();
            try {
                StubSocket first = new StubSocket();
                first.mayClose = mayClose;
                armed(first).close(false);
                Await.until(() -> first.closedBy != null);
                for (int i = 1; i < 16; i++) {
                    StubSocket socket = new StubSocket();
                    sockets.add(socket);
                    armed(socket).close(false);
                }
                StubSocket oneMore = new StubSocket();
                PollDescriptor last = armed(oneMore);
                GoHandle close = Go.go(() -> {
                    last.close(false);
                    assertFalse(oneMore.isOpen());
                });
                Await.until(() -> isWaitedFor(last) || close.hasEnded());
                for (StubSocket socket : sockets) {
                    assertNull(socket.closedBy);
                }
                mayClose.countDown();
                close.join();
            } finally {
                mayClose.countDown();
            }
        });
    }
}
