package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.ErrGroup;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That it reaches all outcomes of random programs is tested in lib/conformance. */
class PartialOrderPolicyTest {

    private static final int RUNS = 20_000;
    private static final Duration SOON = Duration.ofMillis(1);

    private static Exploration explore(Policy policy, Body body) {
        return new Explorer(policy).withRuns(RUNS).explore(body);
    }

    /** What is said in all schedules. */
    private static Set<String> said(Consumer<List<String>> program) {
        Set<String> all = new HashSet<>();
        Exploration done = explore(new PartialOrderPolicy(), () -> {
            List<String> said = new ArrayList<>();
            program.accept(said);
            all.add(String.join(" ", said));
        });
        assertTrue(done.complete(), done::toString);
        return all;
    }

    /** Each counts to two on a channel of its own. */
    private static void threeThatHaveNothingInCommon() {
        WaitGroup group = new WaitGroup();
        for (int i = 0; i < 3; i++) {
            Chan<Integer> own = chan(3);
            own.send(0);
            group.go(() -> {
                for (int n = 1; n < 3; n++) {
                    own.send(n);
                    own.recv();
                }
            });
        }
        group.await();
    }

    @Test
    void orderOfWhatHasNothingInCommon_isNotTried() {
        Exploration done = explore(new PartialOrderPolicy(), PartialOrderPolicyTest::threeThatHaveNothingInCommon);
        assertTrue(done.complete(), done::toString);
        assertFalse(
                explore(new ExhaustivePolicy(Integer.MAX_VALUE), PartialOrderPolicyTest::threeThatHaveNothingInCommon)
                        .complete());
    }

    @Test
    void oneChannel_anyOrder() {
        assertEquals(Set.of("1 2 3 4", "1 3 2 4", "1 3 4 2", "3 1 2 4", "3 1 4 2", "3 4 1 2"), said(said -> {
            Chan<Integer> c = chan(4);
            go(() -> {
                c.send(1);
                c.send(2);
            });
            go(() -> {
                c.send(3);
                c.send(4);
            });
            for (int i = 0; i < 4; i++) {
                said.add(c.recv().get().toString());
            }
        }));
    }

    /** Each of the two changes what the other is about to look at. */
    @Test
    void twoMutexes_takenInTurn_areADeadlock() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> explore(new PartialOrderPolicy(), () -> {
                    Mutex a = new Mutex();
                    Mutex b = new Mutex();
                    WaitGroup both = new WaitGroup();
                    both.go(() -> a.locked(() -> b.locked(() -> {})));
                    both.go(() -> b.locked(() -> a.locked(() -> {})));
                    both.await();
                }));
        assertTrue(failure.getMessage().contains("new PartialOrderPolicy()"), failure::getMessage);
        assertTrue(failure.getMessage().contains("deadlock"), failure::getMessage);
    }

    @Test
    void selectThatWaits_isServedByEither() {
        assertEquals(Set.of("1", "2"), said(said -> {
            Chan<Integer> a = chan(1);
            Chan<Integer> b = chan(1);
            go(() -> a.send(1));
            go(() -> b.send(2));
            select().recv(a, value -> said.add(value.get().toString()))
                    .recv(b, value -> said.add(value.get().toString()))
                    .run();
        }));
    }

    /** Even if what they used before has nothing in common. */
    @Test
    void group_hasTheFailureOfEither() {
        assertEquals(Set.of("a", "b"), said(said -> {
            ErrGroup group = new ErrGroup();
            for (String name : List.of("a", "b")) {
                group.go(() -> {
                    chan(1).send(name);
                    throw new IllegalStateException(name);
                });
            }
            said.add(group.await().get().getMessage());
        }));
    }

    @Test
    void endOfAGoroutine_isSeenOrNot() {
        assertEquals(Set.of("true true", "false true", "false false"), said(said -> {
            GoHandle other = go(() -> {});
            said.add("" + other.done().tryRecv().isClosed());
            said.add("" + other.done().tryRecv().isClosed());
        }));
    }

    /** Its group is told of its end, without a call. */
    @Test
    void endOfAMemberThatIsUnwound_isSeenByItsGroupOrNot() {
        assertEquals(
                Set.of(
                        "false 0 false 0",
                        "false 0 false 1",
                        "false 0 true 0",
                        "false 0 true 1",
                        "false 1 false 1",
                        "false 1 true 1",
                        "true 0 true 0",
                        "true 0 true 1",
                        "true 1 true 1"),
                said(said -> {
                    WaitGroup group = new WaitGroup();
                    Chan<Integer> c = chan(1);
                    group.go(Go::goexit);
                    go(() -> c.send(1));
                    for (int i = 0; i < 2; i++) {
                        said.add("" + isDone(group));
                        said.add("" + c.len());
                    }
                }));
    }

    private static boolean isDone(WaitGroup group) {
        try {
            return group.await(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void timersThatAreDueTogether_fireInEitherOrder() {
        assertEquals(Set.of("1 2", "2 1"), said(said -> {
            Chan<Integer> c = chan(2);
            for (int i = 1; i <= 2; i++) {
                int n = i;
                go(() -> {
                    sleep(SOON);
                    c.send(n);
                });
            }
            said.add(c.recv().get().toString());
            said.add(c.recv().get().toString());
        }));
    }

    @Test
    void whoAwaitsQuiet_comesAfterAllOthers_inOneOrder() {
        Exploration done = explore(new PartialOrderPolicy(), () -> {
            List<Chan<Integer>> own = List.of(chan(1), chan(1), chan(1));
            own.forEach(c -> {
                c.send(1);
                go(c::recv);
            });
            Bubble.await();
            assertTrue(own.stream().allMatch(c -> c.len() == 0));
        });
        assertTrue(done.complete(), done::toString);
        assertEquals(1, done.runs(), done::toString);
    }

    /** One that asks again and again lets others run; otherwise there would be no end of schedules. */
    @Test
    void whoAsksForOthers_doesNotGoOnBeforeThem() {
        assertEquals(Set.of("a b", "b a"), said(said -> {
            Mutex mutex = new Mutex();
            WaitGroup both = new WaitGroup();
            for (String name : List.of("a", "b")) {
                both.go(() -> {
                    while (!mutex.tryLock()) {
                        gosched();
                    }
                    said.add(name);
                    mutex.unlock();
                });
            }
            both.await();
        }));
    }

    /** Fairness passes over some of what follows, and so over its races. */
    @Test
    void afterWhoHasAskedForOthers_nothingIsLeftOut() {
        assertEquals(1, explore(new PartialOrderPolicy(), () -> doOneThing(0)).runs());
        Body asks = () -> {
            gosched();
            doOneThing(0);
        };
        int all = explore(new ExhaustivePolicy(Integer.MAX_VALUE), asks).runs();
        assertTrue(all > 1);
        assertEquals(all, explore(new PartialOrderPolicy(), asks).runs());
    }

    /** As if the one that has the turn had asked for others. */
    @Test
    void afterATurnOf200Calls_nothingIsLeftOut() {
        assertEquals(1, explore(new PartialOrderPolicy(), () -> doOneThing(150)).runs());
        assertTrue(explore(new PartialOrderPolicy(), () -> doOneThing(250)).runs() > 1);
    }

    /** A goroutine and main use different channels. */
    private static void doOneThing(int callsBefore) {
        Chan<Integer> one = chan(1);
        Chan<Integer> another = chan(1);
        go(() -> one.send(1));
        for (int i = 0; i < callsBefore; i++) {
            another.tryRecv();
        }
        another.send(1);
        sleep(SOON);
    }

    @Test
    void beforeWhoAsksForOthers_eachOfThemIsTried() {
        assertEquals(Set.of("0"), said(said -> firstOfTwo(said, () -> {})));
        assertEquals(Set.of("0", "1"), said(said -> firstOfTwo(said, Go::gosched)));
    }

    /** Says which of two goroutines that have nothing to do with each other has begun first. */
    private static void firstOfTwo(List<String> said, Runnable last) {
        for (String name : List.of("0", "1")) {
            Chan<Integer> own = chan(1);
            go(() -> {
                if (said.isEmpty()) {
                    said.add(name);
                }
                own.send(1);
            });
        }
        sleep(SOON);
        last.run();
    }

    /** They are told of what is done, which a picker around them is not. */
    @Test
    void pickersWithinOthers_areRefused() {
        Policy within = () -> {
            Iterator<Picker> pickers = new PartialOrderPolicy().pickers();
            return Stream.generate(() -> 0)
                    .takeWhile(any -> pickers.hasNext())
                    .<Picker>map(any -> pickers.next()::pick)
                    .iterator();
        };
        for (Body body : List.<Body>of(
                PartialOrderPolicyTest::threeThatHaveNothingInCommon,
                () -> select().recv(closed(), () -> {}).recv(closed(), () -> {}).run(),
                PartialOrderPolicyTest::twoTimers)) {
            assertEquals(
                    "pickers of PartialOrderPolicy are told of all steps, and so cannot be used within others",
                    assertThrows(IllegalStateException.class, () -> explore(within, body))
                            .getMessage());
            assertTrue(explore(new MixedPolicy(List.of(new PartialOrderPolicy())), body)
                    .complete());
        }
    }

    private static Chan<Integer> closed() {
        Chan<Integer> closed = chan();
        closed.close();
        return closed;
    }

    private static void twoTimers() {
        Go.afterFunc(SOON, () -> {});
        Go.afterFunc(SOON, () -> {});
        sleep(SOON.plus(SOON));
    }

    @Test
    void programThatIsNotRepeatable_endsTheExploration() {
        AtomicInteger runs = new AtomicInteger();
        IllegalStateException told = assertThrows(
                IllegalStateException.class,
                () -> explore(new PartialOrderPolicy(), () -> {
                    Chan<Integer> c = chan(9);
                    for (int i = runs.getAndIncrement() % 2; i < 3; i++) {
                        go(() -> c.send(1));
                    }
                    c.send(2);
                }));
        assertTrue(told.getMessage().contains("not repeatable"), told::getMessage);
    }
}
