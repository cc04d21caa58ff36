package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.close;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Handler;
import dev.runnel.sync.Mutex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that does not end is ended, and fails; one that waits by asking again and again ends by itself. */
class LivelockTest {

    private static final Explorer EXPLORER = new Explorer(new RandomPolicy(5)).withRuns(200);

    private static LivelockException livelock(Body body) {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> EXPLORER.withSteps(500).withShrinks(10).explore(body));
        return assertInstanceOf(LivelockException.class, failure.getCause());
    }

    @Test
    void endlessProgram_failsAsALivelock() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> EXPLORER.withSteps(500).explore(() -> {
                    go(() -> {
                        while (true) {
                            gosched();
                        }
                    });
                    while (true) {
                        gosched();
                    }
                }));
        assertInstanceOf(LivelockException.class, failure.getCause());
        assertTrue(failure.getMessage().contains("no end after 500 steps"), failure::getMessage);
        assertTrue(failure.getMessage().contains(" times more, to step 5"), failure::getMessage); // 500, or just before
        assertTrue(failure.getMessage().lines().count() < 50, failure::getMessage);
        String last = failure.interleaving().steps().getLast();
        assertTrue(last.contains(" fails: ") && last.contains("no end after 500 steps"), last);
    }

    /**
     * Its schedule has a hundred thousand answers: just making the candidates, without trying any of them, takes
     * minutes.
     */
    @Test
    void endlessProgram_thatMayNotBeShrunk_isNotTakenForOneThatStandsStill() {
        Explorer explorer = new Explorer(new RandomPolicy(5)).withShrinks(0).withChecksRuntime(false);
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> explorer.explore(() -> {
                    go(() -> {
                        while (true) {
                            gosched();
                        }
                    });
                    while (true) {
                        gosched();
                    }
                }));
        assertInstanceOf(LivelockException.class, failure.getCause());
    }

    @Test
    void endlessTime_failsAsALivelock() {
        assertInstanceOf(
                LivelockException.class,
                assertThrows(
                                ScheduleFailure.class,
                                () -> EXPLORER.withSteps(500).explore(() -> {
                                    while (true) {
                                        sleep(Duration.ofDays(1));
                                    }
                                }))
                        .getCause());
    }

    /** In this case the timer may be what somebody waits for by asking again and again. */
    @Test
    void clockThatStandsStillBeforeATimer_isTold() {
        LivelockException failure = livelock(() -> {
            boolean[] over = {false};
            go(() -> {
                sleep(Duration.ofSeconds(2));
                sleep(Duration.ofMillis(1));
                over[0] = true;
            });
            sleep(Duration.ofSeconds(2));
            while (!over[0]) {
                gosched();
            }
        });
        String message = String.valueOf(failure.getMessage());
        assertTrue(
                message.matches(".*\\. The next timer is due in 1ms, but the clock has stood still for the last"
                        + " \\d+ steps: it goes on only when nobody can run"),
                message);
    }

    @Test
    void clockThatGoesOn_orHasNoTimer_isNotTold() {
        LivelockException noTimer = livelock(() -> {
            while (true) {
                gosched();
            }
        });
        LivelockException goesOn = livelock(() -> {
            go(() -> sleep(Duration.ofDays(1_000)));
            while (true) {
                sleep(Duration.ofDays(1));
            }
        });
        for (LivelockException failure : List.of(noTimer, goesOn)) {
            String message = String.valueOf(failure.getMessage());
            assertFalse(message.contains("clock"), message);
        }
    }

    @Test
    void endlessWaitForTheOthers_failsAsALivelock() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> EXPLORER.withSteps(500).explore(() -> {
                    while (true) {
                        Bubble.await();
                    }
                }));
        assertInstanceOf(LivelockException.class, failure.getCause());
        assertTrue(failure.getMessage().contains("waits until no other can run"), failure::getMessage);
    }

    @Test
    void runThatCatchesWhatEndsIt_failsAllTheSame() {
        livelock(() -> {
            Chan<Integer> c = chan(1);
            for (int i = 0; i < 1_000; i++) {
                try {
                    c.trySend(i);
                } catch (RuntimeException e) {
                    continue; // as a worker that goes on with the next
                }
            }
        });
    }

    /** Waits with a context that has ended are calls, too: a run is ended at them, and others come first. */
    @Test
    void waitsWithAContextThatHasEnded_againAndAgain_failAsALivelock() {
        livelock(() -> againAndAgain(context -> sleep(Duration.ofSeconds(1), context)));
        livelock(() -> againAndAgain(context -> sleep(Duration.ZERO, context)));
        livelock(() -> againAndAgain(context -> nilChan().recv(context)));
        livelock(() -> againAndAgain(context -> nilChan().until(context).forEach(any -> {})));
    }

    /** As one that is to wait a while before it tries again, and does not look at why it did not wait. */
    private static void againAndAgain(Handler<Context> wait) throws Exception {
        CancelContext context = Context.withCancel(Context.background());
        context.cancel();
        for (int i = 0; i < 1_000; i++) {
            try {
                wait.accept(context);
            } catch (CancelledException e) {
                continue;
            }
        }
    }

    /** Its goroutines end, too; otherwise each of these runs would take as long as the closing of a runtime waits. */
    @Test
    void endlessLooks_failAsALivelock() {
        List<GoHandle> looks = new ArrayList<>();
        livelock(() -> {
            Chan<Integer> c = chan(1);
            looks.add(go(() -> look(c)));
            look(c);
        });
        assertTrue(looks.stream().allMatch(GoHandle::hasEnded), looks::toString);
    }

    @Test
    void whoLooksAgainAndAgain_endsWithTheMainGoroutine() {
        List<GoHandle> looks = new ArrayList<>();
        Schedule.PLAIN.run(() -> {
            Chan<Integer> c = chan(1);
            looks.add(go(() -> look(c)));
            gosched();
        });
        assertTrue(looks.getFirst().hasEnded());
    }

    private static void look(Chan<Integer> c) {
        while (c.len() == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void workerThatCatchesAllExceptions_isEnded() {
        livelock(() -> {
            Chan<Integer> jobs = chan();
            go(() -> {
                while (true) {
                    try {
                        jobs.recv(); // it is closed: there is no job, again and again
                    } catch (RuntimeException e) {
                        continue;
                    }
                }
            });
            jobs.send(1);
            close(jobs);
            Bubble.await();
        });
    }

    // ---------------------------------------------------------------- to ask again and again

    private static void pollsAChannel() {
        Chan<Integer> c = chan(1);
        go(() -> c.send(1));
        while (c.len() == 0) {
            Thread.onSpinWait();
        }
    }

    private static void spinsForALock() {
        Mutex m = new Mutex();
        Chan<Integer> done = chan(3);
        for (int i = 0; i < 3; i++) {
            go(() -> {
                while (!m.tryLock()) {
                    Thread.onSpinWait();
                }
                gosched();
                m.unlock();
                done.send(1);
            });
        }
        for (int i = 0; i < 3; i++) {
            done.recv();
        }
    }

    private static void selectsOrElse() {
        Chan<Integer> c = chan(1);
        boolean[] got = {false};
        go(() -> c.send(1));
        while (!got[0]) {
            select().recv(c, value -> got[0] = true).otherwise(() -> {}).run();
        }
    }

    private static void asksAContext() {
        CancelContext context = Context.withCancel(Context.background());
        go(context::cancel);
        while (context.err().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    /** It says nothing, but others are to come meanwhile. */
    private static void asksAContextThatNeverEnds() {
        AtomicBoolean told = new AtomicBoolean();
        go(() -> told.set(true));
        while (!told.get() && Context.background().err().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private static void asksWhileOthersAskToo() {
        Chan<Integer> c = chan(1);
        Chan<Integer> done = chan(2);
        for (int i = 0; i < 2; i++) {
            go(() -> {
                while (c.len() == 0) {
                    Thread.onSpinWait();
                }
                done.send(1);
            });
        }
        go(() -> c.send(1));
        done.recv();
        done.recv();
    }

    /** Each of the two waits for the other again and again, so neither goes on for long; a third is to come first. */
    private static void asksInTurnWithAnother() {
        Chan<Integer> there = chan();
        Chan<Integer> back = chan();
        Chan<Integer> aside = chan(1);
        Chan<Integer> over = chan();
        go(() -> {
            aside.send(1); // which has nothing to do with the two
            close(over);
        });
        go(() -> there.forEach(back::send));
        while (over.tryRecv().isEmpty()) {
            there.send(1);
            back.recv();
        }
        close(there);
    }

    static List<Named<Body>> bodiesThatAsk() {
        return List.of(
                Named.of("a channel", LivelockTest::pollsAChannel),
                Named.of("a lock", LivelockTest::spinsForALock),
                Named.of("a select", LivelockTest::selectsOrElse),
                Named.of("a context", LivelockTest::asksAContext),
                Named.of("a context that never ends", LivelockTest::asksAContextThatNeverEnds),
                Named.of("others do, too", LivelockTest::asksWhileOthersAskToo),
                Named.of("in turn with another", LivelockTest::asksInTurnWithAnother));
    }

    static Stream<Arguments> whoAsks() {
        List<Policy> policies = List.of(
                new ReplayPolicy(Schedule.PLAIN),
                new RandomPolicy(1),
                new PctPolicy(1, 1),
                new PctPolicy(1, 3),
                new RoundRobinPolicy(),
                new ExhaustivePolicy(1),
                new PartialOrderPolicy(),
                MixedPolicy.of(1));
        return policies.stream().flatMap(policy -> bodiesThatAsk().stream().map(body -> Arguments.of(policy, body)));
    }

    @ParameterizedTest
    @MethodSource("whoAsks")
    void whoAsksAgainAndAgain_comesToItsEnd(Policy policy, Body body) {
        new Explorer(policy).withRuns(50).withSteps(5_000).explore(body);
    }

    /** Even if others ask, too: it is not enough that they take turns. */
    @ParameterizedTest
    @MethodSource("bodiesThatAsk")
    void whoAsksAgainAndAgain_comesToItsEnd_alsoIfNobodyIsPreempted(Body body) {
        Exploration all = new Explorer(new ExhaustivePolicy(0))
                .withRuns(100_000)
                .withSteps(5_000)
                .explore(body);
        assertTrue(all.complete(), all::toString);
    }

    @Test
    void whoYields_beginsAnew() {
        Interleaving plain = Schedule.PLAIN.replay(() -> {
            for (int i = 0; i < 300; i++) {
                go(() -> {});
                gosched();
            }
        });
        assertEquals(Schedule.PLAIN, plain.schedule());
    }

    /** It is the other one that could run each time that it is asked, but runs in between, when no other can. */
    @Test
    void whoRunsWhenNoOtherCan_isNotOvertaken() {
        Interleaving plain = Schedule.PLAIN.replay(() -> {
            GoHandle other = go(LivelockTest::sleepsOften);
            sleepsOften();
            other.join();
        });
        assertEquals(Schedule.PLAIN, plain.schedule());
    }

    private static void sleepsOften() {
        for (int i = 0; i < 2 * Run.OVERTAKEN; i++) {
            sleep(Duration.ofMillis(1));
        }
    }

    @Test
    void inABubble_nobodyIsPreempted() {
        Bubble.run(1, () -> {
            Chan<Integer> c = chan(300);
            boolean[] otherRan = {false};
            go(() -> otherRan[0] = true);
            for (int i = 0; i < 300; i++) {
                c.send(i);
            }
            assertFalse(otherRan[0]);
        });
    }

    /** The schedule says what has happened: its answers, given again, are the same run. */
    @Test
    void turnThatIsOver_isInTheSchedule() {
        Interleaving plain = Schedule.PLAIN.replay(LivelockTest::pollsAChannel);
        assertTrue(plain.schedule().picks().contains(1), plain.schedule()::toString);
        assertEquals(
                plain.toString(),
                plain.schedule().replay(LivelockTest::pollsAChannel).toString());
    }

    @Test
    void thatOneWasOvertakenTooOften_isInTheSchedule() {
        long third = 2; // main is 1
        Picker passesOver = decision -> decision.kind() == Decision.Kind.NEXT && decision.goroutine(0) == third ? 1 : 0;
        Run run = new Run(passesOver, 5_000, null, false);
        assertNull(run.execute(LivelockTest::asksInTurnWithAnother));
        assertTrue(run.steps() > Run.OVERTAKEN, () -> run.steps() + " steps");
        assertEquals(run.taken().replay(LivelockTest::asksInTurnWithAnother).schedule(), run.taken());
    }
}
