package dev.runnel;

import static dev.runnel.Go.blocking;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.scheduler.GoroutineInfo.State;
import dev.runnel.scheduler.Reports;
import dev.runnel.scheduler.RuntimeConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goroutines as values, and the texts made of them; P82 to P85, P88. */
class GoroutineDumpTest {

    private static final StackTraceElement AT = new StackTraceElement("A", "b", "A.java", 1);
    private static final GoroutineInfo MAIN =
            new GoroutineInfo(1, "main", State.RUNNING, null, null, null, 0, List.of(), List.of(AT));

    private static GoroutineInfo waiting(long id, Duration since) {
        return new GoroutineInfo(
                id, null, State.WAITING, "chan receive", since, "Chan#" + id, 1, List.of(), List.of(AT));
    }

    private static GoroutineDump dump(GoroutineInfo... all) {
        return new GoroutineDump(Instant.EPOCH, List.of(all), 0, 0);
    }

    @Test
    void text_hasMinutesFromOneOn() {
        assertEquals("""
                goroutine 2 [chan receive]:
                  on Chan#2
                \tat A.b(A.java:1)
                created by goroutine 1

                """, dump(waiting(2, Duration.ofMillis(59_999))).text());
        assertTrue(
                dump(waiting(2, Duration.ofMinutes(1))).text().startsWith("goroutine 2 [chan receive, 1 minutes]:\n"));
        assertTrue(
                dump(waiting(2, Duration.ofHours(2))).text().startsWith("goroutine 2 [chan receive, 120 minutes]:\n"));
    }

    /** As Go since 1.21: the innermost 50 frames and the outermost 50. */
    @Test
    void text_hasAHundredFramesAtMost() {
        assertEquals(
                framesTold(frames(100)),
                frames(100).stream().map(f -> "\tat " + f).toList());
        List<String> told = framesTold(frames(2063));
        assertEquals(101, told.size());
        assertEquals("\tat A.b(A.java:50)", told.get(49));
        assertEquals("\t...1963 frames elided...", told.get(50));
        assertEquals("\tat A.b(A.java:2014)", told.get(51));
        assertEquals("\tat A.b(A.java:2063)", told.get(100));
    }

    private static List<StackTraceElement> frames(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(line -> new StackTraceElement("A", "b", "A.java", line))
                .toList();
    }

    private static List<String> framesTold(List<StackTraceElement> stack) {
        GoroutineInfo g = new GoroutineInfo(1, null, State.RUNNING, null, null, null, 0, List.of(), stack);
        return dump(g).text().lines().filter(line -> line.startsWith("\t")).toList();
    }

    @Test
    void text_hasTheSiteAndTheRest() {
        GoroutineInfo g = new GoroutineInfo(
                7,
                "x",
                State.FAILED,
                null,
                null,
                null,
                0,
                List.of(new StackTraceElement("C", "d", null, -1)),
                List.of(AT));
        assertEquals("""
                goroutine 7 "x" [failed]:
                \tat A.b(A.java:1)
                created by a thread
                \tat C.d(Unknown Source)

                ... and 5 more goroutines
                ... and 6 goroutines that have not started
                """, new GoroutineDump(Instant.EPOCH, List.of(g), 5, 6).text());
    }

    @Test
    void text_ofOneThatAThreadHasStarted_hasNoCreator_ifNoSiteIsKept() {
        assertEquals("""
                goroutine 1 "main" [running]:
                \tat A.b(A.java:1)

                """, dump(MAIN).text());
    }

    @Test
    void isEmpty_countsThoseThatAreNotShown() {
        assertTrue(dump().isEmpty());
        assertFalse(dump(MAIN).isEmpty());
        assertFalse(new GoroutineDump(Instant.EPOCH, List.of(), 1, 0).isEmpty());
        assertFalse(new GoroutineDump(Instant.EPOCH, List.of(), 0, 1).isEmpty());
    }

    @Test
    void grouped_equalOnes_standTogether() {
        assertEquals(
                """
                4 goroutines at 2 places

                3 x [chan receive, 3 minutes]: goroutine 2, 3, 4
                  on Chan#2, Chan#3, Chan#4
                \tat A.b(A.java:1)
                created by goroutine 1

                1 x [running]: goroutine 1 "main"
                \tat A.b(A.java:1)

                """,
                dump(
                                MAIN,
                                waiting(2, Duration.ZERO),
                                waiting(3, Duration.ofMinutes(3)),
                                waiting(4, Duration.ofMinutes(1)))
                        .grouped());
    }

    @Test
    void toString_manyAreGrouped() {
        GoroutineInfo[] many = LongStream.rangeClosed(1, 1000)
                .mapToObj(id -> waiting(id, Duration.ZERO))
                .toArray(GoroutineInfo[]::new);
        String text = dump(many).toString();
        assertTrue(text.startsWith("1000 goroutines at 1 place\n\n1000 x [chan receive]: goroutine 1, 2, "), text);
        assertTrue(text.contains(" and 992 more\n"), text);
        assertTrue(text.lines().count() < 10, text);
        assertEquals(dump(many[0]).text(), dump(many[0]).toString());
    }

    @Test
    void deadlockOfAThousand_isReadable() {
        DeadlockException asleep = assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    Chan<Integer> never = chan();
                    for (int i = 1; i < 1000; i++) {
                        go(never::recv);
                    }
                    never.send(never.recv().get());
                }));
        assertTrue(
                asleep.dump().startsWith("1000 goroutines at 2 places\n\n999 x [chan receive]: goroutine "),
                asleep.dump());
        assertTrue(asleep.dump().contains(" and 991 more\n"), asleep.dump());
        assertTrue(asleep.dump().lines().count() < 60, asleep.dump());
        GoroutineDump all = asleep.goroutines().get();
        assertEquals(1000, all.goroutines().size());
        assertTrue(all.goroutines().stream().allMatch(g -> g.state() == State.WAITING && g.since() != null));
    }

    /** Even though the failed goroutine is not among the oldest thousand. */
    @Test
    void failureAmongManyMore_isCountedOnce() {
        AtomicInteger started = new AtomicInteger();
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    Chan<Integer> never = chan();
                    for (int i = 0; i < 1500; i++) {
                        go(() -> {
                            started.incrementAndGet();
                            never.recv();
                        });
                    }
                    while (started.get() < 1500) {
                        Go.gosched();
                    }
                    go(() -> {
                        throw new IllegalStateException("too many");
                    });
                    never.recv();
                }));
        GoroutineDump dump = failed.goroutines().get();
        assertEquals(State.FAILED, dump.goroutines().getFirst().state());
        assertEquals(1000, dump.goroutines().size());
        assertEquals(502, dump.leftOut());
    }

    /** The clock of waits is coarse; here it has all the time that it needs. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void since_growsWhileItWaits_andBeginsAnewWithEachWait(int procs) throws InterruptedException {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
            Chan<Integer> c = chan();
            runtime.go(() -> c.forEach(n -> {}));
            Await.until(() -> waits(runtime).compareTo(Duration.ofMillis(300)) >= 0);
            long before = System.nanoTime();
            c.send(1); // all Ps were idle: the first one taken up sets the clock
            Await.until(() -> runtime.goroutines().goroutines().get(0).state() == State.WAITING);
            Duration since = waits(runtime);
            Duration atMost = Duration.ofNanos(System.nanoTime() - before).plusMillis(100);
            assertTrue(since.compareTo(atMost) <= 0, since + " > " + atMost);
        }
    }

    /** The goroutine has never waited before. */
    @Test
    void since_ofACallThatIsSaidToBlock_isCountedFromThat() throws InterruptedException {
        long before = System.nanoTime();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1))) {
            CountDownLatch release = new CountDownLatch(1);
            runtime.go(() -> blocking(() -> release.await()));
            Await.until(() -> runtime.snapshot().goroutines().outside() == 1);
            Duration since = waits(runtime);
            Duration atMost = Duration.ofNanos(System.nanoTime() - before);
            release.countDown();
            assertTrue(since.compareTo(atMost) <= 0, since + " > " + atMost);
        }
    }

    private static Duration waits(GoRuntime runtime) {
        List<GoroutineInfo> all = runtime.goroutines().goroutines();
        Duration since = all.isEmpty() ? null : all.get(0).since();
        return since == null ? Duration.ZERO : since;
    }

    @Test
    void values_sayWhatIsSo() throws InterruptedException {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<Integer> c = chan(3);
            CountDownLatch release = new CountDownLatch(1);
            runtime.go("blocked", () -> release.await());
            runtime.go("waits", c::recv);
            Await.until(() -> runtime.snapshot().goroutines().outside() == 1
                    && runtime.snapshot().idleProcs() == 2);
            List<GoroutineInfo> all = runtime.goroutines().goroutines();
            assertEquals(2, all.size());
            GoroutineInfo blocked = all.get(0);
            assertEquals(State.OUTSIDE, blocked.state());
            assertEquals("blocked", blocked.name());
            assertNull(blocked.reason());
            assertFalse(blocked.since().isNegative());
            GoroutineInfo waits = all.get(1);
            assertEquals("chan receive", waits.reason());
            assertEquals(c.toString(), waits.waitsOn());
            assertEquals(0, waits.creator());
            assertTrue(waits.site().isEmpty());
            release.countDown();
        }
    }

    @Test
    void site_isWhereItWasStarted_ifThatIsKept() {
        RuntimeConfig config = Runtimes.withProcs(2).withReports(Reports.NONE.withSpawnSites(true));
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(config, () -> {
                    startOne();
                    chan().recv();
                }));
        GoroutineInfo culprit = failed.goroutines().get().goroutines().get(0);
        assertEquals(State.FAILED, culprit.state());
        assertEquals("startOne", culprit.site().get(0).getMethodName());
        assertTrue(culprit.stack().get(0).getMethodName().contains("startOne"), culprit::toString);
        assertTrue(
                failed.getMessage().contains("created by goroutine 1\n\tat dev.runnel.GoroutineDumpTest.startOne("),
                failed.getMessage());
        assertEquals("expected", failed.getCause().getMessage());
    }

    private static void startOne() {
        go("culprit", () -> {
            throw new IllegalStateException("expected");
        });
    }
}
