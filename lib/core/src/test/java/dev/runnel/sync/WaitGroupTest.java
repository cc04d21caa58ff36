package dev.runnel.sync;

import static dev.runnel.sync.Parties.LONG;
import static dev.runnel.sync.Parties.MOMENT;
import static dev.runnel.sync.Parties.awaitWaiting;
import static dev.runnel.sync.Parties.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeClosedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting, and waiting until all is done, by parties of all kinds; W1 to W5. */
class WaitGroupTest {

    private final WaitGroup wg = new WaitGroup();

    @ParameterizedTest
    @EnumSource
    void await_seesWhatWasDoneBefore_roundAfterRound(Kind kind) {
        kind.run(crew -> {
            for (int round = 0; round < 200; round++) {
                int[] done = new int[4];
                wg.add(done.length);
                for (int party = 0; party < done.length; party++) {
                    int mine = party;
                    crew.go(() -> {
                        done[mine] = 1;
                        wg.done();
                    });
                }
                wg.await();
                for (int one : done) {
                    assertEquals(1, one);
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void zero_releasesAllWhoWait(Kind kind) {
        kind.run(crew -> {
            wg.add(2);
            List<Member> members = new ArrayList<>();
            List<Parties.Op<WaitGroup>> forms =
                    List.of(WaitGroup::await, WaitGroup::awaitInterruptibly, g -> assertTrue(g.await(LONG)));
            for (int i = 0; i < 6; i++) {
                Parties.Op<WaitGroup> form = forms.get(i % 3);
                members.add(crew.go(() -> form.on(wg)));
            }
            awaitWaiting(wg, 6);
            wg.done();
            assertEquals(6, waiting(wg));
            wg.done();
            members.forEach(Member::join);
            wg.await();
            assertTrue(wg.await(Duration.ZERO));
        });
    }

    @ParameterizedTest
    @EnumSource
    void givingUp_leavesNoTrace(Kind kind) {
        kind.run(crew -> {
            wg.add(1);
            assertFalse(wg.await(Duration.ZERO));
            assertFalse(wg.await(MOMENT));
            List<Parties.Op<WaitGroup>> forms = List.of(WaitGroup::awaitInterruptibly, g -> g.await(LONG));
            for (Parties.Op<WaitGroup> form : forms) {
                Member member = crew.go(() -> assertThrows(InterruptedException.class, () -> form.on(wg)));
                awaitWaiting(wg, 1);
                member.thread().interrupt();
                member.join();
            }
            assertEquals(0, waiting(wg));
            Member member = crew.go(() -> {
                Thread.currentThread().interrupt();
                wg.await();
                assertTrue(wg.toString().endsWith("(counter 0)"), wg::toString);
                assertTrue(Thread.interrupted());
            });
            awaitWaiting(wg, 1);
            member.thread().interrupt();
            wg.done();
            member.join();
            wg.add(1); // a new round: nobody is left from the last one
            wg.done();
        });
    }

    @ParameterizedTest
    @EnumSource
    void givingUp_keepsNobodyElseWaiting(Kind kind) {
        kind.run(crew -> {
            wg.add(1);
            Member stays = crew.go(wg::await);
            awaitWaiting(wg, 1);
            Member givesUp = crew.go(() -> assertThrows(InterruptedException.class, wg::awaitInterruptibly));
            awaitWaiting(wg, 2);
            givesUp.thread().interrupt();
            givesUp.join();
            wg.done();
            stays.join();
        });
    }

    /** As with all forms that can be interrupted. */
    @Test
    void interruptedBefore_throws_evenIfNothingIsUnderWay() {
        for (Executable form :
                List.<Executable>of(wg::awaitInterruptibly, () -> wg.await(LONG), () -> wg.await(Duration.ZERO))) {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, form);
            assertFalse(Thread.interrupted());
        }
    }

    @Test
    void misuse_failsInGosWordsAndChangesNothing() {
        assertEquals(
                "sync: negative WaitGroup counter",
                assertThrows(SyncException.NegativeCounter.class, wg::done).getMessage());
        wg.add(1);
        assertThrows(SyncException.NegativeCounter.class, () -> wg.add(-2));
        assertThrows(SyncException.NegativeCounter.class, () -> wg.add(Integer.MAX_VALUE));
        wg.done();
        wg.await();
    }

    /** The last end has been counted; those that wait are released under the lock. */
    @Test
    void newRound_whileThoseWhoWaitAreReleased_isRefused() throws InterruptedException {
        wg.add(1);
        Thread waits = Thread.ofPlatform().start(wg::await);
        awaitWaiting(wg, 1);
        wg.waiters().lock();
        Thread ends = Thread.ofPlatform().start(wg::done);
        try {
            Await.until(() -> wg.toString().endsWith("(counter 0)"));
            for (Executable begins : List.<Executable>of(() -> wg.add(1), () -> wg.go(() -> {}))) {
                assertEquals(
                        "sync: WaitGroup misuse: Add called concurrently with Wait",
                        assertThrows(SyncException.AddDuringWait.class, begins).getMessage());
                assertTrue(wg.toString().endsWith("(counter 0)"), wg::toString);
            }
        } finally {
            wg.waiters().unlock();
        }
        ends.join();
        waits.join();
        wg.add(1);
        wg.done();
    }

    @ParameterizedTest
    @EnumSource(names = "ON_1_P")
    void newRound_beforeTheLastWaitHasReturned_isFound(Kind kind) {
        kind.run(crew -> {
            wg.add(1);
            Member waiter = crew.go(() -> assertEquals(
                    "sync: WaitGroup is reused before previous Wait has returned",
                    assertThrows(SyncException.Reused.class, wg::await).getMessage()));
            awaitWaiting(wg, 1);
            wg.done(); // on one P the waiter does not run before this goroutine waits
            wg.add(1);
            waiter.join();
            wg.done();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void go_countsItsGoroutine_alsoNestedAndEndedByGoexit(int procs) {
        Runtimes.run(procs, () -> {
            AtomicInteger ran = new AtomicInteger();
            for (int i = 0; i < 50; i++) {
                wg.go(() -> {
                    wg.go(ran::incrementAndGet);
                    ran.incrementAndGet();
                    Go.goexit();
                });
            }
            wg.await();
            assertEquals(100, ran.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void bodyThatFails_isNotDone_soNobodyGoesOnBeforeTheRunEnds(int procs) {
        AtomicBoolean wentOn = new AtomicBoolean();
        IllegalStateException failure = new IllegalStateException("body");
        GoroutineFailedException e = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(procs), () -> {
                    wg.go(() -> {
                        throw failure;
                    });
                    wg.await();
                    wentOn.set(true);
                }));
        assertEquals(failure, e.getCause());
        assertFalse(wentOn.get());
        assertTrue(wg.toString().endsWith("(counter 1)"), "nor does a thread outside: " + wg);
    }

    @Test
    void go_onAClosedRuntime_countsNothing() {
        AtomicBoolean wentWrong = new AtomicBoolean();
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1));
        runtime.go("closes", () -> {
            try {
                runtime.close();
                wg.go(() -> wentWrong.set(true));
                wentWrong.set(true);
            } finally {
                wg.await(); // does not wait, as nothing is counted
            }
        });
        runtime.close();
        assertThrows(RuntimeClosedException.class, () -> runtime.go("late", () -> {}));
        assertFalse(wentWrong.get());
        wg.await();
    }

    /** What is told of the end may be code of the user's, which starts goroutines, and may fail. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void go_memberThatExits_tellsWhoLooksOn(int procs) {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs));
        AtomicInteger told = new AtomicInteger();
        wg.awaitEvent().onReady(() -> runtime.go("told", told::incrementAndGet));
        runtime.go("starts", () -> wg.go(Go::goexit));
        Await.until(() -> told.get() == 1);
        AtomicInteger later = new AtomicInteger();
        runtime.go("later", later::incrementAndGet);
        Await.until(() -> later.get() == 1);
        runtime.close();
    }

    /** The member's runtime no longer exists; the onlooker is of another runtime, or a thread. */
    @Test
    void go_memberThatIsCutOff_tellsWhoLooksOn() {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1));
        AtomicInteger told = new AtomicInteger();
        AtomicBoolean waits = new AtomicBoolean();
        wg.awaitEvent().onReady(told::incrementAndGet);
        runtime.go(
                "starts",
                () -> wg.go(() -> {
                    waits.set(true);
                    Go.chan().recv();
                }));
        Await.until(waits::get);
        runtime.close();
        Await.until(() -> told.get() == 1);
    }

    /** Nobody can tell the member, as it has ended. */
    @Test
    void go_memberThatWasDoneByItself_andExits_harmsNobody() {
        Runtimes.run(1, () -> {
            wg.go(() -> {
                wg.done();
                Go.goexit();
            });
            wg.await();
            Await.until(() -> Go.numGoroutine() == 1);
            assertTrue(wg.toString().endsWith("(counter 0)"), wg::toString);
            AtomicBoolean ran = new AtomicBoolean();
            wg.go(() -> ran.set(true));
            wg.await();
            assertTrue(ran.get());
        });
    }

    /** The onlooker that is told ends the member, and begins the next round before that. */
    @Test
    void go_memberThatIsEndedAsItIsDone_isDoneOnce() {
        Runtimes.run(1, () -> {
            wg.awaitEvent().onReady(() -> {
                wg.add(1);
                Go.goexit();
            });
            wg.go(() -> {});
            Await.until(() -> Go.numGoroutine() == 1);
            assertTrue(wg.toString().endsWith("(counter 1)"), wg::toString);
            wg.done();
        });
    }

    @Test
    @SuppressWarnings("NullAway")
    void go_nothing_countsNothing() {
        assertThrows(NullPointerException.class, () -> wg.go(null));
        assertThrows(NullPointerException.class, () -> wg.go("member", null));
        assertThrows(NullPointerException.class, () -> wg.go(null, () -> {}));
        assertTrue(wg.toString().endsWith("(counter 0)"), wg::toString);
    }

    @Test
    void go_named_isTheGoroutinesName() {
        AtomicReference<String> name = new AtomicReference<>();
        wg.go("member", () -> name.set(Go.current().get().name().get()));
        wg.await();
        assertEquals("member", name.get());
    }
}
