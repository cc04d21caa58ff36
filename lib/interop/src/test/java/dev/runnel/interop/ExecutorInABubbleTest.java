package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.NoLeaks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Whoever waits for tasks of an executor in a bubble waits by the bubble's clock. */
@NoLeaks
class ExecutorInABubbleTest {

    private static final long VERY_LONG = Long.MAX_VALUE;

    private interface Program {
        void run(GoroutineExecutor executor, Instant begin) throws Exception;
    }

    private static void inABubble(Program program) {
        Bubble.run(() -> {
            try (GoroutineExecutor executor = new GoroutineExecutor()) {
                program.run(executor, now());
            }
        });
    }

    private static Callable<Integer> after(int seconds) {
        return () -> {
            Go.sleepInterruptibly(Duration.ofSeconds(seconds));
            return seconds;
        };
    }

    private static Callable<Integer> failingAfter(int seconds, Exception why) {
        return () -> {
            Go.sleepInterruptibly(Duration.ofSeconds(seconds));
            throw why;
        };
    }

    private static void assertPassed(int seconds, Instant begin) {
        assertEquals(Duration.ofSeconds(seconds), Duration.between(begin, now()));
    }

    // ---------------------------------------------------------------- futures

    /** It ends after it is asked whether it is done, and before it knows of the one that waits. */
    @Test
    void get_ofATaskThatEndsAsItIsAskedFor_isTold() {
        Bubble.run(() -> {
            Future<Integer> future = new ExecutorFuture<>(() -> 1, Home.ofCaller()) {
                @Override
                public boolean isDone() {
                    boolean done = super.isDone();
                    if (!done) {
                        run();
                    }
                    return done;
                }
            };
            assertEquals(1, future.get());
        });
    }

    @Test
    void get_waitsForTheTask() {
        inABubble((executor, begin) -> {
            assertEquals(3600, executor.submit(after(3600)).get());
            assertPassed(3600, begin);
            executor.submit(() -> sleep(Duration.ofHours(1))).get();
            assertPassed(7200, begin);
            Exception why = new Exception("no");
            Future<Integer> fails = executor.submit(failingAfter(1, why));
            assertSame(why, assertThrows(ExecutionException.class, fails::get).getCause());
        });
    }

    @Test
    void get_noLongerThanATime() {
        inABubble((executor, begin) -> {
            Future<Integer> task = executor.submit(after(3601));
            assertThrows(TimeoutException.class, () -> task.get(0, TimeUnit.SECONDS));
            assertThrows(TimeoutException.class, () -> task.get(-1, TimeUnit.SECONDS));
            assertPassed(0, begin);
            assertThrows(TimeoutException.class, () -> task.get(1, TimeUnit.HOURS));
            assertPassed(3600, begin);
            assertEquals(3601, task.get(VERY_LONG, TimeUnit.DAYS));
            assertPassed(3601, begin);
            assertEquals(3601, task.get(0, TimeUnit.SECONDS));
        });
    }

    @Test
    void several_getTheSame() {
        inABubble((executor, begin) -> {
            Future<Integer> task = executor.submit(after(10));
            AtomicInteger sum = new AtomicInteger();
            for (int i = 0; i < 3; i++) {
                go(() -> sum.addAndGet(task.get()));
            }
            assertThrows(TimeoutException.class, () -> task.get(1, TimeUnit.SECONDS));
            task.get();
            Bubble.await();
            assertEquals(30, sum.get());
        });
    }

    @Test
    void cancel_endsTheWait() {
        inABubble((executor, begin) -> {
            Future<Integer> task = executor.submit(after(10));
            go(() -> {
                sleep(Duration.ofSeconds(1));
                task.cancel(true);
            });
            assertThrows(CancellationException.class, task::get);
            assertThrows(CancellationException.class, () -> task.get(1, TimeUnit.SECONDS));
            assertPassed(1, begin);
        });
    }

    @Test
    void goexit_ofTheTask_endsTheWait() {
        inABubble((executor, begin) -> {
            Future<?> task = executor.submit(() -> {
                sleep(Duration.ofSeconds(1));
                Go.goexit();
            });
            assertThrows(CancellationException.class, task::get);
        });
    }

    @Test
    void taskThatNeverEnds_isADeadlock() {
        assertThrows(
                DeadlockException.class,
                () -> Bubble.run(() -> new GoroutineExecutor()
                        .submit(() -> Go.nilChan().recv())
                        .get()));
    }

    // ---------------------------------------------------------------- several

    @Test
    void invokeAll_waitsForAll() {
        inABubble((executor, begin) -> {
            Exception why = new Exception("no");
            List<Future<Integer>> all = executor.invokeAll(List.of(after(2), failingAfter(3, why), after(1)));
            assertPassed(3, begin);
            assertEquals(
                    List.of(Future.State.SUCCESS, Future.State.FAILED, Future.State.SUCCESS),
                    all.stream().map(Future::state).toList());
            assertEquals(
                    List.of(2, 1), List.of(all.get(0).resultNow(), all.get(2).resultNow()));
            assertSame(why, all.get(1).exceptionNow());
        });
    }

    @Test
    void invokeAll_noLongerThanATime() {
        inABubble((executor, begin) -> {
            List<Callable<Integer>> tasks = List.of(after(3), after(9), after(5), after(10), after(6));
            List<Future<Integer>> all = executor.invokeAll(tasks, 7, TimeUnit.SECONDS);
            assertPassed(7, begin);
            assertEquals(
                    List.of(false, true, false, true, false),
                    all.stream().map(Future::isCancelled).toList());
            assertTrue(all.stream().allMatch(Future::isDone));
        });
    }

    @Test
    void invokeAll_inTime() {
        inABubble((executor, begin) -> {
            List<Future<Integer>> all = executor.invokeAll(List.of(after(3), after(1)), VERY_LONG, TimeUnit.DAYS);
            assertPassed(3, begin);
            assertEquals(List.of(3, 1), all.stream().map(Future::resultNow).toList());
        });
    }

    @Test
    void invokeAll_withoutTime_startsNothing() {
        Bubble.run(() -> {
            GoroutineExecutor executor = new GoroutineExecutor(ExecutorInABubbleTest::atOnce);
            AtomicInteger begun = new AtomicInteger();
            List<Callable<Integer>> tasks = List.of(begun::incrementAndGet, begun::incrementAndGet);
            List<Future<Integer>> all = executor.invokeAll(tasks, 0, TimeUnit.SECONDS);
            assertTrue(all.stream().allMatch(Future::isCancelled));
            executor.close();
            assertEquals(0, begun.get());
        });
    }

    private static void atOnce(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void invokeAny_givesTheFirst_andCancelsTheOthers() {
        inABubble((executor, begin) -> {
            List<Callable<Integer>> tasks = List.of(after(5), failingAfter(1, new Exception("no")), after(2), after(4));
            assertEquals(2, executor.invokeAny(tasks));
            assertPassed(2, begin);
        });
    }

    @Test
    void invokeAny_noLongerThanATime() {
        inABubble((executor, begin) -> {
            List<Callable<Integer>> tasks = List.of(after(5), failingAfter(1, new Exception("no")), after(4));
            assertThrows(TimeoutException.class, () -> executor.invokeAny(tasks, 0, TimeUnit.SECONDS));
            assertPassed(0, begin);
            assertThrows(TimeoutException.class, () -> executor.invokeAny(tasks, 3, TimeUnit.SECONDS));
            assertPassed(3, begin);
            assertEquals(4, executor.invokeAny(tasks, VERY_LONG, TimeUnit.DAYS));
            assertPassed(7, begin);
        });
    }

    @Test
    void invokeAny_ofTasksThatFail_givesTheLastFailure() {
        inABubble((executor, begin) -> {
            Exception last = new Exception("last");
            List<Callable<Integer>> tasks = List.of(failingAfter(2, last), failingAfter(1, new Exception("first")));
            ExecutionException failure = assertThrows(ExecutionException.class, () -> executor.invokeAny(tasks));
            assertSame(last, failure.getCause());
            List<Callable<Integer>> one = List.of(() -> {
                Go.goexit();
                return 1;
            });
            failure = assertThrows(ExecutionException.class, () -> executor.invokeAny(one));
            assertEquals(CancellationException.class, failure.getCause().getClass());
        });
    }

    /** It ends after those that have ended were looked at, and before the wait for the next. */
    @Test
    void invokeAny_ofATaskThatEndsAsMoreAreAskedFor_isTold() {
        inABubble((executor, begin) -> {
            Collection<Callable<Integer>> one = new ArrayList<>() {
                private static final long serialVersionUID = 1;

                @Override
                public Iterator<Callable<Integer>> iterator() {
                    Iterator<Callable<Integer>> all = super.iterator();
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            if (!all.hasNext()) {
                                sleep(Duration.ofSeconds(2));
                            }
                            return all.hasNext();
                        }

                        @Override
                        public Callable<Integer> next() {
                            return all.next();
                        }
                    };
                }
            };
            one.add(after(1));
            assertEquals(1, executor.invokeAny(one));
        });
    }

    @Test
    void invokeAny_refusesWhatTheJdksRefuses() {
        inABubble((executor, begin) -> {
            List<Callable<Integer>> none = new ArrayList<>();
            assertThrows(IllegalArgumentException.class, () -> executor.invokeAny(none));
            assertThrows(NullPointerException.class, () -> executor.invokeAny(null));
            none.add(after(1));
            none.add(null);
            assertThrows(NullPointerException.class, () -> executor.invokeAny(none));
            assertThrows(NullPointerException.class, () -> executor.invokeAll(none, 1, TimeUnit.SECONDS));
            executor.close();
            assertPassed(0, begin);
        });
    }

    // ---------------------------------------------------------------- from elsewhere

    /** What comes from outside may come at any time, and not by the bubble's clock. */
    @Test
    void futureFromOutside_isAwaitedInABubble() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (GoroutineExecutor outside = new GoroutineExecutor()) {
            Future<String> task = outside.submit(() -> {
                mayEnd.await();
                return "came";
            });
            Bubble.run(() -> {
                Instant begin = now();
                go(mayEnd::countDown);
                assertEquals("came", task.get(1, TimeUnit.SECONDS));
                assertPassed(0, begin);
            });
        }
    }

    /** A timer that is left is seen outside of all bubbles, too. */
    @Test
    void limitThatIsNotReached_leavesNoTimer() {
        Chan<Integer> results = chan(2);
        go(() -> {
            try (GoroutineExecutor executor = new GoroutineExecutor()) {
                List<Callable<Integer>> one = List.of(() -> 1);
                results.send(executor.invokeAll(one, 1, TimeUnit.DAYS).get(0).get());
                results.send(executor.invokeAny(one, 1, TimeUnit.DAYS));
            }
        });
        assertEquals(2, results.recv().get() + results.recv().get());
    }

    @Test
    void futureOfABubble_isAwaitedOutside_andCancelledThere() {
        inABubble((executor, begin) -> {
            Future<String> task = executor.submit(() -> {
                sleep(Duration.ofSeconds(1));
                return "came";
            });
            AtomicReference<Throwable> told = new AtomicReference<>();
            Thread outside = Thread.ofPlatform().start(() -> {
                try {
                    task.get();
                } catch (Throwable thrown) {
                    told.set(thrown);
                }
            });
            Thread.ofPlatform().start(() -> {
                while (!outside.getState().equals(Thread.State.WAITING)) {
                    Thread.onSpinWait();
                }
                task.cancel(true);
            });
            outside.join();
            assertEquals(CancellationException.class, told.get().getClass());
            assertThrows(CancellationException.class, task::get);
        });
    }

    @Test
    void futureOfABubble_isAwaitedByAGoroutineOutside() {
        inABubble((executor, begin) -> {
            Future<Integer> task = executor.submit(after(1));
            AtomicReference<Thread> waits = new AtomicReference<>();
            AtomicReference<Throwable> told = new AtomicReference<>();
            Thread outside = Thread.ofPlatform()
                    .start(() -> Go.run(() -> {
                        waits.set(Thread.currentThread());
                        try {
                            task.get();
                        } catch (CancellationException | ChannelException thrown) {
                            told.set(thrown);
                        }
                    }));
            while (outside.isAlive() && (waits.get() == null || LockSupport.getBlocker(waits.get()) != task)) {
                LockSupport.parkNanos(1); // it may need this thread's carrier, which yielding would not leave to it
            }
            task.cancel(true);
            outside.join();
            assertEquals(CancellationException.class, told.get().getClass());
        });
    }
}
