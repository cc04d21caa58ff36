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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
