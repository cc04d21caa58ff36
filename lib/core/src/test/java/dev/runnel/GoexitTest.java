package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.goexit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of one goroutine; P45, P78, TestGoexitDeadlock, TestGoexitDefer, TestPanicAfterGoexit and their like. */
class GoexitTest {

    private static final String NO_GOROUTINES = "no goroutines (main called runtime.Goexit) - deadlock!";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void goexit_inAGoroutine_runsFinallyBlocksAndNothingElse(int procs) {
        StringBuffer order = new StringBuffer();
        Runtimes.run(procs, () -> {
            GoHandle exits = go(() -> {
                try {
                    try {
                        exitDeeply(20);
                        order.append("after ");
                    } finally {
                        order.append("inner ");
                    }
                } finally {
                    order.append("outer");
                }
            });
            exits.join();
            assertTrue(exits.hasEnded());
        });
        assertEquals("inner outer", order.toString());
    }

    private static void exitDeeply(int depth) {
        if (depth == 0) {
            goexit();
        }
        exitDeeply(depth - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void goexit_inAGoroutine_leavesOthersAlone(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> c = chan();
            for (int i = 0; i < 100; i++) {
                int n = i;
                go(() -> {
                    if (n % 2 == 0) {
                        goexit();
                    }
                    c.send(n);
                });
            }
            int sum = 0;
            for (int i = 0; i < 50; i++) {
                sum += c.recv().get();
            }
            assertEquals(2500, sum);
        });
    }

    @Test
    void goexit_passesHandlersOfExceptions() {
        AtomicBoolean caught = new AtomicBoolean();
        Runtimes.run(
                2,
                () -> go(() -> {
                            try {
                                goexit();
                            } catch (Exception e) {
                                caught.set(true);
                            }
                        })
                        .join());
        assertFalse(caught.get());
    }

    @Test
    void goexit_theThreadServesTheNextGoroutine() {
        Runtimes.run(Runtimes.oneP(), () -> {
            AtomicReference<Thread> first = new AtomicReference<>();
            AtomicReference<Thread> second = new AtomicReference<>();
            go(() -> {
                        first.set(Thread.currentThread());
                        goexit();
                    })
                    .join();
            while (second.get() != first.get()) { // the thread may not be at rest yet
                go(() -> second.set(Thread.currentThread())).join();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void goexit_inMain_othersRunOnThenIsReported(int procs) {
        AtomicInteger ended = new AtomicInteger();
        AtomicBoolean unwound = new AtomicBoolean();
        DeadlockException dead = assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(procs), () -> {
                    Chan<Integer> c = chan();
                    for (int i = 0; i < 10; i++) {
                        go(() -> {
                            Go.gosched();
                            c.send(1);
                            ended.incrementAndGet();
                        });
                    }
                    go(() -> {
                        for (int i = 0; i < 10; i++) {
                            c.recv();
                            Go.sleep(java.time.Duration.ofMillis(1));
                        }
                        ended.incrementAndGet();
                    });
                    try {
                        goexit();
                    } finally {
                        unwound.set(true);
                    }
                }));
        assertEquals(NO_GOROUTINES, dead.getMessage());
        assertEquals(11, ended.get());
        assertTrue(unwound.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void goexit_inMainAlone_isReported(int procs) {
        DeadlockException dead =
                assertThrows(DeadlockException.class, () -> Go.run(Runtimes.withProcs(procs), () -> goexit()));
        assertEquals(NO_GOROUTINES, dead.getMessage());
        assertEquals("", dead.dump());
    }

    @Test
    void goexit_inMainWhileAnotherIsBlockedInTheJdk_isReportedAfterThat() {
        AtomicBoolean ended = new AtomicBoolean();
        DeadlockException dead = assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    go(() -> {
                        Thread.sleep(60);
                        ended.set(true);
                    });
                    goexit();
                }));
        assertEquals(NO_GOROUTINES, dead.getMessage());
        assertTrue(ended.get());
    }

    @Test
    void goexit_inMainAndAllOthers_isReported() {
        DeadlockException dead = assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    for (int i = 0; i < 10; i++) {
                        go(Go::goexit);
                    }
                    goexit();
                }));
        assertEquals(NO_GOROUTINES, dead.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void goexit_exceptionInItsFinally_isAFailure(int procs) {
        IllegalStateException thrown = new IllegalStateException("in finally");
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(procs), () -> {
                    go(() -> {
                        try {
                            goexit();
                        } finally {
                            fail(thrown);
                        }
                    });
                    chan().recv();
                }));
        assertSame(thrown, failed.getCause());
    }

    @Test
    void goexit_inMainThenAnotherFails_isThatFailure() {
        IllegalStateException thrown = new IllegalStateException();
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    go(() -> {
                        Go.gosched();
                        throw thrown;
                    });
                    goexit();
                }));
        assertSame(thrown, failed.getCause());
    }

    @Test
    void goexit_inFinallyOfAFailure_supersedesIt() {
        Runtimes.run(2, () -> {
            GoHandle g = go(() -> {
                try {
                    throw new IllegalStateException();
                } finally {
                    goexit();
                }
            });
            g.join();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void goexit_finallyBlocksMayWait(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> c = chan();
            go(() -> {
                try {
                    goexit();
                } finally {
                    c.send(1);
                    Go.gosched();
                    c.send(2);
                }
            });
            assertEquals(1, c.recv().get());
            assertEquals(2, c.recv().get());
        });
    }

    @Test
    void goexit_closesDone() {
        Runtimes.run(2, () -> {
            GoHandle g = go(Go::goexit);
            assertTrue(g.done().recv().isEmpty());
            assertTrue(g.hasEnded());
        });
    }

    @Test
    void goexit_onAForeignThread_saysSo() throws InterruptedException {
        IllegalStateException here = assertThrows(IllegalStateException.class, Go::goexit);
        assertTrue(here.getMessage().contains(Thread.currentThread().getName()), here.getMessage());
        assertTrue(here.getMessage().contains("not a goroutine"), here.getMessage());
        AtomicReference<Throwable> there = new AtomicReference<>();
        Runtimes.run(2, () -> {
            Thread child = Thread.ofVirtual().start(() -> {
                try {
                    goexit();
                } catch (Throwable e) {
                    there.set(e);
                }
            });
            child.join();
        });
        assertEquals(IllegalStateException.class, there.get().getClass());
    }

    @Test
    void goexit_onTheDefaultRuntime_endsThatGoroutineOnly() {
        List<GoHandle> all = List.of(go(Go::goexit), go(Go::goexit), go(() -> {}));
        all.forEach(GoHandle::join);
        assertTrue(all.stream().allMatch(GoHandle::hasEnded));
    }

    private static void fail(RuntimeException thrown) {
        throw thrown;
    }
}
