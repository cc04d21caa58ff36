package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.lang.ref.Reference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in which nothing can ever run again; P76 to P80, TestSimpleDeadlock. */
class DeadlockTest {

    static final String ASLEEP = "all goroutines are asleep - deadlock!";

    /** A program, and what its dump must say. */
    private record Program(String name, Body body, String... dump) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static String main(String reason) {
        return "goroutine 1 \"main\" [" + reason + "]:";
    }

    static Stream<Arguments> programs() {
        List<Program> all = new ArrayList<>();
        all.add(new Program("receive", () -> chan().recv(), main("chan receive")));
        all.add(new Program("receive, no wrapper", () -> chan().recvOrNull(), main("chan receive")));
        all.add(new Program("receive, interruptibly", () -> chan(3).recvInterruptibly(), main("chan receive")));
        all.add(new Program("send", () -> chan().send(1), main("chan send")));
        all.add(new Program("send, interruptibly", () -> chan().sendInterruptibly(1), main("chan send")));
        all.add(new Program("receive from nil", () -> nilChan().recv(), main("chan receive (nil chan)")));
        all.add(new Program("send to nil", () -> nilChan().send(1), main("chan send (nil chan)")));
        all.add(new Program("empty select", () -> select().run(), main("select (no cases)")));
        all.add(new Program("select of nil channels", DeadlockTest::selectOfNil, "goroutine 1 \"main\" [select"));
        all.add(new Program("select", DeadlockTest::selectOfTwo, main("select")));
        all.add(new Program("send to a full buffer", DeadlockTest::sendToFull, main("chan send")));
        all.add(new Program("range over what is never closed", DeadlockTest::range, main("chan receive")));
        all.add(new Program(
                "join of who waits",
                DeadlockTest::join,
                main("chan receive"),
                "[select (no cases)]:",
                " (end of goroutine 2)\n"));
        all.add(new Program(
                "wait for a context", DeadlockTest::context, main("chan receive"), " (end of a context)\n"));
        all.add(new Program(
                "select with a context",
                DeadlockTest::selectWithContext,
                main("select"),
                "  on receive from Chan#",
                " (end of a context), receive from Chan#nil\n"));
        all.add(new Program(
                "a ring in which each waits for the next",
                DeadlockTest::ring,
                main("chan receive"),
                "\"ring 1\" [chan receive]:",
                "\"ring 2\" [chan receive]:",
                "\"ring 3\" [chan receive]:"));
        all.add(new Program(
                "two that take two tokens in opposite order",
                DeadlockTest::oppositeOrder,
                "\"left\" [chan receive]:",
                "\"right\" [chan receive]:"));
        all.add(new Program("after sleeping", DeadlockTest::afterSleeping, main("chan receive")));
        all.add(new Program("after timeouts", DeadlockTest::afterTimeouts, main("chan send")));
        all.add(new Program("after all others have ended", DeadlockTest::afterOthers, main("chan receive")));
        all.add(new Program("after blocking in the JDK", DeadlockTest::afterBlocking, main("chan receive")));
        all.add(new Program("an after that nobody waits for", DeadlockTest::unreadAfter, main("chan receive")));
        all.add(new Program("after foreign threads have ended", DeadlockTest::afterForeign, main("chan receive")));
        all.add(new Program("after virtual threads have ended", DeadlockTest::afterVirtual, main("chan receive")));
        all.add(new Program("beside a thread that nobody starts", DeadlockTest::besideUnstarted, main("chan receive")));
        all.add(new Program("main exited, another waits", DeadlockTest::mainExited, "\"waits\" [chan send]:"));
        return all.stream().flatMap(p -> IntStream.of(1, 2, 4).mapToObj(n -> Arguments.of(p, n)));
    }

    @ParameterizedTest(name = "{0}, {1} Ps")
    @MethodSource("programs")
    void run_nothingCanRun_failsWithDump(Program program, int procs) {
        DeadlockException dead =
                assertThrows(DeadlockException.class, () -> Go.run(Runtimes.withProcs(procs), program.body()));
        assertTrue(dead.getMessage().startsWith(ASLEEP + "\n\ngoroutine "), dead.getMessage());
        assertTrue(dead.getMessage().endsWith(dead.dump()), dead.getMessage());
        for (String expected : program.dump()) {
            assertTrue(dead.dump().contains(expected), () -> expected + " is not in\n" + dead.dump());
        }
    }

    private static void selectOfNil() {
        select().recv(nilChan(), () -> {})
                .recv(null, () -> {})
                .send(nilChan(), 1, () -> {})
                .run();
    }

    private static void selectOfTwo() {
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        select().recv(a, () -> {})
                .send(b, 1, () -> {})
                .recv(nilChan(), () -> {})
                .run();
    }

    private static void sendToFull() {
        Chan<Integer> c = chan(2);
        for (int i = 0; i < 3; i++) {
            c.send(i);
        }
    }

    private static void range() {
        Chan<Integer> c = chan(1);
        c.send(1);
        for (Integer i : c) {
            assertEquals(1, i);
        }
    }

    private static void context() {
        Context.withCancel(Context.background()).done().recv();
    }

    private static void selectWithContext() {
        select().recv(Context.withCancel(Context.background()).done(), () -> {})
                .recv(nilChan(), () -> {})
                .run();
    }

    private static void join() {
        go(() -> select().run()).join();
    }

    private static void ring() {
        Chan<Integer> first = chan();
        Chan<Integer> from = first;
        for (int i = 1; i <= 3; i++) {
            Chan<Integer> to = chan();
            Chan<Integer> mine = from;
            go("ring " + i, () -> to.send(mine.recv().get()));
            from = to;
        }
        first.send(from.recv().get());
    }

    private static void oppositeOrder() {
        Chan<String> a = chan(1);
        Chan<String> b = chan(1);
        Chan<String> bothHaveOne = chan(2);
        Chan<Void> goOn = chan();
        a.send("token");
        b.send("token");
        go("left", () -> takeBoth(a, b, bothHaveOne, goOn));
        go("right", () -> takeBoth(b, a, bothHaveOne, goOn));
        bothHaveOne.recv();
        bothHaveOne.recv();
        goOn.close();
        chan().recv();
    }

    private static void takeBoth(Chan<String> first, Chan<String> second, Chan<String> hasOne, Chan<Void> goOn) {
        first.recv();
        hasOne.send("");
        goOn.recv();
        second.recv();
    }

    private static void afterSleeping() {
        Chan<Integer> c = chan();
        go(() -> {
            Go.sleep(ofMillis(3));
            c.send(1);
        });
        Go.sleep(ofMillis(1));
        c.recv();
        c.recv();
    }

    private static void afterTimeouts() throws InterruptedException {
        Chan<Integer> c = chan();
        assertTrue(c.tryRecv(ofMillis(1)).isEmpty());
        select().recv(c, () -> {}).after(ofMillis(1), () -> {}).run();
        Go.after(ofMillis(1)).recv();
        Chan<Integer> d = chan(1);
        d.send(1);
        assertEquals(1, d.tryRecv(ofHours(1)).toOption().get());
        go(() -> d.send(2));
        assertEquals(2, d.tryRecv(ofHours(1)).toOption().get());
        go(() -> d.send(3));
        select().recv(d, () -> {}).after(ofHours(1), () -> {}).run();
        c.send(1);
    }

    private static void afterOthers() {
        Chan<Integer> c = chan();
        for (int i = 0; i < 20; i++) {
            go(() -> c.send(1));
        }
        for (int i = 0; i < 21; i++) {
            c.recv();
        }
    }

    private static void afterBlocking() throws InterruptedException {
        Chan<Integer> c = chan();
        go(() -> {
            Thread.sleep(20);
            c.send(1);
        });
        Thread.sleep(5);
        c.recv();
        c.recv();
    }

    private static void unreadAfter() {
        RecvChan<Instant> once = Go.after(ofHours(1));
        RecvChan<Instant> often = Go.tick(ofMillis(1));
        chan().recv();
        Reference.reachabilityFence(once);
        Reference.reachabilityFence(often);
    }

    private static void afterForeign() throws InterruptedException {
        Chan<Integer> c = chan();
        Thread sends = new Thread(() -> c.send(1));
        Thread nothing = new Thread(() -> {});
        sends.start();
        nothing.start();
        c.recv();
        sends.join();
        nothing.join();
        c.recv();
    }

    private static void afterVirtual() throws InterruptedException {
        Chan<Integer> c = chan();
        Thread sends = Thread.startVirtualThread(() -> c.send(1));
        Thread nothing = Thread.startVirtualThread(() -> {});
        c.recv();
        sends.join();
        nothing.join();
        c.recv();
    }

    /** A shutdown hook of the JVM, say; whoever would start it would have to be alive. */
    private static void besideUnstarted() {
        Chan<Integer> c = chan();
        List<Thread> kept = List.of(
                Thread.ofPlatform().unstarted(() -> c.send(1)),
                Thread.ofVirtual().unstarted(() -> c.send(1)));
        try {
            c.recv();
        } finally {
            Reference.reachabilityFence(kept);
        }
    }

    private static void mainExited() {
        go("waits", () -> chan().send(1));
        Go.goexit();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void dump_deadlockOfMany_hasThemAll(int procs) {
        DeadlockException dead = assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(procs), () -> {
                    Chan<Integer> c = chan();
                    for (int i = 0; i < 500; i++) {
                        go(() -> c.send(1));
                    }
                    chan().recv();
                }));
        String all = dead.goroutines().get().text();
        assertEquals(500, all.split("\\[chan send\\]:", -1).length - 1);
        assertEquals(501, all.split("(?m)^goroutine ", -1).length - 1);
        assertTrue(dead.dump().startsWith("501 goroutines at 2 places\n\n500 x [chan send]: "), dead.dump());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_deadlock_goroutinesUnwind(int procs) {
        AtomicInteger unwound = new AtomicInteger();
        assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(procs), () -> {
                    for (int i = 0; i < 10; i++) {
                        go(() -> {
                            try {
                                chan().recv();
                            } finally {
                                unwound.incrementAndGet();
                            }
                        });
                    }
                    try {
                        select().run();
                    } finally {
                        unwound.incrementAndGet();
                    }
                }));
        assertEquals(11, unwound.get());
    }

    @Test
    void run_deadlockInAnInnerRun_isReportedThere() {
        Runtimes.run(2, () -> {
            DeadlockException dead = assertThrows(DeadlockException.class, () -> Runtimes.run(2, () -> chan().recv()));
            assertTrue(dead.getMessage().startsWith(ASLEEP), dead.getMessage());
            Chan<Integer> c = chan();
            go(() -> c.send(7));
            assertEquals(7, c.recv().get());
        });
    }

    @Test
    void run_deadlockAndCallerInterrupted_keepsTheStatus() {
        Thread.currentThread().interrupt();
        assertThrows(DeadlockException.class, () -> Runtimes.run(2, () -> chan().recv()));
        assertTrue(Thread.interrupted());
    }

    @Test
    void run_detectionOff_waitsOn() throws InterruptedException {
        Chan<Integer> c = chan();
        // A thread that detection knows nothing of: with detection on, the run may fail before it sends.
        Thread sender = Thread.ofVirtual().start(() -> {
            sleepUninterruptibly(100);
            c.send(1);
        });
        Runtimes.run(
                Runtimes.withProcs(2).withDeadlockDetection(false),
                () -> assertEquals(1, c.recv().get()));
        sender.join();
    }

    private static void sleepUninterruptibly(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
