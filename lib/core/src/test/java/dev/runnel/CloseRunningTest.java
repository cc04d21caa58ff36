package dev.runnel;

import static dev.runnel.Closing.await;
import static dev.runnel.Closing.closeMeanwhile;
import static dev.runnel.Closing.counted;
import static dev.runnel.Closing.onAll;
import static dev.runnel.Closing.runtime;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Buffering;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.Scope;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How goroutines that run end when their runtime is closed. */
class CloseRunningTest {

    static Stream<Arguments> calls() {
        Map<String, Body> all = new LinkedHashMap<>();
        Chan<Integer> open = chan(1_000_000);
        Chan<Integer> closed = chan();
        closed.close();
        Chan<Integer> unbuffered = chan();
        all.put("send", () -> open.send(1));
        all.put("recv", closed::recv);
        all.put("recvOrNull", closed::recvOrNull);
        all.put("trySend", () -> open.trySend(1));
        all.put("trySend in vain", () -> unbuffered.trySend(1));
        Chan<Integer> counting = chan(Buffering.dropping(1));
        all.put("trySend to one that counts", () -> counting.trySend(1));
        all.put("tryRecv", closed::tryRecv);
        all.put("tryRecv in vain", unbuffered::tryRecv);
        all.put("timed recv", () -> closed.tryRecv(ofHours(1)));
        all.put("timed send", () -> open.trySend(1, ofHours(1)));
        all.put("go", () -> go(() -> {}));
        all.put("gosched", Go::gosched);
        all.put("select", () -> select().recv(closed, () -> {}).run());
        all.put(
                "select with otherwise",
                () -> select().recv(unbuffered, () -> {}).otherwise(() -> {}).run());
        all.put("select of otherwise only", () -> select().otherwise(() -> {}).run());
        all.put("recv that waits", unbuffered::recv);
        all.put("sleep", () -> Go.sleep(ofMillis(1)));
        all.put("sleep of nothing", () -> Go.sleep(ofMillis(0)));
        all.put("sleep of less", () -> Go.sleepInterruptibly(ofMillis(-1)));
        all.put("sleep of nothing with a context", () -> Go.sleep(ofMillis(0), Context.background()));
        CancelContext ended = Context.withCancel(Context.background());
        ended.cancel();
        all.put("sleep with a context that has ended", () -> Go.sleep(ofMillis(1), ended));
        Chan<Integer> nil = Go.nilChan();
        all.put("recv from nil with a context that has ended", () -> nil.recv(ended));
        all.put("trySend to nil", () -> nil.trySend(1));
        all.put("timed send to nil", () -> nil.trySend(1, ofMillis(0)));
        all.put("tryRecv from nil", nil::tryRecv);
        all.put("timed recv from nil", () -> nil.tryRecv(ofMillis(0)));
        return onAll(all);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void close_goroutineRuns_unwindsAtItsNextCall(Body call, int procs) {
        AtomicBoolean unwound = new AtomicBoolean();
        AtomicReference<Object> wrong = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean isClosing = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            begun.countDown();
            try {
                while (!isClosing.get()) {
                    Thread.onSpinWait();
                }
                call.run();
                wrong.set("went on");
            } catch (Exception e) {
                wrong.set(e);
            } finally {
                unwound.set(true);
            }
        });
        await(begun);
        closeMeanwhile(runtime, isClosing);
        assertTrue(unwound.get());
        assertEquals(null, wrong.get());
    }

    static Stream<Arguments> looks() {
        Map<String, Body> all = new LinkedHashMap<>();
        Chan<Integer> channel = chan(Buffering.sliding(1));
        CancelContext context = Context.withCancel(Context.background());
        all.put("len", channel::len);
        all.put("stats", channel::stats);
        all.put("err", context::err);
        all.put("cause", context::cause);
        all.put("numGoroutine", Go::numGoroutine);
        return onAll(all);
    }

    /** The goroutine sees all of it, and is unwound at its next call that does something. */
    @ParameterizedTest
    @MethodSource("looks")
    void close_goroutineOnlyLooks_goesOn(Body look, int procs) {
        AtomicBoolean hasLooked = new AtomicBoolean();
        AtomicBoolean wentOn = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean isClosing = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            begun.countDown();
            while (!isClosing.get()) {
                Thread.onSpinWait();
            }
            look.run();
            hasLooked.set(true);
            Go.gosched();
            wentOn.set(true);
        });
        await(begun);
        closeMeanwhile(runtime, isClosing);
        assertTrue(hasLooked.get());
        assertFalse(wentOn.get());
    }

    /** All tasks of the scope have ended, but they have not done their work. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_scopeWhoseTaskWasCutOff_isNotLeftAsIfItHadNot(int procs) {
        AtomicBoolean wentOn = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        Chan<Integer> never = chan();
        CancelContext ended = Context.withCancel(Context.background());
        ended.cancel();
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            Scope scope = Scope.open(ended);
            scope.go(() -> {
                begun.countDown();
                never.recv();
            });
            while (!scope.toString().contains("0 running")) {
                Thread.onSpinWait();
            }
            scope.close();
            wentOn.set(true);
        });
        await(begun);
        runtime.close();
        assertFalse(wentOn.get());
    }

    static Stream<Arguments> interruptibleCalls() {
        Map<String, Body> all = new LinkedHashMap<>();
        Chan<Integer> open = chan(1_000_000);
        Chan<Integer> unbuffered = chan();
        all.put("sendInterruptibly", () -> open.sendInterruptibly(1));
        all.put("recvInterruptibly", unbuffered::recvInterruptibly);
        all.put("timed recv", () -> unbuffered.tryRecv(ofHours(1)));
        all.put("recv with a context", () -> unbuffered.recv(Context.background()));
        all.put("recvInterruptibly of nil", () -> Go.nilChan().recvInterruptibly());
        all.put("timed recv of nil", () -> Go.nilChan().tryRecv(ofHours(1)));
        all.put("recv of nil in no time", () -> Go.nilChan().tryRecv(ofHours(0)));
        all.put("recv of nil with a context", () -> Go.nilChan().recv(Context.background()));
        all.put("sleepInterruptibly", () -> Go.sleepInterruptibly(ofHours(1)));
        all.put("sleepInterruptibly in no time", () -> Go.sleepInterruptibly(ofHours(0)));
        all.put("sleep with a context", () -> Go.sleep(ofHours(1), Context.background()));
        all.put("sleep with a context in no time", () -> Go.sleep(ofHours(0), Context.background()));
        all.put("select", () -> select().recv(unbuffered, () -> {}).runInterruptibly());
        all.put("choice", () -> Go.choose().recv(unbuffered, n -> n).getInterruptibly());
        all.put("lockInterruptibly", () -> new Mutex().lockInterruptibly());
        all.put("acquireInterruptibly", () -> new Semaphore(1).acquireInterruptibly(1));
        all.put("awaitInterruptibly", () -> new WaitGroup().awaitInterruptibly());
        return onAll(all);
    }

    /**
     * The closing interrupts goroutines that wait for other things. A call that told them so would look like one that
     * somebody else has ended.
     */
    @ParameterizedTest
    @MethodSource("interruptibleCalls")
    void close_goroutineIsInterruptedByThat_unwindsAtItsNextCall(Body call, int procs) {
        AtomicReference<Object> wrong = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            begun.countDown();
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    LockSupport.park();
                }
                call.run();
                wrong.set("went on");
            } catch (Exception e) {
                wrong.set(e);
            }
        });
        await(begun);
        runtime.close();
        assertEquals(null, wrong.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_goroutinesPlayPingPong_allEnd(int procs) {
        for (int round = 0; round < 5; round++) {
            AtomicInteger unwound = new AtomicInteger();
            CountDownLatch warm = new CountDownLatch(400);
            GoRuntime runtime = runtime(procs);
            for (int pair = 0; pair < 4; pair++) {
                Chan<Integer> there = chan();
                Chan<Integer> back = chan();
                runtime.go(() -> counted(unwound, () -> {
                    for (int i = 0; ; i++) {
                        there.send(i);
                        back.recv();
                        if (i < 100) {
                            warm.countDown();
                        }
                    }
                }));
                runtime.go(() -> counted(unwound, () -> {
                    for (; ; ) {
                        back.send(there.recv().get());
                    }
                }));
            }
            await(warm);
            runtime.close();
            assertEquals(8, unwound.get());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_goroutinesSpawnForEver_allEnd(int procs) {
        for (int round = 0; round < 20; round++) {
            GoRuntime runtime = runtime(procs);
            AtomicInteger begun = new AtomicInteger();
            AtomicInteger ended = new AtomicInteger();
            CountDownLatch warm = new CountDownLatch(1000);
            runtime.go(() -> spawn(begun, ended, warm));
            await(warm);
            runtime.close();
            assertEquals(begun.get(), ended.get());
            assertEquals(0, runtime.stats().goroutines());
        }
    }

    private static void spawn(AtomicInteger begun, AtomicInteger ended, CountDownLatch warm) {
        begun.incrementAndGet();
        try {
            warm.countDown();
            go(() -> spawn(begun, ended, warm));
            Go.gosched();
        } finally {
            ended.incrementAndGet();
        }
    }
}
