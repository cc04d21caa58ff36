package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.JdkPool;
import dev.runnel.Logged;
import dev.runnel.Runtimes;
import dev.runnel.context.Canceled;
import dev.runnel.select.Event;
import dev.runnel.sync.Semaphore;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A cancellation or an event of the user's that misbehaves: what an operation has got is not lost because of that. */
class OddCancellationTest {

    private final Error stopFails = new AssertionError("planted");
    private final Endless odd = new Endless(() -> {
        throw stopFails;
    });

    /** It is never cancelled; what a registration gives is up to the test. */
    private static final class Endless implements Cancellation {
        private final @Nullable Stop registration;
        private volatile boolean registered;

        Endless(@Nullable Stop registration) {
            this.registration = registration;
        }

        @Override
        public RecvChan<Void> done() {
            return Go.nilChan();
        }

        @Override
        public Option<CancelledException> err() {
            return Option.none();
        }

        @Override
        public Option<Throwable> cause() {
            return Option.none();
        }

        @Override
        @SuppressWarnings("NullAway") // as the test wants it
        public Stop onDone(Runnable action) {
            registered = true;
            return registration;
        }
    }

    /** The cancellation comes during the registration: after the first look, and before the wait. */
    private static class Sudden implements Cancellation {
        private final CancelledException error;
        private volatile boolean over;

        Sudden(CancelledException error) {
            this.error = error;
        }

        @Override
        public RecvChan<Void> done() {
            return Go.nilChan();
        }

        @Override
        public Option<CancelledException> err() {
            return over ? Option.some(error) : Option.none();
        }

        @Override
        public Option<Throwable> cause() {
            return err().map(e -> e);
        }

        @Override
        public Stop onDone(Runnable action) {
            over = true;
            action.run();
            return () -> false;
        }
    }

    /** Never ready. */
    private record Never(Cancellation.Stop registration) implements Event<Integer> {
        @Override
        public @Nullable Integer poll() {
            return null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            return registration;
        }
    }

    @ParameterizedTest
    @EnumSource
    void recv_stopFails_hasTheValue(Kind kind) {
        try (Logged logged = new Logged()) {
            kind.run(crew -> {
                Chan<Integer> c = chan();
                Member one = crew.go(() -> assertEquals(Option.some(1), c.recv(odd)));
                awaitReceivers(c, 1);
                c.send(1);
                one.join();
                Member many = crew.go(
                        () -> assertEquals(List.of(2), c.recvUpTo(3, odd).asJava()));
                awaitReceivers(c, 1);
                c.send(2);
                many.join();
                Member all = crew.go(() -> {
                    for (int value : c.until(odd)) {
                        assertEquals(3, value);
                        return;
                    }
                });
                awaitReceivers(c, 1);
                c.send(3);
                all.join();
            });
            assertEquals(List.of(stopFails, stopFails, stopFails), logged.failures());
            assertTrue(logged.texts().get(0).startsWith("a registration could not be taken back: "));
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_stopFails_hasSent(Kind kind) {
        try (Logged logged = new Logged()) {
            kind.run(crew -> {
                Chan<Integer> c = chan();
                Member sender = crew.go(() -> c.send(1, odd));
                awaitSenders(c, 1);
                assertEquals(Option.some(1), c.recv());
                sender.join();
            });
            assertEquals(List.of(stopFails), logged.failures());
        }
    }

    @ParameterizedTest
    @EnumSource
    void acquire_stopFails_hasIt(Kind kind) {
        try (Logged logged = new Logged()) {
            kind.run(crew -> {
                Semaphore permits = new Semaphore(1);
                permits.acquire();
                Member waits = crew.go(() -> {
                    permits.acquire(odd);
                    permits.release();
                });
                Await.until(() -> odd.registered);
                permits.release();
                waits.join();
                assertTrue(permits.tryAcquire());
            });
            assertEquals(List.of(stopFails), logged.failures());
        }
    }

    @ParameterizedTest
    @EnumSource
    void select_stopFails_hasTheValue(Kind kind) {
        try (Logged logged = new Logged()) {
            kind.run(crew -> {
                Chan<Integer> c = chan();
                Cancellation.Stop fails = () -> {
                    throw stopFails;
                };
                Member waits = crew.go(() -> assertEquals(
                        1,
                        choose().recv(c, Option::get)
                                .on(new Never(fails), i -> 0)
                                .on(Event.cancelled(odd), e -> 0)
                                .get()));
                awaitReceivers(c, 1);
                c.send(1);
                waits.join();
            });
            assertEquals(List.of(stopFails, stopFails), logged.failures());
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancelledWhileWhoWaitsRegisters_endsTheWait(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Semaphore none = new Semaphore(0);
            for (Executable waits : List.<Executable>of(
                    () -> c.recv(new Sudden(new Canceled())),
                    () -> c.recvUpTo(2, new Sudden(new Canceled())),
                    () -> c.send(1, new Sudden(new Canceled())),
                    () -> none.acquire(new Sudden(new Canceled())),
                    () -> Go.sleep(Duration.ofDays(1), new Sudden(new Canceled())))) {
                assertThrows(Canceled.class, waits);
            }
        });
    }

    /** What has ended the wait is reported all the same. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void errorThatCannotBeThrownAnew_isThrownAsItIs(boolean fails) {
        CancelledException error = new CancelledException("planted", null) {
            private static final long serialVersionUID = 1;

            @Override
            @SuppressWarnings("NullAway") // as the test wants it
            public CancelledException thrownBecauseOf(Throwable why) {
                if (fails) {
                    throw new IllegalStateException("planted");
                }
                return null;
            }
        };
        Chan<Integer> c = chan();
        assertSame(error, assertThrows(CancelledException.class, () -> c.recv(new Sudden(error))));
    }

    @Test
    void cause_thatEndsTheGoroutine_endsIt() {
        AtomicBoolean wentOn = new AtomicBoolean();
        Runtimes.run(2, () -> {
            Sudden exits = new Sudden(new Canceled()) {
                @Override
                public Option<Throwable> cause() {
                    exit();
                    return Option.none();
                }
            };
            Go.go(() -> {
                        try {
                            Go.chan().recv(exits);
                        } catch (CancelledException e) {
                            wentOn.set(true);
                        }
                    })
                    .join();
        });
        assertFalse(wentOn.get());
    }

    @Test
    void onReady_givesNull_failsBeforeItWaits() {
        Chan<Integer> c = chan();
        @SuppressWarnings("NullAway") // as the test wants it
        Event<Integer> none = new Never(null);
        NullPointerException e = assertThrows(
                NullPointerException.class,
                () -> choose().recv(c, Option::get).on(none, i -> i).get());
        assertEquals("onReady gives a registration, never null", e.getMessage());
        assertFalse(c.trySend(1));
    }

    @Test
    void err_givesNull_isNamed() {
        Cancellation odd = new Cancellation() {
            @Override
            public RecvChan<Void> done() {
                return Go.nilChan();
            }

            @Override
            @SuppressWarnings("NullAway") // as the test wants it
            public Option<CancelledException> err() {
                return null;
            }

            @Override
            public Option<Throwable> cause() {
                return Option.none();
            }

            @Override
            public Stop onDone(Runnable action) {
                return () -> false;
            }
        };
        for (Executable call : List.<Executable>of(
                odd::throwIfCancelled,
                () -> chan().recv(odd),
                () -> choose().on(Event.cancelled(odd), e -> e).get())) {
            assertEquals(
                    "err gives an Option, never null",
                    assertThrows(NullPointerException.class, call).getMessage());
        }
    }

    @Test
    void onDone_givesNull_failsBeforeItWaits() {
        Runtimes.run(2, () -> {
            Endless none = new Endless(null);
            Chan<Integer> c = chan();
            NullPointerException e = assertThrows(NullPointerException.class, () -> c.recv(none));
            assertEquals("onDone gives a registration, never null", e.getMessage());
            assertThrows(NullPointerException.class, () -> c.send(1, none));
            assertFalse(c.trySend(1));
            assertTrue(c.tryRecv().toOption().isEmpty());
        });
    }

    /** The goroutine ends there, as the stop says, and the second registration is taken back all the same. */
    @Test
    void stop_thatEndsTheGoroutine_endsIt() {
        AtomicReference<@Nullable String> stopped = new AtomicReference<>();
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan();
            GoHandle g = Go.go(() -> {
                choose().recv(c, Option::get)
                        .on(new Never(OddCancellationTest::exit), i -> 0)
                        .on(new Never(() -> stopped.compareAndSet(null, "second")), i -> 0)
                        .get();
                stopped.set("went on");
            });
            awaitReceivers(c, 1);
            c.send(1);
            g.join();
        });
        assertEquals("second", stopped.get());
    }

    private static boolean exit() {
        Go.goexit();
        return true;
    }

    /**
     * The permit and the value are got as the runtime closes. A call within the registration's stop would then unwind
     * the goroutine, but this happens one call later.
     */
    @Test
    void stopThatCallsTheLibrary_whileTheRuntimeCloses_losesNothing() {
        assumeTrue(JdkPool.carriers() > 1); // two goroutines spin at once
        Semaphore permits = new Semaphore(1);
        permits.acquire();
        Chan<Integer> c = chan();
        Chan<Integer> other = chan(1);
        AtomicReference<@Nullable Object> got = new AtomicReference<>();
        CountDownLatch stopping = new CountDownLatch(2);
        AtomicBoolean closing = new AtomicBoolean();
        Endless calls = new Endless(() -> {
            stopping.countDown();
            while (!closing.get()) {
                Thread.onSpinWait();
            }
            return other.trySend(1);
        });
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2));
        runtime.go(() -> {
            permits.acquire(calls);
            permits.release();
        });
        AtomicBoolean wentOn = new AtomicBoolean();
        runtime.go(() -> {
            got.set(c.recv(calls));
            other.tryRecv();
            wentOn.set(true);
        });
        Await.until(() -> runtime.dump().contains("[semacquire]"));
        awaitReceivers(c, 1);
        permits.release();
        c.send(7);
        Await.until(() -> stopping.getCount() == 0);
        runtime.shutdown(Duration.ZERO);
        closing.set(true);
        assertTrue(runtime.shutdown(Duration.ofHours(1)).isEmpty());
        assertEquals(Option.some(7), got.get());
        assertFalse(wentOn.get());
        assertTrue(permits.tryAcquire());
    }
}
