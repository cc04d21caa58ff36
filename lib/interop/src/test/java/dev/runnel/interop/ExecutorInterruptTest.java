package dev.runnel.interop;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.testkit.junit.NoLeaks;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Goroutines that are interrupted while they wait for tasks of an executor: on one P, others run only once they wait.
 */
@NoLeaks
class ExecutorInterruptTest {

    private final AtomicInteger interrupted = new AtomicInteger();
    private final Chan<Boolean> begun = Go.chan(10);

    private final Callable<Integer> waits = () -> {
        begun.send(true);
        try {
            Go.nilChan().recvInterruptibly();
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
        }
        return 0;
    };

    private interface Program {
        void run(GoroutineExecutor executor) throws Exception;
    }

    private static void onOneP(Program program) {
        Go.run(OneP.SETTINGS, () -> {
            try (GoroutineExecutor executor = new GoroutineExecutor()) {
                program.run(executor);
            }
        });
    }

    /** Interrupts the wait when so many tasks have begun. */
    private void assertInterrupted(int tasks, Executable wait) {
        Thread waiting = Thread.currentThread();
        go(() -> {
            for (int i = 0; i < tasks; i++) {
                begun.recv();
            }
            waiting.interrupt();
        });
        assertThrows(InterruptedException.class, wait);
        assertFalse(waiting.isInterrupted());
    }

    @Test
    void get_isEnded_andTheTaskGoesOn() {
        onOneP(executor -> {
            Future<Integer> task = executor.submit(waits);
            assertInterrupted(1, task::get);
            assertInterrupted(0, () -> task.get(1, TimeUnit.DAYS));
            assertEquals(Future.State.RUNNING, task.state());
            assertEquals(0, interrupted.get());
            assertTrue(task.cancel(true));
            executor.close();
            assertEquals(1, interrupted.get());
        });
    }

    @Test
    void get_ofWhatIsDone_isNot() {
        onOneP(executor -> {
            Future<Integer> task = executor.submit(() -> 1);
            task.get();
            Thread.currentThread().interrupt();
            assertEquals(1, task.get());
            assertEquals(1, task.get(1, TimeUnit.SECONDS));
            assertTrue(Thread.interrupted());
        });
    }

    @Test
    void invokeAll_isEnded_andSoAreTheTasks() {
        onOneP(executor -> {
            assertInterrupted(2, () -> executor.invokeAll(List.of(waits, waits)));
            assertInterrupted(2, () -> executor.invokeAll(List.of(waits, waits), 1, TimeUnit.DAYS));
            executor.close();
            assertEquals(4, interrupted.get());
        });
    }

    @Test
    void invokeAny_isEnded_andSoAreTheTasks() {
        onOneP(executor -> {
            assertInterrupted(2, () -> executor.invokeAny(List.of(waits, waits)));
            assertInterrupted(2, () -> executor.invokeAny(List.of(waits, waits), 1, TimeUnit.DAYS));
            executor.close();
            assertEquals(4, interrupted.get());
        });
    }

    @Test
    void invokeAny_thatHasAResult_interruptsTheOthers() {
        onOneP(executor -> {
            Callable<Integer> first = () -> {
                begun.recv();
                begun.recv();
                return 1;
            };
            assertEquals(1, executor.invokeAny(List.of(waits, waits, first)));
            executor.close();
            assertEquals(2, interrupted.get());
        });
    }
}
