package dev.runnel.sync;

import static dev.runnel.Go.choose;
import static dev.runnel.sync.Parties.LONG;
import static dev.runnel.sync.Parties.MOMENT;
import static dev.runnel.sync.Parties.awaitWaiting;
import static dev.runnel.sync.Parties.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A weighted semaphore among parties of all kinds; SM2. */
class SemaphoreTest {

    private static final Duration SHORT = Duration.ofNanos(20_000);

    @ParameterizedTest
    @EnumSource
    void acquire_ofAllForms_neverTakesMoreThanThereIs(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(5);
            AtomicInteger taken = new AtomicInteger();
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < 6; party++) {
                int n = 1 + party % 5;
                int form = party % 3;
                members.add(crew.go(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        if (acquireBy(s, form, n)) {
                            assertTrue(taken.addAndGet(n) <= 5);
                            taken.addAndGet(-n);
                            s.release(n);
                        }
                    }
                }));
            }
            members.forEach(Member::join);
            assertTrue(s.tryAcquire(5));
            assertEquals(0, waiting(s));
        });
    }

    private static boolean acquireBy(Semaphore s, int form, int n) throws InterruptedException {
        switch (form) {
            case 0 -> s.acquire(n);
            case 1 -> s.acquireInterruptibly(n);
            default -> {
                return s.tryAcquire(n, SHORT);
            }
        }
        return true;
    }

    @ParameterizedTest
    @EnumSource
    void largeRequest_isNotOvertaken(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(3);
            List<String> order = new ArrayList<>();
            s.acquire(2);
            Member large = crew.go(() -> {
                s.acquire(3);
                order.add("large");
                s.release(3);
            });
            awaitWaiting(s, 1);
            assertFalse(s.tryAcquire(), "there is one, but another came first");
            Member small = crew.go(() -> {
                s.acquire();
                order.add("small");
                s.release();
            });
            awaitWaiting(s, 2);
            s.release(2);
            large.join();
            small.join();
            assertEquals(List.of("large", "small"), order);
        });
    }

    @ParameterizedTest
    @EnumSource
    void release_servesAllForWhomThereIsEnough(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(3);
            s.acquire(3);
            List<Member> small = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                small.add(crew.go(() -> s.acquire()));
                awaitWaiting(s, i + 1);
            }
            s.release(2);
            small.get(0).join();
            small.get(1).join();
            assertEquals(1, waiting(s));
            s.release();
            small.get(2).join();
            assertTrue(s.toString().endsWith("(3 of 3 taken)"), s::toString);
        });
    }

    @ParameterizedTest
    @EnumSource
    void largeRequestThatGivesUp_letsThoseBehindGoOn(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(3);
            s.acquire(2);
            Member large = crew.go(() -> assertThrows(InterruptedException.class, () -> s.acquireInterruptibly(3)));
            awaitWaiting(s, 1);
            Member small = crew.go(() -> s.acquire());
            awaitWaiting(s, 2);
            large.thread().interrupt();
            large.join();
            small.join();
            s.release(3);
            assertTrue(s.tryAcquire(3));
        });
    }

    @ParameterizedTest
    @EnumSource
    void moreThanThereIs_waitsInNobodysWay(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(2);
            Member greedy = crew.go(() -> assertThrows(InterruptedException.class, () -> s.tryAcquire(3, LONG)));
            Thread thread = greedy.thread();
            for (int i = 0; i < 10; i++) {
                s.acquire(2);
                s.release(2);
            }
            assertFalse(s.tryAcquire(3));
            assertFalse(s.tryAcquire(3, MOMENT));
            thread.interrupt();
            greedy.join();
            assertTrue(s.tryAcquire(2));
        });
    }

    @ParameterizedTest
    @EnumSource
    void givingUp_takesNothing(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(1);
            s.acquire();
            assertFalse(s.tryAcquire(1, Duration.ZERO));
            assertFalse(s.tryAcquire(1, MOMENT));
            Member kept = crew.go(() -> {
                s.acquire();
                assertTrue(Thread.interrupted());
            });
            awaitWaiting(s, 1);
            kept.thread().interrupt();
            s.release();
            kept.join();
            s.release();
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> s.acquireInterruptibly(1));
            for (Duration timeout : List.of(LONG, Duration.ZERO)) {
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, () -> s.tryAcquire(1, timeout), "though there is one");
            }
            assertTrue(s.tryAcquire());
        });
    }

    /** Without an amount the amount is one. */
    @ParameterizedTest
    @EnumSource
    void one_inAllForms(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(4);
            s.acquireInterruptibly();
            s.acquire(Context.background());
            assertTrue(s.tryAcquire(MOMENT));
            assertTrue(choose().on(s.acquireEvent(), () -> true)
                    .otherwise(() -> false)
                    .get());
            assertTrue(s.toString().endsWith("(4 of 4 taken)"), s::toString);
            assertFalse(s.tryAcquire(Duration.ZERO));
            assertFalse(s.tryAcquire(MOMENT));
            CancelContext context = Context.withCancel(Context.background());
            Member waits = crew.go(() -> assertThrows(Canceled.class, () -> s.acquire(context)));
            awaitWaiting(s, 1);
            context.cancel();
            waits.join();
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, s::acquireInterruptibly);
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> s.tryAcquire(MOMENT));
            s.release(4);
            assertTrue(s.tryAcquire(4));
        });
    }

    /** With a context a caller either has what it wants, or has taken nothing, and those behind it go on. */
    @ParameterizedTest
    @EnumSource
    void cancel_takesNothing_andLetsThoseBehindGoOn(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(3);
            CancelContext context = Context.withCancel(Context.background());
            s.acquire(2, context);
            Member large = crew.go(() -> assertThrows(Canceled.class, () -> s.acquire(3, context)));
            awaitWaiting(s, 1);
            Member small = crew.go(() -> s.acquire(1, Context.background()));
            awaitWaiting(s, 2);
            context.cancel();
            large.join();
            small.join();
            s.release(3);
            assertThrows(Canceled.class, () -> s.acquire(1, context));
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> s.acquire(1, Context.background()));
            assertTrue(s.tryAcquire(3));
        });
    }

    /** The cancel, the release and an interrupt race; whoever wins, nothing is lost. */
    @ParameterizedTest
    @EnumSource
    void cancelReleaseAndInterrupt_atOnce_loseNothing(Kind kind) {
        kind.run(crew -> {
            Semaphore s = new Semaphore(2);
            for (int i = 0; i < 200; i++) {
                CancelContext context = Context.withCancel(Context.background());
                s.acquire(2);
                Member waits = crew.go(() -> {
                    try {
                        s.acquire(2, context);
                        s.release(2);
                    } catch (CancelledException | InterruptedException e) {
                        // the wait has taken nothing
                    }
                    Thread.interrupted();
                });
                Member cancels = crew.go(context::cancel);
                if (i % 3 == 0) {
                    waits.thread().interrupt();
                }
                s.release(2);
                waits.join();
                cancels.join();
                assertTrue(s.tryAcquire(2), "what was released is there");
                s.release(2);
                assertEquals(0, waiting(s));
            }
        });
    }

    @Test
    void misuse_failsInGosWordsAndChangesNothing() {
        Semaphore s = new Semaphore(2);
        assertEquals(
                "semaphore: released more than held",
                assertThrows(SyncException.ReleasedTooMuch.class, s::release).getMessage());
        s.acquire();
        assertThrows(SyncException.ReleasedTooMuch.class, () -> s.release(2));
        s.release(1);
        assertTrue(s.tryAcquire(2));
        assertTrue(s.tryAcquire(0));
        assertThrows(IllegalArgumentException.class, () -> new Semaphore(-1));
    }

    /** However much is wanted, it does not count as less. */
    @Test
    void moreThanThereIs_isNeverThere() throws InterruptedException {
        Semaphore s = new Semaphore(2);
        s.acquire();
        assertFalse(s.tryAcquire(Long.MAX_VALUE));
        assertFalse(s.tryAcquire(Long.MAX_VALUE, Duration.ZERO));
        assertTrue(s.toString().endsWith("(1 of 2 taken)"), s::toString);
    }

    @Test
    void negativeAmount_isRefusedByAll_andChangesNothing() {
        Semaphore s = new Semaphore(2);
        s.acquire();
        for (Executable op : List.<Executable>of(
                () -> s.acquire(-1),
                () -> s.acquireInterruptibly(-1),
                () -> s.acquire(-1, Context.background()),
                () -> s.acquireEvent(-1),
                () -> s.tryAcquire(-1),
                () -> s.tryAcquire(-1, MOMENT),
                () -> s.release(-1))) {
            assertEquals(
                    "semaphore: -1 is not allowed; allowed: 0 or more",
                    assertThrows(IllegalArgumentException.class, op).getMessage());
            assertTrue(s.toString().endsWith("(1 of 2 taken)"), s::toString);
        }
    }
}
