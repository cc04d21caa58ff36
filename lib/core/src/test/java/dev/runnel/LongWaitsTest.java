package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.select.Event;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which waits are listed as leaks: those that last long, and that nothing known will end. */
class LongWaitsTest {

    @Test
    void leaks_areThoseThatWaitForLongWithoutALimit() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<Integer> c = chan();
            for (int i = 0; i < 3; i++) {
                runtime.go("leaked", c::recv);
            }
            runtime.go("sleeps", () -> Go.sleep(Duration.ofHours(1)));
            runtime.go("has a limit", () -> c.tryRecv(Duration.ofHours(1)));
            Await.until(() -> runtime.leaks(Duration.ofMillis(50)).goroutines().size() == 3);
            GoroutineDump leaks = runtime.leaks(Duration.ofMillis(50));
            assertTrue(leaks.goroutines().stream().allMatch(g -> "leaked".equals(g.name())), leaks::text);
            assertTrue(leaks.grouped().startsWith("3 goroutines at 1 place\n\n3 x [chan receive]: "), leaks.grouped());
            assertTrue(runtime.leaks(Duration.ofHours(1)).isEmpty());
            c.close();
            Await.until(() -> runtime.leaks(Duration.ZERO).isEmpty());
        }
    }

    /** The limit holds, whoever has the lock now. */
    @Test
    void leaks_haveNoWriterWithALimit_thatWaitedForAWriter_andWaitsForReaders() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            RWMutex rw = new RWMutex();
            Chan<Void> read = chan();
            rw.lock();
            runtime.go("has a limit", () -> rw.tryLock(Duration.ofHours(1)));
            Await.until(() -> runtime.dump().contains("[sync.Mutex.Lock]"));
            runtime.go("reads", () -> rw.readLocker().locked(read::recv));
            Await.until(() -> runtime.dump().contains("[sync.RWMutex.RLock]"));
            rw.unlock();
            Await.until(() -> runtime.dump().contains("[sync.RWMutex.Lock]"));
            Await.until(() -> runtime.dump().contains("[chan receive]"));
            GoroutineDump leaks = runtime.leaks(Duration.ZERO);
            assertTrue(leaks.goroutines().stream().allMatch(g -> "reads".equals(g.name())), leaks::text);
            read.close();
        }
    }

    /** Contexts with a deadline and timers that are set are limits, whatever waits for them and how. */
    @Test
    void leaks_haveNoWait_thatAContextOrATimerWillEnd() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            runtime.run(() -> {
                Chan<Integer> c = chan();
                Chan<Integer> sent = chan();
                Mutex taken = new Mutex();
                taken.lock();
                WaitGroup group = new WaitGroup();
                group.add(1);
                Context timed = Context.withTimeout(Context.background(), Duration.ofHours(1));
                Context below = Context.withValue(Context.withCancel(timed), ContextKey.of("key"), "value");
                Ticker ticker = new Ticker(Duration.ofHours(1));
                Timer timer = new Timer(Duration.ofHours(1));
                List<Body> limited = List.of(
                        () -> c.recv(timed),
                        () -> sent.send(1, timed),
                        () -> c.recv(below),
                        () -> Go.<Integer>nilChan().recv(timed),
                        () -> taken.lock(timed),
                        () -> group.await(timed),
                        () -> timed.done().recv(),
                        () -> below.done().recv(),
                        () -> select().recv(c, v -> {})
                                .recv(timed.done(), () -> {})
                                .run(),
                        () -> select().recv(c, v -> {})
                                .on(Event.cancelled(below), e -> {})
                                .run(),
                        () -> select().recv(c).run(timed),
                        () -> Go.tick(Duration.ofHours(1)).recv(),
                        () -> Go.after(Duration.ofHours(1)).recv(),
                        () -> ticker.c().recv(),
                        () -> timer.c().recv(Context.withCancel(Context.background())),
                        () -> select().recv(c, v -> {})
                                .recv(ticker.c(), t -> {})
                                .run());
                for (Body body : limited) {
                    go("has a limit", body);
                }
                go("leaked", () -> c.recv(Context.withCancel(Context.background())));
                Await.until(() -> waiting(runtime) == limited.size() + 1);
                Await.until(() -> List.of("leaked").equals(leaked(runtime)));
            });
        }
    }

    @Test
    void leaks_haveWaits_thatNoContextOrTimerWillEnd() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            runtime.run(() -> {
                Chan<Integer> c = chan();
                Context timed = Context.withTimeout(Context.background(), Duration.ofHours(1));
                Context endless = Context.withoutCancel(timed);
                Context open = Context.withCancel(endless);
                Context far = Context.withTimeout(Context.background(), Duration.ofSeconds(Long.MAX_VALUE));
                Timer stopped = new Timer(Duration.ofHours(1));
                stopped.stop();
                Timer far2 = new Timer(Duration.ofSeconds(Long.MAX_VALUE));
                List<Body> unlimited = List.of(
                        () -> c.recv(open),
                        () -> c.recv(endless),
                        () -> c.recv(far),
                        () -> open.done().recv(),
                        () -> far.done().recv(),
                        () -> select().recv(c, v -> {})
                                .recv(open.done(), () -> {})
                                .run(),
                        () -> select().recv(c, v -> {})
                                .on(Event.cancelled(far), e -> {})
                                .run(),
                        () -> select().recv(c).run(open),
                        () -> stopped.c().recv(),
                        () -> far2.c().recv(),
                        () -> select().recv(c, v -> {})
                                .recv(stopped.c(), t -> {})
                                .run());
                for (Body body : unlimited) {
                    go("leaked", body);
                }
                Await.until(() -> waiting(runtime) == unlimited.size());
                Await.until(
                        () -> Collections.nCopies(unlimited.size(), "leaked").equals(leaked(runtime)));
                stopped.reset(Duration.ofHours(1));
                assertEquals(unlimited.size() - 2, leaked(runtime).size());
            });
        }
    }

    /** How many are seen to wait; a snapshot also counts those that are about to start. */
    private static long waiting(GoRuntime runtime) {
        return runtime.goroutines().goroutines().stream()
                .filter(g -> g.state() == GoroutineInfo.State.WAITING)
                .count();
    }

    private static List<String> leaked(GoRuntime runtime) {
        return runtime.leaks(Duration.ZERO).goroutines().stream()
                .map(g -> String.valueOf(g.name()))
                .toList();
    }
}
