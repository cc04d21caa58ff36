package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.Witness;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.trace.FlightRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a run makes of answers, whatever the policy, and what it tells the one that decides. */
class RunTest {

    /** How many calls in a row a goroutine makes while others could run, as {@link Schedule} says. */
    private static final int TURN = 200;

    private static final int MOST = 3 * TURN;

    /** Makes calls until another has run, and is told after how many of them. */
    private static int callsBeforeAnother() {
        int[] calls = {0};
        int[] before = {-1};
        go(() -> before[0] = calls[0]);
        Chan<Integer> c = chan();
        while (before[0] < 0 && calls[0] < MOST) {
            c.len();
            calls[0]++;
        }
        return before[0];
    }

    /** Makes calls while another can run. */
    private static void call(int times) {
        Chan<Integer> c = chan();
        for (int i = 0; i < times; i++) {
            c.len();
        }
    }

    @Test
    void turn_isOf200Calls() {
        Schedule.PLAIN.run(() -> assertEquals(TURN, callsBeforeAnother()));
    }

    @Test
    void turnOfWhoComesAfterOneThatHasEnded_isItsOwn() {
        Schedule.PLAIN.run(() -> {
            int[] calls = {0};
            WaitGroup both = new WaitGroup();
            both.go(() -> call(TURN - 50));
            both.go(() -> calls[0] = callsBeforeAnother());
            both.await();
            assertEquals(TURN, calls[0]);
        });
    }

    /** Even if the one that lets it go on has made no call since. */
    @Test
    void turnOfWhoHasWaited_isANewOne() {
        Schedule.PLAIN.run(() -> {
            Mutex mutex = new Mutex();
            Cond cond = new Cond(mutex);
            go(() -> {
                mutex.lock();
                gosched();
                cond.await(); // unlocks it, and waits
                mutex.unlock();
            });
            gosched();
            call(TURN - 50);
            mutex.lock();
            assertEquals(TURN, callsBeforeAnother());
            cond.signal();
            mutex.unlock();
        });
    }

    @Test
    void turnOfWhoHasYielded_isANewOne() {
        Schedule.PLAIN.run(() -> {
            Mutex mutex = new Mutex();
            mutex.lock();
            go(() -> mutex.locked(() -> {}));
            gosched();
            mutex.unlock();
            mutex.lock();
            call(TURN - 50);
            gosched(); // the other finds it locked, and waits again
            assertEquals(TURN, callsBeforeAnother());
            mutex.unlock();
        });
    }

    /** 0 is taken for 1, and no other answer is. */
    @Test
    void answerAfterATurn_isTakenUnlessItIs0() {
        Schedule taken = taken(decision -> decision.yielded() != 0 ? 2 : 0, () -> {
            go(() -> {});
            go(() -> {});
            call(TURN + 1);
        });
        assertEquals(Schedule.parse("0*200 2"), taken);
    }

    @Test
    void anyAnswer_isTakenModuloTheOptions() {
        Body threeOthers = () -> {
            Bubble.await();
            for (int i = 0; i < 3; i++) {
                go(() -> {});
            }
            Bubble.await();
        };
        for (int answer : new int[] {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            int[] first = {-1};
            Schedule taken = taken(
                    decision -> {
                        boolean ofThree = decision.kind() == Decision.Kind.NEXT && decision.options() == 3;
                        first[0] = ofThree && first[0] < 0 ? Math.floorMod(answer, 3) : first[0];
                        return ofThree ? answer : 0;
                    },
                    threeOthers);
            assertTrue(first[0] >= 0);
            assertTrue(taken.picks().stream().allMatch(pick -> pick >= 0), taken::toString);
            assertEquals(first[0], taken.picks().isEmpty() ? 0 : taken.picks().getLast());
        }
    }

    private static Schedule taken(Picker picker, Body body) {
        Run run = new Run(picker, 1_000, null, true);
        assertNull(run.execute(body));
        return run.taken();
    }

    // ---------------------------------------------------------------- who has yielded

    @Test
    void yielded_isForgotten_afterTheNextCall() {
        Duration soon = Duration.ofSeconds(1);
        assertEquals(List.of(), yieldedInThePlainSchedule(() -> {
            go(() -> sleep(soon));
            Bubble.await();
            gosched(); // to nobody
            sleep(soon);
        }));
    }

    @Test
    void yielded_isToldOnceEachTime() {
        assertEquals(List.of("NEXT 1", "NEXT 1"), yieldedInThePlainSchedule(() -> {
            Mutex mutex = new Mutex();
            mutex.lock();
            go(() -> mutex.locked(() -> {}));
            gosched();
            mutex.unlock();
            mutex.lock();
            go(() -> {});
            gosched(); // the first finds it locked, and waits again without a call
            mutex.unlock();
        }));
    }

    private static List<String> yieldedInThePlainSchedule(Body body) {
        List<String> told = new ArrayList<>();
        taken(
                decision -> {
                    if (decision.yielded() != 0) {
                        told.add(decision.kind() + " " + decision.yielded());
                    }
                    return 0;
                },
                body);
        return told;
    }

    // ---------------------------------------------------------------- how it fails

    @Test
    void picker_isNotAskedAgainOnceItHasFailed() {
        List<RuntimeException> thrown = new ArrayList<>();
        Picker fails = decision -> {
            thrown.add(new IllegalStateException("of the policy"));
            throw thrown.getLast();
        };
        Run run = new Run(fails, 1_000, null, true);
        assertSame(
                assertThrows(IllegalStateException.class, () -> run.execute(KnownBugs::deadlockOfTwoLocks)),
                thrown.getFirst());
        assertEquals(1, thrown.size());
    }

    /** The property is for programs outside of runs. */
    @Test
    void deadlock_isFoundWhateverTheProperty() {
        String before = System.getProperty("runnel.deadlock");
        System.setProperty("runnel.deadlock", "false");
        try {
            ScheduleFailure failure = assertThrows(
                    ScheduleFailure.class,
                    () -> Schedule.PLAIN.run(() -> nilChan().recv()));
            assertInstanceOf(DeadlockException.class, failure.getCause());
        } finally {
            if (before == null) {
                System.clearProperty("runnel.deadlock");
            } else {
                System.setProperty("runnel.deadlock", before);
            }
        }
    }

    /** It comes at the next call, or at the end of the run. */
    @Test
    void faultOfTheRuntime_isAFailureOfTheRun() {
        for (boolean callsAfter : new boolean[] {true, false}) {
            boolean[] hasGoneOn = {false};
            Run run = new Run(decision -> 0, 1_000, null, true);
            Throwable failure = run.execute(() -> {
                Chan<Integer> c = chan();
                c.len();
                ((Hchan<?>) c).lock();
                run.happens(Objects.requireNonNull(Goroutine.current()), Act.READY, null);
                ((Hchan<?>) c).unlock();
                if (callsAfter) {
                    c.len();
                    hasGoneOn[0] = true;
                }
            });
            String message = Objects.requireNonNull(
                    assertInstanceOf(AssertionError.class, failure).getMessage());
            assertTrue(message.contains("is readied under the lock of Chan"), message);
            assertFalse(hasGoneOn[0]);
        }
    }

    @Test
    void objectionOfAWitness_isAFailureOfTheRun_orComesWithThatOfTheProgram() {
        AssertionError objection = new AssertionError("planted");
        Witness.call(new Witness() {
            @Override
            protected int events(boolean deterministic) {
                return 16;
            }

            @Override
            protected void look(FlightRecord record) {
                throw objection;
            }
        });
        try {
            assertSame(objection, new Run(decision -> 0, 1_000, null, true).execute(() -> {}));
            IllegalStateException failure = new IllegalStateException("of the program");
            assertSame(failure, new Run(decision -> 0, 1_000, null, true).execute(() -> {
                        throw failure;
                    }));
            assertArrayEquals(new Throwable[] {objection}, failure.getSuppressed());
        } finally {
            Witness.dismiss();
        }
    }

    // ---------------------------------------------------------------- what is counted

    @Test
    void steps_areCallsAndAsManyAsAllowed() {
        Body fourCalls = () -> {
            Chan<Integer> c = chan(1);
            c.send(1);
            c.len();
            go(() -> {});
            c.recv();
        };
        Explorer once = new Explorer(new ReplayPolicy(Schedule.PLAIN));
        assertEquals(new Exploration(1, 4, true), once.withSteps(4).explore(fourCalls));
        assertThrows(ScheduleFailure.class, () -> once.withSteps(3).explore(fourCalls));
    }

    @Test
    void calls_areCountedForEachGoroutine() {
        List<String> asked = new ArrayList<>();
        Picker notes = decision -> {
            StringBuilder calls = new StringBuilder(decision.kind().name());
            for (int i = 0; i < decision.options(); i++) {
                calls.append(" ").append(decision.goroutine(i)).append(":").append(decision.calls(i));
            }
            asked.add(calls.toString());
            return 0;
        };
        taken(notes, () -> {
            go(() -> {});
            chan().len();
            chan().len();
        });
        assertEquals(List.of("PREEMPT 1:1 2:0", "PREEMPT 1:2 2:0"), asked);
    }

    @Test
    void clauses_areNoGoroutines() {
        int[] asked = {0};
        taken(
                decision -> {
                    asked[0]++;
                    assertEquals(Decision.Kind.SELECT, decision.kind());
                    assertThrows(UnsupportedOperationException.class, () -> decision.goroutine(0));
                    assertThrows(UnsupportedOperationException.class, () -> decision.calls(0));
                    return 0;
                },
                () -> select().recv(chan(), () -> {})
                        .recv(chan(), () -> {})
                        .otherwise(() -> {})
                        .run());
        assertEquals(1, asked[0]);
    }

    @Test
    void failure_isAStepWithoutAPlace() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> Schedule.PLAIN.run(() -> {
                    chan(1).send(1);
                    throw new IllegalStateException();
                }));
        List<String> places = failure.interleaving().places();
        assertEquals(2, places.size());
        assertEquals("", places.getLast());
    }
}
