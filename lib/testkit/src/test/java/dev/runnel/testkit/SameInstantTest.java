package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.Mutex;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Either of two timers for one instant may come first, and what the first leads to may come before the second. */
class SameInstantTest {

    private static final Duration THEN = Duration.ofSeconds(1);

    private static Set<String> explored(Callable<String> program) {
        Set<String> seen = new HashSet<>();
        Exploration all =
                new Explorer(new ExhaustivePolicy(1)).withRuns(10_000).explore(() -> seen.add(program.call()));
        assertTrue(all.complete());
        return seen;
    }

    /** They are the same in bubbles. */
    private static Set<String> outcomes(Callable<String> program) {
        Set<String> seen = explored(program);
        Set<String> inBubbles = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            Bubble.run(seed, () -> inBubbles.add(program.call()));
        }
        assertEquals(seen, inBubbles);
        return seen;
    }

    @Test
    void workAndTimeout_eitherIsFirst() {
        assertEquals(Set.of("value", "timeout"), outcomes(() -> {
            Chan<Integer> c = chan(1);
            go(() -> {
                sleep(THEN);
                c.send(1);
            });
            String[] got = {""};
            select().recv(c, value -> got[0] = "value")
                    .after(THEN, () -> got[0] = "timeout")
                    .run();
            Bubble.await();
            return got[0];
        }));
    }

    @Test
    void workAndDeadline_eitherIsFirst() {
        assertEquals(Set.of("value", "deadline"), outcomes(() -> {
            Chan<Integer> c = chan(1);
            go(() -> {
                sleep(THEN);
                c.send(1);
            });
            try (CancelContext context = Context.withTimeout(Context.background(), THEN)) {
                c.recv(context);
                return "value";
            } catch (CancelledException e) {
                return "deadline";
            } finally {
                Bubble.await();
            }
        }));
    }

    /** Not in bubbles: there the clock stands still while somebody waits for a lock. */
    @Test
    void unlockAndTryLock_eitherIsFirst() {
        assertEquals(Set.of("true", "false"), explored(() -> {
            Mutex m = new Mutex();
            m.lock();
            go(() -> {
                sleep(THEN);
                m.unlock();
            });
            boolean locked = m.tryLock(THEN);
            Bubble.await();
            return String.valueOf(locked);
        }));
    }

    /** What the first wakes then waits for somebody outside, which waits for what the second wakes. */
    @Test
    void secondTimer_firesThoughSomebodyWaitsForOutside() {
        for (int seed = 0; seed < 40; seed++) {
            Chan<Integer> ping = chan();
            Chan<Integer> out = chan();
            Thread.ofVirtual().start(() -> {
                ping.recv();
                out.send(1);
            });
            int[] got = {0};
            Bubble.run(seed, () -> {
                go(() -> {
                    sleep(THEN);
                    ping.send(1);
                });
                sleep(THEN);
                got[0] = out.recv().get();
            });
            assertEquals(1, got[0]);
        }
    }

    @Test
    void stopOfATimer_mayComeBeforeItFires() {
        assertEquals(Set.of("stopped", "ran"), outcomes(() -> {
            boolean[] ran = {false};
            Timer timer = Timer.afterFunc(THEN, () -> ran[0] = true);
            sleep(THEN);
            boolean stopped = timer.stop();
            Bubble.await();
            assertEquals(stopped, !ran[0]);
            return stopped ? "stopped" : "ran";
        }));
    }
}
