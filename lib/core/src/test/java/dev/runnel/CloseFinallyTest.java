package dev.runnel;

import static dev.runnel.Closing.awaitState;
import static dev.runnel.Closing.closeMeanwhile;
import static dev.runnel.Closing.isOpen;
import static dev.runnel.Closing.join;
import static dev.runnel.Closing.runtime;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.select;
import static java.time.Duration.ofHours;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Buffering;
import dev.runnel.channel.Chan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the clean-up of a goroutine may do while its runtime closes. */
class CloseFinallyTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_inFinally_operationsThatNeedNotWaitWork(int procs) {
        List<Object> did = new ArrayList<>();
        Chan<Integer> results = chan(10);
        Chan<Integer> mine = chan();
        GoRuntime runtime = runtime(procs);
        runtime.go("waits", () -> {
            try {
                chan().recv();
            } finally {
                results.send(1);
                did.add(results.trySend(2));
                did.add(results.recv().get());
                did.add(results.tryRecv().toOption().get());
                did.add(results.tryRecv().isEmpty());
                select().recv(mine, () -> did.add("wrong"))
                        .otherwise(() -> did.add("otherwise"))
                        .run();
                select().send(results, 3, () -> did.add("sent")).run();
                mine.close();
                did.add(mine.recv().isEmpty());
                did.add("last");
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        runtime.close();
        assertEquals(List.of(true, 1, 2, true, "otherwise", "sent", true, "last"), did);
        assertEquals(3, results.recv().get());
        assertTrue(mine.recv().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_inFinally_operationsThatMustWaitUnwindOn(int procs) {
        StringBuffer order = new StringBuffer();
        GoRuntime runtime = runtime(procs);
        runtime.go("waits", () -> {
            try {
                try {
                    try {
                        chan().recv();
                    } finally {
                        order.append("first ");
                        chan().send(1);
                        order.append("wrong ");
                    }
                } finally {
                    order.append("second ");
                    select().run();
                    order.append("wrong ");
                }
            } finally {
                order.append("third ");
                Go.sleep(ofHours(1));
                order.append("wrong ");
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        runtime.close();
        assertEquals("first second third ", order.toString());
    }

    /**
     * A goroutine that computes when the closing begins is not unwound by the cancel itself: what is in the buffer is
     * handed over.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_beforeACancel_doesNotCutItOff(int procs) {
        List<Integer> handedOver = new ArrayList<>();
        List<String> order = new ArrayList<>();
        Chan<Integer> c = chan(Buffering.bounded(2), (Integer value) -> {
            handedOver.add(value);
            c(order).trySend(value); // unwinds, and yet the others are handed over
        });
        c.send(1);
        c.send(2);
        closeWhileOneComputes(procs, () -> {
            c.cancel();
            order.add("wrong");
        });
        assertEquals(List.of(1, 2), handedOver);
        assertEquals(List.of("handler", "handler"), order);
        assertTrue(c.recv().isEmpty());
    }

    /** Others, perhaps of another runtime, wait for the close: it happens, and the next call unwinds. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_beforeTheCloseOfAChannel_doesNotCutItOff(int procs) {
        Chan<Integer> c = chan();
        Chan<Integer> withCause = chan();
        List<String> order = new ArrayList<>();
        closeWhileOneComputes(procs, () -> {
            c.close();
            withCause.close(new IllegalStateException("expected"));
            order.add("closed");
            chan().trySend(1);
            order.add("wrong");
        });
        assertEquals(List.of("closed"), order);
        assertTrue(c.recv().isEmpty());
        assertTrue(withCause.closeCause().isDefined());
    }

    private static Chan<Integer> c(List<String> order) {
        order.add("handler");
        return chan();
    }

    /** A goroutine that computes until its runtime has begun to close, and then cleans up. */
    private static void closeWhileOneComputes(int procs, Runnable cleanUp) {
        AtomicBoolean isClosing = new AtomicBoolean();
        AtomicBoolean runs = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        runtime.go("computes", () -> {
            try {
                runs.set(true);
                while (!isClosing.get()) {
                    Thread.onSpinWait();
                }
            } finally {
                cleanUp.run();
            }
        });
        while (!runs.get()) {
            Thread.onSpinWait();
        }
        closeMeanwhile(runtime, isClosing);
    }

    /**
     * A throwable cannot be suppressed by itself: what unwinds the body is not what unwinds the close of its resource.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_ofAResourceThatMustWait_unwindsOn(int procs) {
        StringBuffer order = new StringBuffer();
        GoRuntime runtime = runtime(procs);
        Chan<Integer> c = chan();
        runtime.go("waits", () -> {
            try {
                try (AutoCloseable outer = c::recv;
                        AutoCloseable inner = c::recv) {
                    c.recv();
                }
            } catch (Exception e) {
                order.append(e);
            } finally {
                order.append("unwound");
            }
        });
        awaitState(runtime, "\"waits\" [chan ");
        runtime.close();
        assertEquals("unwound", order.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_unwindingIsCaught_nextWaitUnwindsAgain(int procs) {
        AtomicInteger caught = new AtomicInteger();
        GoRuntime runtime = runtime(procs);
        runtime.go("waits", () -> {
            for (; ; ) {
                try {
                    chan().recv();
                } catch (Error e) {
                    if (caught.incrementAndGet() == 3) {
                        throw e;
                    }
                }
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        runtime.close();
        assertEquals(3, caught.get());
    }

    /** A run is a wait for its end, which does not come: the other runtime closes as well. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_inFinally_aRunUnwindsOn(int procs) {
        StringBuffer order = new StringBuffer();
        GoRuntime runtime = runtime(procs);
        GoRuntime other = runtime(1);
        runtime.go("waits", () -> {
            try {
                chan().recv();
            } finally {
                order.append("first ");
                other.run(() -> chan().recv());
                order.append("wrong ");
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        runtime.close();
        assertEquals("first ", order.toString());
        assertFalse(isOpen(other));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_inFinally_mayBlockInTheJdk(int procs) {
        AtomicReference<Thread.State> state = new AtomicReference<>();
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        GoRuntime runtime = runtime(procs);
        AtomicReference<Thread> thread = new AtomicReference<>();
        AtomicBoolean ended = new AtomicBoolean();
        runtime.go("waits", () -> {
            try {
                chan().recv();
            } finally {
                thread.set(Thread.currentThread());
                lock.lock();
                ended.set(true);
                lock.unlock();
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        Thread closer = Thread.ofPlatform().daemon().start(runtime::close);
        while (thread.get() == null || (state.get() != Thread.State.WAITING)) {
            Thread blocked = thread.get();
            state.set(blocked == null ? null : blocked.getState());
        }
        assertTrue(closer.isAlive());
        lock.unlock();
        join(closer);
        assertTrue(ended.get());
    }
}
