package dev.runnel.testkit;

import static dev.runnel.Go.after;
import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Mutex;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A timer that is due fires although somebody can run all the time, asking again and again whether it has. */
class DueTimersTest {

    private static final Duration THEN = Duration.ofSeconds(1);

    /** How many calls others may make while it is due. */
    private static final int CALLS = 200;

    /** Nobody has to ask so often. */
    private static final int MOST = 10 * CALLS;

    /** The sleeper's timer fires first, and no other before the sleeper goes on. */
    private static final Schedule SLEEPER_ALONE = Schedule.of(1, 1);

    /** Asks until that holds; gives how often it did not. */
    private static int ask(BooleanSupplier holds, Runnable call) {
        int asked = 0;
        while (!holds.getAsBoolean()) {
            assertTrue(asked++ < MOST, "it is due, and does not fire");
            call.run();
        }
        return asked;
    }

    // ---------------------------------------------------------------- who asks

    private static void yields() {
        AtomicBoolean due = new AtomicBoolean();
        afterFunc(THEN, () -> due.set(true));
        sleep(THEN);
        ask(due::get, () -> gosched());
    }

    private static void looksAtATimerSomebodyWaitsFor() {
        Timer timer = new Timer(THEN);
        Chan<Integer> done = chan(1);
        go(() -> {
            timer.c().recv();
            done.send(1);
        });
        sleep(THEN);
        ask(() -> done.tryRecv().toOption().isDefined(), () -> gosched());
    }

    private static void tries() {
        Chan<Integer> due = chan(1);
        go(() -> {
            sleep(THEN);
            due.send(1);
        });
        after(THEN).recv();
        ask(() -> due.tryRecv().toOption().isDefined(), () -> gosched());
    }

    /** Both wait in turn, and never at once. */
    private static void takesTurns() {
        Chan<Integer> ping = chan();
        Chan<Integer> pong = chan();
        AtomicBoolean due = new AtomicBoolean();
        afterFunc(THEN, () -> due.set(true));
        sleep(THEN);
        go(() -> {
            for (int ball : ping) {
                pong.send(ball);
            }
        });
        ask(due::get, () -> {
            ping.send(1);
            pong.recv();
            gosched(); // otherwise a policy may keep the goroutine that sets it from running, timer or not
        });
        ping.close();
    }

    private static void severalAsk() {
        AtomicBoolean due = new AtomicBoolean();
        Chan<Integer> done = chan(2);
        afterFunc(THEN, () -> due.set(true));
        for (int i = 0; i < 2; i++) {
            go(() -> {
                sleep(THEN);
                ask(due::get, () -> gosched());
                done.send(1);
            });
        }
        done.recv();
        done.recv();
    }

    private static void triesALock() {
        Mutex m = new Mutex();
        m.lock();
        afterFunc(THEN, () -> m.unlock());
        sleep(THEN);
        ask(m::tryLock, () -> gosched());
        m.unlock();
    }

    static List<Named<Body>> whoAsks() {
        return List.of(
                Named.of("yields", DueTimersTest::yields),
                Named.of("looksAtATimerSomebodyWaitsFor", DueTimersTest::looksAtATimerSomebodyWaitsFor),
                Named.of("tries", DueTimersTest::tries),
                Named.of("takesTurns", DueTimersTest::takesTurns),
                Named.of("severalAsk", DueTimersTest::severalAsk),
                Named.of("triesALock", DueTimersTest::triesALock));
    }

    @ParameterizedTest
    @MethodSource("whoAsks")
    void inABubble_fires(Body body) {
        for (int seed = 0; seed < 40; seed++) {
            Bubble.run(seed, body);
        }
    }

    static Stream<Arguments> policies() {
        List<Policy> policies = List.of(
                new RandomPolicy(1),
                new PctPolicy(1, 3),
                new RoundRobinPolicy(),
                MixedPolicy.of(1),
                new ExhaustivePolicy(0),
                new PartialOrderPolicy());
        return policies.stream().flatMap(policy -> whoAsks().stream().map(body -> Arguments.of(policy, body)));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void inASchedule_fires(Policy policy, Body body) {
        new Explorer(policy).withRuns(100).withSteps(5_000).explore(body);
    }

    // ---------------------------------------------------------------- when it fires

    private static Set<String> explored(Policy policy, Callable<String> program) {
        Set<String> seen = new HashSet<>();
        Exploration all = new Explorer(policy).withRuns(10_000).explore(() -> seen.add(program.call()));
        assertTrue(all.complete(), all::toString);
        return seen;
    }

    /** They are the same in bubbles, and if orders that make no difference are left out. */
    private static Set<String> outcomes(Callable<String> program) {
        Set<String> seen = explored(new ExhaustivePolicy(1), program);
        assertEquals(seen, explored(new PartialOrderPolicy(), program));
        Set<String> inBubbles = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            Bubble.run(seed, () -> inBubbles.add(program.call()));
        }
        assertEquals(seen, inBubbles);
        return seen;
    }

    private static String stoppedAfter(int calls) {
        Timer timer = afterFunc(THEN, () -> {});
        sleep(THEN);
        for (int i = 0; i < calls; i++) {
            gosched();
        }
        return timer.stop() ? "stopped" : "ran";
    }

    @Test
    void stop_comesInTimeUpToTheLastCall() {
        assertEquals(Set.of("stopped", "ran"), outcomes(() -> stoppedAfter(CALLS - 1)));
        assertEquals(Set.of("ran"), outcomes(() -> stoppedAfter(CALLS)));
    }

    /** Calls made before they were due, or while others were, do not count. */
    @Test
    void callsBeforeItIsDue_doNotCount() {
        assertEquals(Set.of("stopped", "ran"), outcomes(() -> {
            stoppedAfter(CALLS - 1);
            return stoppedAfter(CALLS - 1);
        }));
    }

    @Test
    void severalThatAreDue_fireInAnyOrder() {
        assertEquals(Set.of("mab", "mba", "amb", "abm", "bma", "bam"), outcomes(() -> {
            StringBuilder log = new StringBuilder();
            afterFunc(THEN, () -> log.append('a'));
            afterFunc(THEN, () -> log.append('b'));
            sleep(THEN);
            log.append('m');
            ask(() -> log.length() == 3, () -> gosched());
            return log.toString();
        }));
    }

    /** In a bubble, too: no timer is due before the clock has gone on. */
    @Test
    void timerThatIsNotDue_doesNotFire() {
        Body body = () -> {
            AtomicBoolean fired = new AtomicBoolean();
            Timer timer = afterFunc(THEN, () -> fired.set(true));
            for (int i = 0; i < MOST; i++) {
                gosched();
            }
            assertFalse(fired.get());
            timer.stop();
        };
        Bubble.run(1, body);
        Schedule.PLAIN.run(body);
    }

    /** Main has returned, and the clock no longer goes on. */
    @Test
    void inABubbleWhoseMainHasReturned_fires() {
        for (int seed = 0; seed < 40; seed++) {
            Bubble.run(seed, () -> {
                AtomicBoolean due = new AtomicBoolean();
                go(() -> {
                    sleep(THEN);
                    ask(due::get, () -> gosched());
                });
                afterFunc(THEN, () -> due.set(true));
                sleep(THEN);
            });
        }
    }

    // ---------------------------------------------------------------- what is told, and replayed

    private static void failsIfItComesLate() {
        AtomicBoolean due = new AtomicBoolean();
        afterFunc(THEN, () -> due.set(true));
        sleep(THEN);
        int asked = ask(due::get, () -> gosched());
        if (asked > CALLS) {
            throw new IllegalStateException("late, after " + asked);
        }
    }

    @Test
    void failureOfWhoAsks_isShrunkAndReplayed() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(MixedPolicy.of(1)).explore(DueTimersTest::failsIfItComesLate));
        assertEquals(SLEEPER_ALONE, failure.interleaving().schedule());
        assertEquals("late, after 201", failure.getCause().getMessage());
        ScheduleFailure again =
                assertThrows(ScheduleFailure.class, () -> SLEEPER_ALONE.replay(DueTimersTest::failsIfItComesLate));
        assertEquals(failure.interleaving(), again.interleaving());
        assertInstanceOf(IllegalStateException.class, again.getCause());
    }

    @Test
    void thatItFires_isAStep() {
        List<String> steps =
                new ArrayList<>(SLEEPER_ALONE.replay(DueTimersTest::yields).steps());
        steps.removeIf("goroutine 1 \"main\" yields"::equals);
        int at = steps.indexOf("the clock has what is due fire: starts goroutine 2");
        assertTrue(at > 0, steps::toString);
        assertEquals(1, Collections.frequency(steps, steps.get(at)));
        assertEquals("the clock goes on to 1s: wakes goroutine 1 \"main\"", steps.get(at - 1));
    }
}
