package dev.runnel.conformance;

import dev.runnel.FlightRecorder;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceChecker;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;

/** Runs with the flight recorder on: what it has must be steps that a scheduler can take. */
final class Traced {

    /** Of the longest runs only the end is looked at. */
    private static final int EVENTS = Integer.getInteger("runnel.conformance.events", 4096);

    /** Of runs under schedules, of which there are many, one in so many is looked at. */
    private static final int EVERY = Integer.getInteger("runnel.conformance.traced", 2);

    private static int schedules;

    private Traced() {}

    /** As {@link Go#run}; looks at the whole of the run, its closing included. */
    static void run(RuntimeConfig config, Body main) {
        if (EVENTS == 0) {
            Go.run(config, main);
            return;
        }
        try (GoRuntime runtime = new GoRuntime(config.withTracing(Tracing.ON.withEvents(EVENTS)))) {
            try {
                runtime.run(main);
            } catch (Throwable failure) {
                try {
                    check(runtime.recorder());
                } catch (AssertionError wrong) {
                    failure.addSuppressed(wrong);
                }
                throw failure;
            }
            check(runtime.recorder());
        }
    }

    /** As the main goroutine of a run under a schedule; looks at it up to the end of main. */
    static void inSchedule(Runs.TestBody body) throws Exception {
        if (EVENTS == 0 || schedules++ % EVERY != 0) {
            body.run();
            return;
        }
        Go.recorder().start(EVENTS);
        body.run();
        check(Go.recorder());
    }

    private static void check(FlightRecorder recorder) {
        TraceChecker.require(Trace.of(recorder.record().get()));
    }
}
