package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.goexit;
import static dev.runnel.Go.nilChan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.RuntimeStats;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code runtime/crash_test.go} and {@code runtime/metrics_test.go} assert of programs that survive. */
class CrashTest {

    @GoTest(value = "TestGoexitDefer", covers = "P45", everySchedule = true)
    void goexit_runsFinallyBlocks_andNoHandlerOfExceptions() {
        Chan<Boolean> unwound = chan();
        AtomicReference<Exception> caught = new AtomicReference<>();
        go(() -> {
            try {
                goexit();
            } catch (Exception e) {
                caught.set(e);
            } finally {
                unwound.send(true);
            }
        });
        assertTrue(unwound.recv().get());
        assertNull(caught.get());
    }

    @GoTest(
            value = "TestRuntimePanicWithRuntimeError",
            covers = {"C2", "C9", "C21", "C62"},
            everySchedule = true)
    void misuseOfChannels_isAChannelException() {
        Chan<Integer> closed = chan();
        closed.close();
        List<Executable> misuses = List.of(
                closed::close,
                () -> closed.send(1),
                () -> closed.trySend(1),
                () -> Go.select().send(closed, 1, () -> {}).run(),
                () -> chan(-1),
                () -> nilChan().close(),
                () -> Go.close(null));
        for (Executable misuse : misuses) {
            RuntimeException thrown = assertThrows(RuntimeException.class, misuse);
            assertInstanceOf(ChannelException.class, thrown);
        }
    }

    /** Our numbers are of goroutines created, alive and in hand; they are not given by state. */
    @ParameterizedTest(name = "{0} Ps")
    @ValueSource(ints = {1, 2, 4})
    void stats_ofOneRuntime_followItsGoroutines(int procs) {
        int count = 300; // more than a P's own queue holds
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(procs))) {
            runtime.run(() -> {
                RuntimeStats before = runtime.stats();
                assertEquals(procs, before.procs());
                assertEquals(1, before.goroutines());
                Chan<Void> stop = chan();
                for (int i = 0; i < count; i++) {
                    go(() -> stop.recv());
                }
                assertEquals(before.created() + count, runtime.stats().created());
                assertEquals(1 + count, runtime.stats().goroutines());
                Waiting.until(() -> runtime.stats().machines() > count
                        && runtime.stats().runQueue() == 0
                        && runtime.dump().split("\\[chan receive]:", -1).length == count + 1);
                assertEquals(1 + count, runtime.stats().goroutines());

                AtomicBoolean exit = new AtomicBoolean();
                for (int i = 1; i < procs; i++) {
                    go(() -> {
                        while (!exit.get()) {
                            Go.gosched();
                        }
                    });
                }
                Waiting.until(() -> runtime.stats().idleProcs() == 0);
                exit.set(true);
                stop.close();
                Waiting.until(() -> runtime.stats().goroutines() == 1);
                assertEquals(
                        before.created() + count + procs - 1, runtime.stats().created());
            });
            assertEquals(0, runtime.stats().goroutines());
        }
    }
}
