package dev.runnel.planted;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Which of the core's own tests are asked, for what programs under the test kit cannot see; and how one is run. */
final class CoreTests {

    private static final String PACKAGE = "dev.runnel.";

    /** Quick ones first. */
    private static final List<String> CLASSES = List.of(
            "runtime.park.StrandTest",
            "runtime.park.WaitQueueTest",
            "runtime.queue.FifoTest",
            "runtime.queue.RunQueueTest",
            "runtime.queue.TimerHeapTest",
            "runtime.lock.SpinLockTest",
            "channel.RetentionTest",
            "scheduler.OrderTest",
            "scheduler.WakeUpTest",
            "GoHandleTest",
            "GoexitTest",
            "channel.TimedTest",
            "channel.TimeoutRaceTest",
            "channel.TimerChanTest",
            "time.TimerTest",
            "time.TickerTest",
            "time.AfterFuncTest",
            "DeadlockTest",
            "scheduler.FairnessTest",
            "StarvationTest",
            "channel.TryTest",
            "select.SelectFairnessTest",
            "select.SelectStressTest",
            "runtime.queue.RunQueueStressTest",
            "runtime.queue.TimerHeapStressTest",
            "scheduler.ManyGoroutinesTest",
            "scheduler.BlockingParkTest",
            "scheduler.BlockingLockTest",
            "scheduler.BlockingMonitorTest",
            "scheduler.StressTest");

    private CoreTests() {}

    /** The names, in the order in which the tests are run, those given first. */
    static List<String> names(List<String> first) {
        return java.util.stream.Stream.concat(first.stream(), CLASSES.stream())
                .distinct()
                .toList();
    }

    /**
     * Runs the tests of a class.
     *
     * @param alive told at the beginning and at the end of each test
     * @param failed told of each failure, at once
     */
    static void run(String name, Consumer<String> alive, Consumer<Catch> failed) {
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(PACKAGE + name))
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionStarted(TestIdentifier test) {
                alive.accept(name + " " + test.getDisplayName());
            }

            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                alive.accept(name);
                if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
                    return; // it does not apply on this machine, or in this mode
                }
                result.getThrowable().ifPresent(thrown -> {
                    PrintStream log = System.err;
                    thrown.printStackTrace(log);
                    failed.accept(Catch.ofTest(
                            name + "." + test.getLegacyReportingName().replaceAll("\\(.*", ""), "" + thrown));
                });
            }
        });
    }
}
