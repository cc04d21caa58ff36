package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gomaxprocs;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Without JUnit's extension; {@code NoLeaksTest} has that. */
class LeaksTest {

    @Test
    void leakThatHasNotStarted_isNotHiddenByGoroutinesThatHaveJustEnded() {
        AtomicBoolean mayEnd = new AtomicBoolean();
        Chan<Integer> stuck = chan();
        try {
            for (int p = gomaxprocs(0); p > 0; p--) { // each keeps a P to itself
                go(new EndingSlowly(mayEnd)).join();
            }
            Leaks leaks = Leaks.watch();
            go("left", () -> stuck.recv());
            LeakException leak = assertThrows(LeakException.class, () -> leaks.check(Duration.ZERO));
            assertTrue(leak.getMessage().startsWith("1 goroutine is left:"), leak.getMessage());
            assertTrue(leak.dump().endsWith("... and 1 that have not started\n"), leak.dump());
        } finally {
            mayEnd.set(true);
            stuck.close();
        }
    }

    /** They cannot be told from goroutines that come later, so it is said that they may be among them. */
    @Test
    void goroutinesThatHadNotStartedBefore_areSpokenOf() {
        AtomicBoolean mayEnd = new AtomicBoolean();
        try {
            for (int p = gomaxprocs(0); p > 0; p--) {
                go(new EndingSlowly(mayEnd)).join();
            }
            go("early", () -> {});
            LeakException leak =
                    assertThrows(LeakException.class, () -> Leaks.watch().check(Duration.ZERO));
            assertTrue(leak.dump().contains("(1 of the runtime had not started when the watch began"), leak.dump());
        } finally {
            mayEnd.set(true);
        }
    }

    @Test
    void goroutineThatWasJoined_isNoLeakThoughItsEndIsNotOver() {
        AtomicBoolean mayEnd = new AtomicBoolean();
        Leaks leaks = Leaks.watch();
        try {
            go(new EndingSlowly(mayEnd)).join();
            assertDoesNotThrow(() -> leaks.check(Duration.ZERO));
        } finally {
            mayEnd.set(true);
        }
    }

    @Test
    void timers_areLeaksIfAskedFor() {
        CancelContext early = Context.withTimeout(Context.background(), Duration.ofHours(1));
        Leaks goroutines = Leaks.watch();
        Leaks leaks = Leaks.watchWithTimers(); // the one from before is none
        CancelContext lost = Context.withTimeout(Context.background(), Duration.ofHours(2));
        Timer start = Timer.afterFunc(Duration.ofHours(3), () -> {});
        try {
            assertDoesNotThrow(() -> goroutines.check(Duration.ZERO));
            LeakException two = assertThrows(LeakException.class, () -> leaks.check(Duration.ZERO));
            assertTrue(two.getMessage().startsWith("2 timers are left:\n\n"), two.getMessage());
            assertTrue(two.dump().contains("timer: afterFunc of " + LeaksTest.class.getName() + "\n"), two.dump());
            start.stop();
            LeakException one = assertThrows(LeakException.class, () -> leaks.check(Duration.ZERO));
            assertTrue(one.getMessage().startsWith("1 timer is left:\n\n"), one.getMessage());
            assertTrue(one.dump().startsWith("timer: context.Background.WithDeadline("), one.dump());
        } finally {
            start.stop();
            lost.cancel();
            early.cancel();
        }
        assertDoesNotThrow(() -> leaks.check(Duration.ZERO));
    }

    @Test
    void noPatience_isNamed() {
        assertEquals(
                "patience",
                assertThrows(NullPointerException.class, () -> Leaks.watch().check(null))
                        .getMessage());
    }

    @Test
    void patience_mayBeForEver() {
        Leaks leaks = Leaks.watch();
        go(() -> sleep(Duration.ofMillis(20)));
        assertDoesNotThrow(() -> leaks.check(Duration.ofMillis(Long.MAX_VALUE)));
    }

    @Test
    void goroutinesFromBefore_areNotAmongThoseThatAreTold() {
        Chan<Integer> begun = chan();
        Chan<Integer> stuck = chan();
        try {
            go("early", () -> {
                begun.send(1);
                stuck.recv();
            });
            begun.recv();
            Leaks leaks = Leaks.watch();
            go("late", () -> {
                begun.send(1);
                stuck.recv();
            });
            begun.recv();
            LeakException leak = assertThrows(LeakException.class, () -> leaks.check(Duration.ZERO));
            assertTrue(leak.getMessage().startsWith("1 goroutine is left:"), leak.getMessage());
            assertTrue(leak.dump().contains("\"late\""), leak.dump());
            assertFalse(leak.dump().contains("\"early\""), leak.dump());
            assertFalse(leak.dump().contains("when the watch began"), leak.dump());
        } finally {
            stuck.close();
        }
    }

    @Test
    void whoChecks_isNoLeak() {
        Leaks leaks = Leaks.watch();
        Chan<String> told = chan(1);
        go(() -> {
            try {
                leaks.check(Duration.ZERO);
                told.send("none");
            } catch (LeakException leak) {
                told.send(leak.getMessage());
            }
        });
        assertEquals("none", told.recv().get());
    }

    @Test
    void interrupt_endsTheWait_andIsKept() {
        Chan<Integer> stuck = chan();
        Leaks leaks = Leaks.watch();
        go("left", () -> stuck.recv());
        Thread.currentThread().interrupt();
        try {
            LeakException leak = assertThrows(LeakException.class, () -> leaks.check(Duration.ofDays(1)));
            assertTrue(leak.getMessage().startsWith("1 goroutine is left:"), leak.getMessage());
        } finally {
            assertTrue(Thread.interrupted());
            stuck.close();
        }
    }

    @Test
    void leaks_areCounted() {
        assertEquals("1 goroutine is left:\n\nhere", new LeakException(1, "here").getMessage());
        assertEquals("2 goroutines are left:\n\nhere", new LeakException(2, "here").getMessage());
        assertEquals("1 timer is left:\n\nhere", new LeakException(0, 1, "here").getMessage());
        assertEquals("1 goroutine and 2 timers are left:\n\nhere", new LeakException(1, 2, "here").getMessage());
        assertEquals("2 goroutines and 1 timer are left:\n\nhere", new LeakException(2, 1, "here").getMessage());
        assertEquals("here", new LeakException(2, 1, "here").dump());
    }

    /** Has ended for the one that joins it, and keeps its P until it may go. */
    private record EndingSlowly(AtomicBoolean mayEnd) implements Task {

        @Override
        public void run() {}

        @Override
        public void ended(boolean endsTheRun) {
            while (!mayEnd.get()) {
                Thread.onSpinWait();
            }
        }
    }
}
