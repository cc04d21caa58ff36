package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Programs in which a thread that is no goroutine makes its first call, and that of the JVM, where its stack is about to end: again and
 * again with a little more room, until it is not refused. Then all have to go on who waited for it.
 */
final class FirstUses {

    static final Map<String, Body> PROGRAMS = Map.of(
            "FirstUseClose", FirstUses::close,
            "FirstUseSend", FirstUses::send,
            "FirstUseRecvUpTo", FirstUses::recvUpTo,
            "FirstUseBroadcast", FirstUses::broadcast,
            "FirstUseDone", FirstUses::done,
            "FirstUseRelease", FirstUses::release,
            "FirstUseUnlock", FirstUses::unlock);

    private static final int WAITERS = 3;

    private static volatile int refused;
    private static volatile boolean accepted;

    private FirstUses() {}

    private static void close() throws Exception {
        Chan<Integer> c = chan();
        goOnAfter(WAITERS, "chan receive", c::recvOrNull, c::close);
    }

    private static void send() throws Exception {
        Chan<Integer> c = chan();
        goOnAfter(1, "chan receive", c::recvOrNull, () -> c.send(1));
    }

    private static void recvUpTo() throws Exception {
        Chan<Integer> c = chan();
        int[] got = {0};
        goOnAfter(
                WAITERS,
                "chan send",
                () -> c.send(1),
                () -> got[0] = c.recvUpTo(WAITERS).length());
        if (got[0] != WAITERS) {
            throw new AssertionError("got " + got[0]);
        }
    }

    private static void broadcast() throws Exception {
        Mutex mutex = new Mutex();
        Cond cond = new Cond(mutex);
        goOnAfter(WAITERS, "sync.Cond.Wait", () -> mutex.locked(cond::await), cond::broadcast);
    }

    private static void done() throws Exception {
        WaitGroup group = new WaitGroup();
        group.add(1);
        goOnAfter(WAITERS, "sync.WaitGroup.Wait", group::await, group::done);
    }

    private static void release() throws Exception {
        Semaphore semaphore = new Semaphore(WAITERS);
        semaphore.acquire(WAITERS);
        goOnAfter(WAITERS, "semacquire", semaphore::acquire, () -> semaphore.release(WAITERS));
    }

    private static void unlock() throws Exception {
        RWMutex mutex = new RWMutex();
        mutex.lock();
        goOnAfter(WAITERS, "sync.RWMutex.RLock", mutex::readLock, mutex::unlock);
    }

    private static void goOnAfter(int waiters, String reason, Body waits, Runnable call) throws Exception {
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            all.add(go(waits));
        }
        while (Go.dump().split("\\[" + reason + "]", -1).length <= waiters) {
            Go.gosched();
        }
        CountDownLatch ended = new CountDownLatch(1);
        new Thread(
                        null,
                        () -> {
                            descend(call);
                            ended.countDown();
                        },
                        "first",
                        600_000)
                .start();
        ended.await();
        all.forEach(GoHandle::join);
        System.out.print(accepted && refused > 0 ? "all go on\n" : "refused " + refused + " times\n");
    }

    private static void descend(Runnable call) {
        try {
            descend(call);
        } catch (StackOverflowError e) {
            if (accepted) {
                return;
            }
            try {
                call.run();
                accepted = true;
            } catch (StackOverflowError again) {
                refused++;
                throw again;
            }
        }
    }
}
