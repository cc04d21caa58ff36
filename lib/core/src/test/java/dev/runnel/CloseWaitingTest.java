package dev.runnel;

import static dev.runnel.Closing.await;
import static dev.runnel.Closing.awaitState;
import static dev.runnel.Closing.onAll;
import static dev.runnel.Closing.runtime;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static java.time.Duration.ofHours;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How goroutines that wait end when their runtime is closed. */
class CloseWaitingTest {

    static Stream<Arguments> waits() {
        Map<String, Body> all = new LinkedHashMap<>();
        Chan<Integer> c = chan();
        Chan<Integer> full = chan(1);
        full.send(0);
        all.put("recv", c::recv);
        all.put("recvOrNull", c::recvOrNull);
        all.put("recvInterruptibly", c::recvInterruptibly);
        all.put("timed recv", () -> c.tryRecv(ofHours(1)));
        all.put("range", () -> c.forEach(i -> {}));
        all.put("send", () -> full.send(1));
        all.put("sendInterruptibly", () -> full.sendInterruptibly(1));
        all.put("timed send", () -> full.trySend(1, ofHours(1)));
        all.put("recv from nil", () -> nilChan().recv());
        all.put("send to nil", () -> nilChan().send(1));
        all.put("empty select", () -> select().run());
        all.put(
                "select",
                () -> select().recv(c, () -> {}).send(full, 1, () -> {}).run());
        all.put(
                "select with a timeout",
                () -> select().recv(c, () -> {}).after(ofHours(1), () -> {}).run());
        all.put("interruptible select", () -> select().recv(c, () -> {}).runInterruptibly());
        all.put("sleep", () -> Go.sleep(ofHours(1)));
        all.put("sleepInterruptibly", () -> Go.sleepInterruptibly(ofHours(1)));
        all.put("after", () -> Go.after(ofHours(1)).recv());
        all.put("tick", () -> Go.tick(ofHours(1)).recv());
        return onAll(all);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void close_goroutineWaits_unwindsThroughFinally(Body wait, int procs) {
        StringBuffer order = new StringBuffer();
        List<String> before = RunnelThreads.now();
        GoRuntime runtime = runtime(procs);
        GoHandle g = runtime.go("waits", () -> {
            try {
                try {
                    wait.run();
                    order.append("went on ");
                } catch (Exception e) {
                    order.append(e);
                } finally {
                    order.append("inner ");
                }
            } finally {
                order.append("outer");
            }
        });
        awaitState(runtime, "\"waits\" [chan ", "\"waits\" [select", "\"waits\" [sleep");
        runtime.close();
        assertEquals("inner outer", order.toString());
        assertTrue(g.hasEnded());
        assertEquals(before, RunnelThreads.now());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_manyWait_allUnwind(int procs) {
        AtomicInteger unwound = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(500);
        GoRuntime runtime = runtime(procs);
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        for (int i = 0; i < 500; i++) {
            int n = i;
            runtime.go(() -> {
                try {
                    begun.countDown();
                    switch (n % 4) {
                        case 0 -> a.recv();
                        case 1 -> b.send(n);
                        case 2 ->
                            select().recv(a, () -> {})
                                    .send(b, 1, () -> {})
                                    .recv(nilChan(), () -> {})
                                    .run();
                        default -> Go.sleep(ofHours(1));
                    }
                } finally {
                    unwound.incrementAndGet();
                }
            });
        }
        a.trySend(1);
        await(begun);
        runtime.close();
        assertEquals(500, unwound.get());
        assertFalse(a.trySend(1), "a receiver is left in the queue");
        assertTrue(b.tryRecv().isEmpty(), "a sender is left in the queue");
    }
}
