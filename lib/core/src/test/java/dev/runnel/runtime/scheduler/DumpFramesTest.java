package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A dump shows where in the program a goroutine is, and nothing of the runtime above or below. */
class DumpFramesTest {

    private static final String LINE = "shop.Orders.take";
    private static final List<String> MACHINE =
            List.of("dev.runnel.runtime.scheduler.Machine.run", "java.lang.VirtualThread.run");

    private static List<String> shown(boolean waits, String... inner) {
        StackTraceElement[] stack = Stream.concat(Arrays.stream(inner), MACHINE.stream())
                .map(DumpFramesTest::frame)
                .toArray(StackTraceElement[]::new);
        return Dump.frames(stack, waits).stream()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .toList();
    }

    private static StackTraceElement frame(String text) {
        int dot = text.lastIndexOf('.');
        return new StackTraceElement(text.substring(0, dot), text.substring(dot + 1), null, -1);
    }

    @Test
    void whoIsParked_isShownWhereItCalled() {
        assertEquals(
                List.of(LINE),
                shown(
                        true,
                        "java.lang.VirtualThread.park",
                        "java.util.concurrent.locks.LockSupport.park",
                        "dev.runnel.runtime.scheduler.Grantee.park",
                        "dev.runnel.runtime.channel.Channel.recv",
                        LINE));
    }

    /** The goroutine already counts as waiting, so a deadlock or a leak may be found meanwhile. */
    @Test
    void whoStillPassesItsPOn_isShownWhereItCalled() {
        assertEquals(
                List.of(LINE),
                shown(
                        true,
                        "java.util.concurrent.ForkJoinPool.signalWork",
                        "java.lang.VirtualThread.unpark",
                        "java.util.concurrent.locks.LockSupport.unpark",
                        "dev.runnel.runtime.scheduler.Dispatch.handOver",
                        "dev.runnel.runtime.channel.Channel.recv",
                        LINE));
    }

    @Test
    void callsOfTheProgramIntoTheJdk_areShown() {
        for (boolean waits : new boolean[] {false, true}) { // it may have gone on since it was asked
            assertEquals(List.of("java.util.HashMap.get", LINE), shown(waits, "java.util.HashMap.get", LINE));
        }
    }

    @Test
    void whatTheRuntimeCallsForOneThatRuns_isShown() {
        assertEquals(
                List.of("java.util.HashMap.get", "dev.runnel.runtime.channel.Channel.send", LINE),
                shown(false, "java.util.HashMap.get", "dev.runnel.runtime.channel.Channel.send", LINE));
    }

    /** A scope, a group or a timer runs a task through code of its own. */
    @Test
    void whatTheLibraryRunsATaskBy_isNotShown() {
        assertEquals(
                List.of("dev.runnel.sync.Mutex.lock", LINE, "shop.Orders.all"),
                shown(
                        true,
                        "dev.runnel.runtime.scheduler.Grantee.park",
                        "dev.runnel.sync.Mutex.lock",
                        LINE,
                        "shop.Orders.all",
                        "dev.runnel.scope.Fork.run",
                        "dev.runnel.scope.Scope.work"));
    }

    @Test
    void callsOfTheLibraryIntoTheJdk_areShownWithWhoMakesThem() {
        assertEquals(
                List.of("java.util.HashMap.get", "dev.runnel.scope.Scope.work"),
                shown(false, "java.util.HashMap.get", "dev.runnel.scope.Scope.work"));
    }
}
