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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Programs in which a thread that is no goroutine makes its first call, which is also the JVM's first, where its stack
 * is about to end or with no byte left, until it is not refused. Then all that waited for it have to go on.
 */
final class FirstUses {

    private static final Map<String, Body> CALLS = Map.of(
            "Close", FirstUses::close,
            "Send", FirstUses::send,
            "RecvUpTo", FirstUses::recvUpTo,
            "Broadcast", FirstUses::broadcast,
            "Done", FirstUses::done,
            "Release", FirstUses::release,
            "Unlock", FirstUses::unlock);

    /** The calls, each with the place where it is called before its name: {@code EndOfStack} or {@code FullHeap}. */
    static final Map<String, Body> PROGRAMS = new HashMap<>();

    static {
        CALLS.forEach((name, call) -> {
            PROGRAMS.put("EndOfStack" + name, () -> begin(Refusals::atTheEndOfTheStack, call));
            PROGRAMS.put("FullHeap" + name, () -> begin(Refusals::withoutMemory, call));
        });
    }

    private static final int WAITERS = 3;

    private static Consumer<Runnable> place = Runnable::run;

    private FirstUses() {}

    private static void begin(Consumer<Runnable> there, Body calls) throws Exception {
        place = there;
        calls.run();
    }

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
                            place.accept(call);
                            ended.countDown();
                        },
                        "first",
                        600_000)
                .start();
        ended.await();
        all.forEach(GoHandle::join);
        System.out.print("all go on\n");
    }
}
