package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Buffering;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scope.ErrGroup;
import dev.runnel.scope.Scope;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The end of the stack comes before an operation or after it, never in its midst: locks, queues and Ps are sound
 * afterwards.
 */
class StackOverflowTest {

    private static final int ROUNDS = 6;

    /**
     * More than any carrier has room for. An operation that parks moves the stack elsewhere, and there might be no end.
     */
    private static final int DEEPEST = 300_000;

    /** No slice ends, as a goroutine that yields parks. */
    private static final RuntimeConfig CONFIG = Runtimes.withProcs(2).withTimeSlice(Duration.ofHours(1));

    private static final Chan<Integer> BUFFERED = chan(10);
    private static final Chan<Integer> UNBUFFERED = chan();
    private static final Mutex MUTEX = new Mutex();
    private static final WaitGroup GROUP = new WaitGroup();
    private static final CancelContext PARENT = Context.withCancel(Context.background());
    private static final Scope SCOPE = Scope.open();
    private static final ErrGroup TASKS = new ErrGroup();

    private static final Chan<Integer> COUNTED = chan(Buffering.dropping(1));

    /** What the goroutine that goes down has got and not yet given back. */
    private static boolean locked;

    private static boolean added;

    static Stream<Arguments> operations() {
        Map<String, Runnable> all = new LinkedHashMap<>();
        all.put("send, receive", () -> {
            if (BUFFERED.trySend(1)) {
                BUFFERED.recvOrNull();
            }
        });
        all.put("trySend to who waits", () -> UNBUFFERED.trySend(1));
        all.put("tryRecv in vain", BUFFERED::tryRecv);
        all.put("close", () -> chan().close());
        all.put("go", () -> go(() -> {}));
        all.put(
                "select",
                () -> select().recv(BUFFERED, () -> {})
                        .send(UNBUFFERED, 1, () -> {})
                        .otherwise(() -> {})
                        .run());
        all.put("mutex", () -> {
            if (MUTEX.tryLock()) {
                locked = true;
                MUTEX.unlock();
                locked = false;
            }
        });
        all.put("wait group", () -> {
            GROUP.add(1);
            added = true;
            GROUP.done();
            added = false;
        });
        all.put("go of a wait group", () -> GROUP.go(() -> {}));
        all.put("timer", () -> new Timer(Duration.ofHours(1)).stop());
        all.put("context", () -> Context.withCancel(Context.background()).cancel());
        all.put("context below another", () -> Context.withCancel(PARENT).cancel());
        all.put(
                "context with a time limit",
                () -> Context.withTimeout(PARENT, Duration.ofHours(1)).cancel());
        all.put("afterFunc", () -> Context.afterFunc(PARENT, () -> {}).stop());
        all.put("onDone", () -> PARENT.onDone(() -> {}).stop());
        all.put("receive with a context", () -> {
            if (BUFFERED.trySend(1)) {
                receiveWithContext();
            }
        });
        all.put("scope", () -> SCOPE.fork(() -> 1));
        all.put("errgroup", () -> TASKS.tryGo(() -> {}));
        return all.entrySet().stream().map(e -> Arguments.argumentSet(e.getKey(), e.getValue()));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void overflow_inOperationsAtEachDepth_leavesTheRuntimeSound(Runnable operation) {
        AtomicInteger overflows = new AtomicInteger();
        for (int round = 0; round < ROUNDS; round++) {
            Runtimes.run(CONFIG, () -> {
                Chan<Integer> end = chan();
                GoHandle receiver = go(() -> {
                    for (boolean[] on = {true}; on[0]; ) {
                        select().recv(UNBUFFERED, () -> {})
                                .recv(end, () -> on[0] = false)
                                .run();
                    }
                });
                go("deep", () -> {
                            try {
                                down(operation, 0);
                            } catch (StackOverflowError e) {
                                overflows.incrementAndGet();
                                undo();
                            }
                        })
                        .join();
                end.close();
                receiver.join();
                theRuntimeGoesOn();
            });
        }
        // Not in each round: a goroutine that gives way to the holder of a short lock is unmounted, and its stack
        // begins anew.
        assertTrue(overflows.get() > 0, "no overflow in any round");
    }

    /** Calls that only tell how things stand take locks, too. */
    static Stream<Arguments> looks() {
        Map<String, Runnable> all = new LinkedHashMap<>();
        all.put("number of goroutines", Go::numGoroutine);
        all.put("number of Ps", () -> Go.gomaxprocs(2));
        all.put("stats of a channel", () -> COUNTED.stats());
        GoHandle ended = go(() -> {});
        ended.join();
        all.put("end of a goroutine", () -> ended.done().tryRecv());
        return all.entrySet().stream().map(e -> Arguments.argumentSet(e.getKey(), e.getValue()));
    }

    /** Each look is at a place with no room just below it. */
    @ParameterizedTest
    @MethodSource("looks")
    void overflow_inLooksOnTheWayUp_leavesTheRuntimeSound(Runnable look) {
        for (int round = 0; round < ROUNDS; round++) {
            Runtimes.run(CONFIG, () -> {
                go("deep", () -> downAndUp(look, new int[] {300})).join();
                theRuntimeGoesOn();
            });
        }
    }

    /** At most this many looks: higher up there is room. */
    private static void downAndUp(Runnable look, int[] left) {
        try {
            downAndUp(look, left);
        } catch (StackOverflowError e) {
            // on the way up
        }
        if (left[0] > 0) {
            left[0]--;
            try {
                look.run();
            } catch (StackOverflowError e) {
                // as expected
            }
        }
    }

    private static void receiveWithContext() {
        try {
            BUFFERED.recv(PARENT);
        } catch (CancelledException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** There may be room for the first of two operations, and none for the second. */
    private static void undo() {
        if (locked) {
            MUTEX.unlock();
            locked = false;
        }
        if (added) {
            GROUP.done();
            added = false;
        }
    }

    private static void down(Runnable operation, int depth) {
        operation.run();
        if (depth < DEEPEST) {
            down(operation, depth + 1);
        }
    }

    /** Whoever catches the error at each level tries again and again where there is next to no room. */
    @Test
    void overflow_isCaughtAtEachLevel_leavesTheRuntimeSound() {
        for (int round = 0; round < ROUNDS; round++) {
            Runtimes.run(2, () -> {
                go("deep", () -> {
                            try {
                                downAndAgain(0);
                            } catch (StackOverflowError e) {
                                // as expected
                            }
                        })
                        .join();
                theRuntimeGoesOn();
            });
        }
    }

    private static void downAndAgain(int depth) {
        try {
            BUFFERED.trySend(depth);
            BUFFERED.tryRecv();
            downAndAgain(depth + 1);
        } catch (StackOverflowError e) {
            if (UNBUFFERED.trySend(1)) {
                throw new AssertionError("there is nobody to receive");
            }
            BUFFERED.trySend(depth);
            BUFFERED.tryRecv();
            throw e;
        }
    }

    /**
     * A stack near its end: the JDK needs room of its own to unmount it. The wait either works, or has not happened.
     */
    @Test
    void overflow_inAWait_itWorksOrHasNotHappened() {
        AtomicInteger waited = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        for (int round = 0; round < ROUNDS; round++) {
            Runtimes.run(2, () -> {
                Chan<Integer> c = chan();
                GoHandle deep = go("deep", () -> waitDeepDown(c, waited, refused));
                while (!deep.hasEnded()) {
                    c.trySend(1);
                    Go.gosched();
                }
                assertTrue(!c.trySend(1), "a receiver is left in the queue");
                theRuntimeGoesOn();
            });
        }
        assertTrue(waited.get() + refused.get() > 0);
    }

    /** The same for a thread that is not a goroutine; afterwards it can wait, also with a time limit. */
    @Test
    void overflow_inAWaitOfAVirtualThread_itCanWaitAgain() throws InterruptedException {
        AtomicInteger refused = new AtomicInteger();
        for (int round = 0; round < ROUNDS; round++) {
            Chan<Integer> c = chan();
            boolean[] timedOut = new boolean[1];
            Thread thread = Thread.ofVirtual().start(() -> {
                try {
                    tryDeepDown(c, refused);
                } catch (StackOverflowError e) {
                    // as expected
                }
                timedOut[0] = tryReceive(c);
            });
            thread.join();
            assertTrue(timedOut[0]);
        }
        assertTrue(refused.get() > 0, "the JDK had room in each round");
    }

    private static void tryDeepDown(Chan<Integer> c, AtomicInteger refused) {
        try {
            tryDeepDown(c, refused);
        } catch (StackOverflowError e) {
            try {
                tryReceive(c);
            } catch (StackOverflowError tooDeep) {
                refused.incrementAndGet();
                throw tooDeep;
            }
            throw e;
        }
    }

    private static boolean tryReceive(Chan<Integer> c) {
        try {
            return c.tryRecv(Duration.ofNanos(1_000)).isEmpty();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void waitDeepDown(Chan<Integer> c, AtomicInteger waited, AtomicInteger refused) {
        try {
            waitDeepDown(c, waited, refused);
        } catch (StackOverflowError e) {
            try {
                c.recv();
                waited.incrementAndGet();
            } catch (StackOverflowError tooDeep) {
                refused.incrementAndGet();
                throw tooDeep;
            }
        }
    }

    @Test
    void overflow_isNotCaught_isTheFailureOfTheRun() {
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    go("deep", () -> down(() -> BUFFERED.tryRecv(), 0));
                    chan().recv();
                }));
        assertInstanceOf(StackOverflowError.class, failed.getCause());
        assertTrue(failed.getMessage().contains("\"deep\" failed: java.lang.StackOverflowError"), failed.getMessage());
    }

    private static void theRuntimeGoesOn() {
        while (BUFFERED.len() > 0) {
            BUFFERED.recv();
        }
        BUFFERED.send(7);
        assertEquals(7, BUFFERED.recv().get());
        assertTrue(MUTEX.tryLock());
        MUTEX.unlock();
        Go.gomaxprocs(2);
        COUNTED.tryRecv();
        assertTrue(Go.numGoroutine() > 0);
        GROUP.await();
        Context.withTimeout(PARENT, Duration.ofHours(1)).cancel();
        assertTrue(TASKS.await().isEmpty());
        try {
            SCOPE.join();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        Chan<Integer> c = chan();
        for (int i = 0; i < 10; i++) {
            go(() -> c.send(1));
        }
        for (int i = 0; i < 10; i++) {
            c.recv();
        }
    }
}
