package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A run that a goroutine of another runtime can wake is no deadlock; P77, P81. The delays are the subject. */
class StrangersTest {

    private static final int DELAY = 100;

    @Test
    void run_goroutineOfTheDefaultRuntimeSendsLater_isNoDeadlock() {
        Chan<Integer> c = chan();
        GoHandle sender = go(() -> {
            Go.sleep(Duration.ofMillis(DELAY));
            c.send(7);
        });
        Runtimes.run(2, () -> assertEquals(7, c.recv().get()));
        sender.join();
    }

    @Test
    void run_goroutineOfAnotherRuntimeSendsLater_isNoDeadlock() {
        try (GoRuntime other = new GoRuntime(Runtimes.withProcs(1))) {
            Chan<Integer> c = chan();
            other.go(() -> {
                Go.sleep(Duration.ofMillis(DELAY));
                c.send(7);
            });
            Runtimes.run(2, () -> assertEquals(7, c.recv().get()));
        }
    }

    @Test
    void run_goroutineOfTheOuterRunSendsLater_isNoDeadlock() {
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan();
            go(() -> {
                Go.sleep(Duration.ofMillis(DELAY));
                c.send(7);
            });
            Runtimes.run(2, () -> assertEquals(7, c.recv().get()));
        });
    }

    @Test
    void run_othersStandStillToo_isADeadlock() {
        Chan<Integer> never = chan();
        GoHandle waits = go(never::recv);
        Runtimes.run(2, () -> {
            go(never::recv);
            DeadlockException dead = assertThrows(DeadlockException.class, () -> Runtimes.run(2, never::recv));
            assertTrue(dead.getMessage().startsWith(DeadlockTest.ASLEEP), dead.getMessage());
        });
        never.close();
        waits.join();
    }

    @Test
    void run_goroutineOfAnotherRuntimeHasWokenIt_nextStandstillIsADeadlock() {
        Chan<Integer> c = chan();
        GoHandle sender = go(() -> {
            Go.sleep(Duration.ofMillis(DELAY));
            c.send(7);
        });
        assertThrows(
                DeadlockException.class,
                () -> Runtimes.run(2, () -> {
                    assertEquals(7, c.recv().get());
                    c.recv();
                }));
        sender.join();
    }
}
