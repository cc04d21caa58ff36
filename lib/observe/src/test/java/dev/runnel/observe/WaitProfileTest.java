package dev.runnel.observe;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.observe.WaitProfile.Site;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.testkit.Bubble;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.StepListener;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits that are known, and where they are found. */
class WaitProfileTest {

    private static final RuntimeConfig ONE_P =
            RuntimeConfig.fromProperties().withProcs(1).withTimeSlice(Duration.ofHours(1));

    private static Site site(WaitProfile profile, String reason, String method) {
        List<Site> found = profile.sites().stream()
                .filter(site -> site.reason().equals(reason)
                        && !site.stack().isEmpty()
                        && site.stack().stream()
                                .anyMatch(frame -> frame.getMethodName().equals(method)))
                .toList();
        assertEquals(1, found.size(), () -> reason + " in " + method + ": " + profile);
        return found.getFirst();
    }

    private static void receiveAll(Chan<Integer> c) {
        c.forEach(n -> {});
    }

    private static void sendTo(Chan<Integer> c, int times) {
        for (int i = 0; i < times; i++) {
            c.send(i);
        }
    }

    @Test
    void eachWait_countsWhereItWas() {
        try (GoRuntime runtime = new GoRuntime(ONE_P);
                WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ZERO)) {
            runtime.run(() -> {
                Chan<Integer> c = chan();
                go(() -> receiveAll(c));
                Go.gosched(); // it waits
                for (int i = 0; i < 10; i++) {
                    c.send(i); // it is readied, and
                    Go.gosched(); // waits again
                }
                c.close();
                Go.gosched(); // it ends
            });
            Site receives = site(profile, "chan receive", "receiveAll");
            assertEquals(11, receives.waits());
            assertTrue(receives.waited().isPositive());
            String innermost = receives.stack().getFirst().getClassName();
            assertTrue(!innermost.startsWith("dev.runnel.runtime."), innermost);
            assertEquals(
                    WaitProfileTest.class.getName(), receives.stack().getLast().getClassName());
        }
    }

    @Test
    void locksAndSleeps_areTold() {
        try (GoRuntime runtime = new GoRuntime(ONE_P);
                WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ZERO)) {
            runtime.run(() -> {
                Mutex mutex = new Mutex();
                mutex.lock();
                WaitGroup waiting = new WaitGroup();
                for (int i = 0; i < 3; i++) {
                    waiting.go(() -> mutex.locked(() -> {}));
                }
                while (runtime.goroutines().goroutines().stream()
                                .filter(g -> g.state() == GoroutineInfo.State.WAITING)
                                .count()
                        < 3) {
                    Go.gosched();
                }
                Go.sleep(Duration.ofMillis(5));
                mutex.unlock();
                waiting.await();
            });
            String method = "lambda$locksAndSleeps_areTold$";
            Site slept = profile.sites().stream()
                    .filter(site -> site.reason().equals("sleep"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(1, slept.waits());
            List<Site> locks = profile.sites().stream()
                    .filter(site -> site.reason().equals("sync.Mutex.Lock"))
                    .toList();
            assertTrue(locks.stream().mapToLong(Site::waits).sum() >= 3, locks::toString);
            long waited =
                    locks.stream().mapToLong(site -> site.waited().toNanos()).sum();
            assertTrue(waited >= 3 * slept.waited().toNanos(), () -> slept + " within each of " + locks);
            assertTrue(
                    locks.getFirst().stack().stream()
                            .anyMatch(frame -> frame.getMethodName().startsWith(method)),
                    locks::toString);
            assertTrue(profile.toString().contains(" waits [sync.Mutex.Lock]"), profile::toString);
        }
    }

    @Test
    void closed_countsNoMore() {
        try (GoRuntime runtime = new GoRuntime(ONE_P)) {
            WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ZERO);
            runtime.go(() -> Go.sleep(Duration.ofNanos(1))).join();
            profile.close();
            List<Site> before = profile.sites();
            assertEquals(1, before.size());
            runtime.go(() -> Go.sleep(Duration.ofNanos(1))).join();
            assertEquals(before, profile.sites());
        }
    }

    /** Its runtime no longer tells it anything. */
    @Test
    void closed_isNotKept() {
        try (GoRuntime runtime = new GoRuntime(ONE_P)) {
            WeakReference<WaitProfile> profile = closed(runtime);
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (profile.get() != null) {
                assertTrue(System.nanoTime() - deadline < 0, "is kept");
                System.gc();
            }
        }
    }

    private static WeakReference<WaitProfile> closed(GoRuntime runtime) {
        WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ZERO);
        runtime.go(() -> Go.sleep(Duration.ofNanos(1))).join();
        profile.close();
        return new WeakReference<>(profile);
    }

    @Test
    void closedDuringAWait_doesNotCountIt() {
        try (GoRuntime runtime = new GoRuntime(ONE_P)) {
            WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ZERO);
            runtime.run(() -> {
                Chan<Integer> c = chan();
                go(() -> receiveAll(c));
                Go.gosched(); // it waits
                profile.close();
                c.close();
                Go.gosched(); // it ends
            });
            assertEquals(List.of(), profile.sites());
        }
    }

    /** Another profile walks the stack, for example. */
    @Test
    void whatOthersDoWhenTheyAreTold_isNotTakenForWaiting() {
        AtomicLong told = new AtomicLong();
        AtomicLong begun = new AtomicLong();
        StepListener slow = new StepListener() {
            @Override
            public void created(int p, long g, long creator, @Nullable String name) {}

            @Override
            public void parked(int p, long g, String reason, long on) {}

            @Override
            public void step(EventKind kind, int p, long g, long a, long b) {}

            @Override
            public Object waitBegins(long g, String reason, long on) {
                return this;
            }

            @Override
            public void waitEnded(Object token) {
                told.set(System.nanoTime());
                while (System.nanoTime() - told.get() < 2_000_000) {
                    Thread.onSpinWait();
                }
            }
        };
        try (GoRuntime runtime = new GoRuntime(ONE_P)) {
            runtime.observed().addListener(slow);
            try (WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ZERO)) {
                runtime.go(() -> {
                            begun.set(System.nanoTime());
                            Go.sleep(Duration.ofNanos(1));
                        })
                        .join();
                long most = told.get() - begun.get();
                assertTrue(profile.sites().getFirst().waited().toNanos() <= most, () -> most + ": " + profile);
            }
        }
    }

    @Test
    void inABubble_theTimeIsOfItsClock() {
        Bubble.run(() -> {
            try (WaitProfile profile = WaitProfile.start(GoRuntime.observedCurrent(), Duration.ZERO)) {
                Go.sleep(Duration.ofHours(1));
                assertEquals(Duration.ofHours(1), profile.sites().getFirst().waited());
                String text = profile.toString();
                assertTrue(text.startsWith("3600.000000 s in 1 waits [sleep]" + System.lineSeparator()), text);
                assertTrue(text.contains("    at " + WaitProfileTest.class.getName()), text);
            }
        });
    }

    @Test
    void sites_haveTheLongestFirst() {
        Bubble.run(() -> {
            try (WaitProfile profile = WaitProfile.start(GoRuntime.observedCurrent(), Duration.ZERO)) {
                Go.sleep(Duration.ofHours(2));
                Go.sleep(Duration.ofHours(4));
                Go.sleep(Duration.ofHours(1));
                Go.sleep(Duration.ofHours(5));
                Go.sleep(Duration.ofHours(3));
                assertEquals(
                        List.of(5L, 4L, 3L, 2L, 1L),
                        profile.sites().stream()
                                .map(site -> site.waited().toHours())
                                .toList());
            }
        });
    }

    @Test
    void text_hasTheTenLongest() {
        Bubble.run(() -> {
            try (WaitProfile profile = WaitProfile.start(GoRuntime.observedCurrent(), Duration.ZERO)) {
                sleepEachFrom(12);
                assertEquals(12, profile.sites().size());
                List<String> hours = profile.toString()
                        .lines()
                        .filter(line -> line.endsWith(" s in 1 waits [sleep]"))
                        .map(line -> String.valueOf(
                                Double.valueOf(line.split(" ", 2)[0]).intValue() / 3600))
                        .toList();
                assertEquals(List.of("12", "11", "10", "9", "8", "7", "6", "5", "4", "3"), hours);
            }
        });
    }

    /** Each from one call deeper. */
    private static void sleepEachFrom(int hours) {
        Go.sleep(Duration.ofHours(hours));
        if (hours > 1) {
            sleepEachFrom(hours - 1);
        }
    }

    private static void sleepBelow(int calls) {
        if (calls > 1) {
            sleepBelow(calls - 1);
        } else {
            Go.sleep(Duration.ofHours(1));
        }
    }

    @Test
    void stack_hasTheInnermostCalls_32AtMost() {
        Bubble.run(() -> {
            try (WaitProfile profile = WaitProfile.start(GoRuntime.observedCurrent(), Duration.ZERO)) {
                sleepBelow(50);
                List<String> calls = profile.sites().getFirst().stack().stream()
                        .map(StackTraceElement::getMethodName)
                        .toList();
                assertEquals(32, calls.size());
                assertEquals("sleep", calls.getFirst());
                assertEquals("sleepBelow", calls.getLast());
            }
        });
    }

    @Test
    void folded_hasMicroseconds() {
        Bubble.run(() -> {
            try (WaitProfile profile = WaitProfile.start(GoRuntime.observedCurrent(), Duration.ZERO)) {
                sleepBelow(1);
                String folded = profile.folded();
                assertTrue(folded.contains(".WaitProfileTest.sleepBelow;dev.runnel.Go.sleep;"), folded);
                assertTrue(folded.endsWith(";sleep 3600000000\n"), folded);
            }
        });
    }

    @Test
    void folded_isALineForEachSite_theOutermostFirst() {
        try (GoRuntime runtime = new GoRuntime(ONE_P);
                WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ZERO)) {
            runtime.run(() -> {
                Chan<Integer> c = chan();
                go(() -> sendTo(c, 3));
                for (int i = 0; i < 3; i++) {
                    Go.gosched();
                    c.recv();
                }
            });
            List<String> lines = profile.folded().lines().toList();
            assertEquals(profile.sites().size(), lines.size());
            String sends = lines.stream()
                    .filter(line -> line.contains("sendTo"))
                    .findFirst()
                    .orElseThrow();
            assertTrue(sends.matches("\\S+;\\S*WaitProfileTest\\.sendTo;chan send \\d+"), sends);
        }
    }

    /** By many at once, on several Ps: none is lost. */
    @Test
    void manyAtOnce_allCount() {
        RuntimeConfig four = RuntimeConfig.fromProperties().withProcs(4);
        try (GoRuntime runtime = new GoRuntime(four);
                WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ZERO)) {
            runtime.run(() -> {
                WaitGroup all = new WaitGroup();
                for (int i = 0; i < 50; i++) {
                    all.go(() -> {
                        for (int n = 0; n < 20; n++) {
                            Go.sleep(Duration.ofNanos(1));
                        }
                    });
                }
                all.await();
            });
            long sleeps = profile.sites().stream()
                    .filter(site -> site.reason().equals("sleep"))
                    .mapToLong(Site::waits)
                    .sum();
            assertEquals(1000, sleeps);
        }
    }

    /** Those that count stand for those that do not. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 10, 1000, 100_000})
    void sample_standsForTheWhole(long rate) {
        Random chance = new Random(rate);
        double waits = 0;
        double waited = 0;
        long all = 0;
        int n = 200_000;
        for (int i = 0; i < n; i++) {
            long nanos = 100 + i % 1000;
            double weight = WaitSites.weight(nanos, rate, chance);
            waits += weight;
            waited += weight * nanos;
            all += nanos;
        }
        assertEquals(1, waits / n, 0.15);
        assertEquals(1, waited / all, 0.1);
    }

    @Test
    void badRate_isRefused() {
        try (GoRuntime runtime = new GoRuntime(ONE_P)) {
            assertEquals(
                    "a rate of PT-1S; zero or more are allowed",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> WaitProfile.start(runtime.observed(), Duration.ofSeconds(-1)))
                            .getMessage());
        }
    }

    @Test
    void closedRuntime_isRefused() {
        GoRuntime runtime = new GoRuntime(ONE_P);
        runtime.close();
        assertEquals(
                runtime.observed().name() + " is closed",
                assertThrows(IllegalStateException.class, () -> WaitProfile.start(runtime.observed(), Duration.ZERO))
                        .getMessage());
    }
}
