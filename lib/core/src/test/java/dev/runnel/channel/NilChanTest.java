package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The nil channel, C8, C15, C37, S5, S17, S18; and what a dump says of goroutines that wait, C63. */
class NilChanTest {

    private static final Duration MOMENT = Duration.ofMillis(2);

    private static Map<String, Body> blockers() {
        Map<String, Body> all = new TreeMap<>();
        Chan<Integer> nil = nilChan();
        Chan<Integer> c = chan();
        all.put("chan send (nil chan)", () -> nil.send(1));
        all.put("chan receive (nil chan)", () -> nil.recv());
        all.put("chan send (nil chan) ", () -> nil.sendInterruptibly(1));
        all.put("chan receive (nil chan) ", () -> nil.recvOrNull());
        all.put("chan receive (nil chan)  ", () -> nil.recvInterruptibly());
        all.put("chan receive (nil chan)   ", () -> nil.iterator().hasNext());
        all.put("chan receive (nil chan)    ", () -> nil.forEach(v -> {}));
        all.put("chan receive (nil chan)     ", () -> nil.stream().count());
        all.put("chan send", () -> c.send(1));
        all.put("chan send ", () -> Go.<Integer>chan().sendInterruptibly(1));
        all.put("chan receive", () -> Go.<Integer>chan().recv());
        all.put("select (no cases)", () -> Go.select().run());
        all.put("select (no cases) ", () -> Go.select().runInterruptibly());
        all.put(
                "chan send (nil chan)  ",
                () -> Go.select().send(nil, 1, () -> {}).run());
        all.put(
                "chan receive (nil chan)      ",
                () -> Go.select().recv(nil, () -> {}).run());
        all.put(
                "chan receive (nil chan)       ",
                () -> Go.select().recv(null, () -> {}).run());
        all.put(
                "chan send  ",
                () -> Go.select().send(Go.<Integer>chan(), 1, () -> {}).run());
        all.put("chan receive ", () -> Go.select().recv(chan(), () -> {}).run());
        all.put(
                "select",
                () -> Go.select().recv(nil, () -> {}).send(nil, 1, () -> {}).run());
        all.put(
                "select ",
                () -> Go.select()
                        .recv(Go.<Integer>chan(), () -> {})
                        .send(nil, 1, () -> {})
                        .run());
        return all;
    }

    /** Each blocks for ever, which the detection of deadlocks proves, and says so in Go's words. */
    @TestFactory
    Stream<DynamicTest> blocker_alone_isDeadlockWithItsReason() {
        return blockers().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    DeadlockException e = assertThrows(
                            DeadlockException.class, () -> Go.run(Runtimes.withProcs(2), entry.getValue()));
                    assertTrue(e.getMessage().startsWith("all goroutines are asleep - deadlock!"), e.getMessage());
                    assertTrue(e.dump().contains(" [" + entry.getKey().strip() + "]:"), e.dump());
                }));
    }

    /** All at once, beside a main that runs. */
    @Test
    void blockers_together_areInTheDump() {
        Runtimes.run(2, () -> {
            Map<String, Body> all = blockers();
            all.forEach((reason, body) -> Go.go("blocked by " + all.size(), body));
            List<String> reasons = all.keySet().stream().map(String::strip).toList();
            for (String reason : reasons) {
                long expected = reasons.stream().filter(reason::equals).count();
                Await.until(() -> count(Go.dump(), "[" + reason + "]:") == expected);
            }
        });
    }

    /** C63. */
    @Test
    void sleeper_isInTheDump() {
        Runtimes.run(2, () -> {
            Go.go(() -> Go.sleep(Duration.ofDays(1)));
            Await.until(() -> count(Go.dump(), "[sleep]:") == 1);
        });
    }

    private static int count(String text, String part) {
        int n = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            n++;
        }
        return n;
    }

    /** C37. */
    @Test
    void tryOperations_neverProceed() {
        Chan<Integer> nil = nilChan();
        assertFalse(nil.trySend(1));
        assertTrue(nil.tryRecv().isEmpty());
        Runtimes.runOnAll(() -> {
            assertFalse(nil.trySend(1));
            assertTrue(nil.tryRecv().isEmpty());
        });
    }

    @Test
    void timedOperations_giveUp() throws Exception {
        Body body = () -> {
            Chan<Integer> nil = nilChan();
            assertFalse(nil.trySend(1, MOMENT));
            assertTrue(nil.tryRecv(MOMENT).isEmpty());
            assertFalse(nil.trySend(1, Duration.ZERO));
            assertTrue(nil.tryRecv(Duration.ofDays(-1)).isEmpty());
        };
        body.run();
        Runtimes.runOnAll(body);
    }

    @Test
    void interruptibleOperations_interruptedBefore_throw() throws Exception {
        Body body = () -> {
            Chan<Integer> nil = nilChan();
            List<Body> all = List.of(
                    () -> nil.sendInterruptibly(1),
                    () -> nil.recvInterruptibly(),
                    () -> nil.trySend(1, Duration.ofDays(1)),
                    () -> nil.tryRecv(Duration.ofDays(1)),
                    () -> nil.trySend(1, Duration.ZERO),
                    () -> nil.tryRecv(Duration.ZERO));
            for (Body one : all) {
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, one::run);
                assertFalse(Thread.currentThread().isInterrupted());
            }
        };
        body.run();
        Runtimes.runOnAll(body);
    }

    @Test
    void null_isRefusedAsByOtherChannels() {
        Chan<Integer> nil = nilChan();
        assertThrows(NullPointerException.class, () -> nil.send(null));
        assertThrows(NullPointerException.class, () -> nil.trySend(null));
        assertThrows(NullPointerException.class, () -> nil.trySend(1, null));
        assertThrows(NullPointerException.class, () -> nil.tryRecv(null));
        assertThrows(NullPointerException.class, () -> nil.recv(null));
        assertThrows(NullPointerException.class, () -> nil.recvUpTo(1, null));
        assertThrows(NullPointerException.class, () -> nil.until(null));
        assertThrows(NullPointerException.class, () -> nil.forEach(null));
    }

    @Test
    void interruptibleOperations_interruptedWhileWaiting_throw() {
        Runtimes.run(2, () -> {
            Chan<Integer> nil = nilChan();
            List<Body> all = List.of(
                    () -> nil.sendInterruptibly(1),
                    () -> nil.recvInterruptibly(),
                    () -> nil.trySend(1, Duration.ofDays(1)),
                    () -> nil.tryRecv(Duration.ofDays(1)),
                    () -> Go.select().runInterruptibly(),
                    () -> Go.select().recv(nil, () -> {}).runInterruptibly(),
                    () -> Go.sleepInterruptibly(Duration.ofDays(1)));
            List<Thread> threads = java.util.Collections.synchronizedList(new ArrayList<>());
            Chan<Integer> out = chan(all.size());
            for (Body one : all) {
                Go.go(() -> {
                    threads.add(Thread.currentThread());
                    assertThrows(InterruptedException.class, one::run);
                    assertFalse(Thread.currentThread().isInterrupted());
                    out.send(1);
                });
            }
            Await.until(() -> count(Go.dump(), "(nil chan)]:") == 5
                    && count(Go.dump(), "[select (no cases)]:") == 1
                    && count(Go.dump(), "[sleep]:") == 1);
            threads.forEach(Thread::interrupt);
            for (int i = 0; i < all.size(); i++) {
                assertEquals(1, out.recv().get());
            }
        });
    }
}
