package dev.runnel;

import static dev.runnel.Closing.awaitState;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static java.time.Duration.ofHours;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A goroutine that is cut off as its runtime closes gives back what it has, and says that it does no more. A goroutine
 * that waits for that does not take it for the end of the work: it is cut off, too, and leaves behind what it was
 * given.
 */
class CloseCleanedUpTest {

    private static final int TRIES = 15;

    @Test
    void close_channelClosedByCleanUp_receiverDoesNotGoOn() {
        for (int i = 0; i < TRIES; i++) {
            Chan<Integer> values = chan();
            play("[chan receive]", () -> {}, values::close, values::recv);
        }
    }

    @Test
    void close_channelClosedByCleanUp_iterationDoesNotEnd() {
        for (int i = 0; i < TRIES; i++) {
            Chan<Integer> values = chan();
            play("[chan receive]", () -> {}, values::close, () -> {
                for (int value : values) {
                    throw new AssertionError("received " + value);
                }
            });
        }
    }

    @Test
    void close_channelClosedByCleanUp_senderDoesNotFail() {
        for (int i = 0; i < TRIES; i++) {
            Chan<Integer> values = chan();
            play("[chan send]", () -> {}, values::close, () -> {
                try {
                    values.send(1);
                } catch (RuntimeException closed) {
                    // It is told that the channel is closed, and goes on.
                }
            });
        }
    }

    @Test
    void close_channelClosedByCleanUp_selectDoesNotGoOn() {
        for (int i = 0; i < TRIES; i++) {
            Chan<Integer> values = chan();
            Chan<Integer> never = chan();
            play(
                    "[select]",
                    () -> {},
                    values::close,
                    () -> select().recv(values, v -> {}).recv(never, v -> {}).run());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void close_contextCancelledByCleanUp_whoWaitsForItDoesNotGoOn(boolean onItsChannel) {
        for (int i = 0; i < TRIES; i++) {
            CancelContext context = Context.withCancel(Context.background());
            Chan<Integer> never = chan();
            play(
                    "[chan receive]",
                    () -> {},
                    context::cancel,
                    onItsChannel
                            ? () -> context.done().recv()
                            : () -> {
                                try {
                                    never.recv(context);
                                } catch (Exception cancelled) {
                                    // It is told that the context is cancelled, and goes on.
                                }
                            });
        }
    }

    @Test
    void close_sleepEndedByCleanUp_sleeperDoesNotGoOn() {
        for (int i = 0; i < TRIES; i++) {
            CancelContext context = Context.withCancel(Context.background());
            play("[sleep]", () -> {}, context::cancel, () -> {
                try {
                    sleep(ofHours(1), context);
                } catch (Exception cancelled) {
                    // It is told that the context is cancelled, and goes on.
                }
            });
        }
    }

    @Test
    void close_mutexUnlockedByCleanUp_whoWaitsForItDoesNotGoOn_andLeavesItUnlocked() {
        for (int i = 0; i < TRIES; i++) {
            Mutex mutex = new Mutex();
            play("[sync.Mutex.Lock]", mutex::lock, mutex::unlock, mutex::lock);
            assertTrue(mutex.tryLock());
        }
    }

    /** A thread that is not cut off waits behind the goroutine that is. */
    @Test
    void close_mutexUnlockedByCleanUp_whoWaitsForItOutsideGetsIt() {
        for (int i = 0; i < TRIES; i++) {
            Mutex mutex = new Mutex();
            AtomicReference<Thread> outside = new AtomicReference<>();
            play("[sync.Mutex.Lock]", mutex::lock, mutex::unlock, mutex::lock, () -> {
                Thread locker = Thread.ofPlatform().daemon().start(mutex::lock);
                outside.set(locker);
                while (locker.getState() != Thread.State.WAITING) {
                    gosched();
                }
            });
            Closing.join(outside.get());
            assertFalse(mutex.tryLock());
        }
    }

    @Test
    void close_mutexUnlockedByCleanUp_selectThatWaitsForItDoesNotGoOn() {
        for (int i = 0; i < TRIES; i++) {
            Mutex mutex = new Mutex();
            play(
                    "[select]",
                    mutex::lock,
                    mutex::unlock,
                    () -> select().on(mutex.lockEvent(), held -> {}).run());
            assertTrue(mutex.tryLock());
        }
    }

    @Test
    void close_writeLockUnlockedByCleanUp_readerDoesNotGoOn_andLeavesItUnlocked() {
        for (int i = 0; i < TRIES; i++) {
            RWMutex mutex = new RWMutex();
            play("[sync.RWMutex.RLock]", mutex::lock, mutex::unlock, mutex::readLock);
            assertTrue(mutex.tryLock());
        }
    }

    @Test
    void close_readLockUnlockedByCleanUp_writerDoesNotGoOn_andLeavesItUnlocked() {
        for (int i = 0; i < TRIES; i++) {
            RWMutex mutex = new RWMutex();
            play("[sync.RWMutex.Lock]", mutex::readLock, mutex::readUnlock, mutex::lock);
            assertTrue(mutex.tryLock());
        }
    }

    @Test
    void close_permitReleasedByCleanUp_whoWaitsForItDoesNotGoOn_andLeavesItThere() {
        for (int i = 0; i < TRIES; i++) {
            Semaphore semaphore = new Semaphore(2);
            play("[semacquire]", () -> semaphore.acquire(2), () -> semaphore.release(2), () -> semaphore.acquire(2));
            assertTrue(semaphore.tryAcquire(2));
        }
    }

    @Test
    void close_workDoneByCleanUp_whoWaitsForItDoesNotGoOn() {
        for (int i = 0; i < TRIES; i++) {
            WaitGroup group = new WaitGroup();
            play("[sync.WaitGroup.Wait]", () -> group.add(1), group::done, group::await);
        }
    }

    /** What was received is not lost: the goroutine has it, and is cut off at its next call. */
    @Test
    void close_valueSentByCleanUp_isReceived() {
        AtomicInteger received = new AtomicInteger();
        for (int i = 0; i < TRIES; i++) {
            Chan<Integer> values = chan();
            AtomicBoolean sent = new AtomicBoolean();
            received.set(0);
            GoRuntime runtime = Closing.runtime(2);
            try (runtime) {
                runtime.run(() -> {
                    Go.go("waits", () -> received.addAndGet(values.recv().get()));
                    awaitState(runtime, "\"waits\" [chan receive]");
                    Go.go("cleans up", () -> {
                        try {
                            goOnForEver();
                        } finally {
                            sent.set(values.trySend(1));
                        }
                    });
                    awaitState(runtime, "\"cleans up\"");
                });
            }
            assertEquals(sent.get() ? 1 : 0, received.get());
        }
    }

    private static void play(String reason, Body take, Body giveBack, Body await) {
        play(reason, take, giveBack, await, () -> {});
    }

    private static void play(String reason, Body take, Body giveBack, Body await, Body beforeTheEnd) {
        AtomicBoolean took = new AtomicBoolean();
        AtomicBoolean wentOn = new AtomicBoolean();
        GoRuntime runtime = Closing.runtime(2);
        try (runtime) {
            runtime.run(() -> {
                Go.go("cleans up", () -> {
                    take.run();
                    took.set(true);
                    try {
                        goOnForEver();
                    } finally {
                        giveBack.run();
                    }
                });
                Await.until(took::get);
                Go.go("waits", () -> {
                    await.run();
                    wentOn.set(true);
                });
                awaitState(runtime, "\"waits\" " + reason);
                beforeTheEnd.run();
            });
        }
        assertFalse(wentOn.get(), "went on, as if what it waited for had been done");
    }

    /** It is cut off at once when the runtime closes. */
    private static void goOnForEver() {
        while (true) {
            gosched();
        }
    }
}
