package dev.runnel.sync;

import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.sync.Parties.awaitWaiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Wake-ups for those that are gone, or go, before they can use them. */
class LateWakeUpTest {

    /** The runtime closes when the goroutine has found the lock taken again, and before it waits once more. */
    @Test
    void whoIsCutOffOnceWoken_leavesTheNextWakeUpToTheNext() throws InterruptedException {
        Mutex m = new Mutex();
        m.lock();
        GoRuntime runtime = new GoRuntime(Runtimes.oneP());
        AtomicReference<Thread> woken = new AtomicReference<>();
        GoHandle cutOff = runtime.go(() -> {
            woken.set(Thread.currentThread());
            m.lock();
        });
        awaitWaiting(m, 1);
        Thread next = Thread.ofPlatform().start(() -> m.locked(() -> {}));
        awaitWaiting(m, 2);
        runtime.go(() -> {
                    m.unlock();
                    assertTrue(m.tryLock(), "the other one is woken, and has not run yet");
                    m.waiters().lock();
                })
                .join();
        Await.until(() -> looksWhoWaits(woken.get()));
        Thread closes = Thread.ofPlatform().start(runtime::close);
        Await.until(() -> Runtimes.isClosing(runtime));
        m.waiters().unlock();
        closes.join();
        assertTrue(cutOff.hasEnded());
        m.unlock();
        next.join(); // waits for ever if the wake-up is lost
    }

    /** Whether a thread wants to queue up for a mutex. */
    private static boolean looksWhoWaits(Thread thread) {
        List<String> calls = new ArrayList<>();
        for (StackTraceElement frame : thread.getStackTrace()) {
            calls.add(frame.getClassName() + "." + frame.getMethodName());
        }
        int slowly = calls.indexOf(Mutex.class.getName() + ".takeSlowly");
        return slowly > 0 && calls.get(slowly - 1).endsWith("SpinLock.lock");
    }

    /**
     * The reader that leaves last wakes the writer that waits for it. That writer may have come and gone by then, and
     * another one may wait for other readers.
     */
    @Test
    void wakeUpForAWriterThatIsGone_letsNoOtherWriterIn() {
        RWMutex rw = new RWMutex();
        Runtimes.run(Runtimes.oneP(), () -> {
            List<String> order = new ArrayList<>();
            rw.readLock();
            GoHandle writer = go(() -> rw.locked(() -> order.add("writer")));
            Await.until(() -> rw.toString().endsWith("(a writer waits)"));
            rw.wakeWriter();
            gosched();
            order.add("reader");
            rw.readUnlock();
            writer.join();
            assertEquals(List.of("reader", "writer"), order);
        });
    }

    /** A lock of the user's does not unwind the waiter, which has the lock again before it is unwound. */
    @Test
    void whoIsToldAndUnwoundWithALockOfTheUser_leavesTheSignalToTheNext() {
        Cond cond = new Cond(new Locker() {
            @Override
            public void lock() {}

            @Override
            public void unlock() {}
        });
        try (GoRuntime goesOn = new GoRuntime(Runtimes.oneP())) {
            AtomicReference<GoHandle> next = new AtomicReference<>();
            AtomicBoolean wentOn = new AtomicBoolean();
            Go.run(Runtimes.oneP(), () -> {
                go(() -> {
                    cond.await();
                    wentOn.set(true);
                });
                gosched(); // it waits now
                next.set(goesOn.go(cond::await));
                Await.until(() -> goesOn.dump().contains("[sync.Cond.Wait"));
                cond.signal();
            });
            assertFalse(wentOn.get());
            next.get().join(); // waits for ever if the signal is lost
        }
    }
}
