package dev.runnel.conformance;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceChecker;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Schedulers;
import dev.runnel.runtime.scheduler.Witness;
import dev.runnel.trace.FlightRecord;
import java.util.List;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Every runtime that any test makes is recorded, and what its recorder has must be steps that a scheduler can take. Of
 * a runtime that has ended these are all its steps, or only the last if there were too many; of one that is still open
 * at the end of a test, they are what it did last. Services name this class to JUnit and to jqwik. Properties:
 * {@code runnel.conformance.events} says how many events are kept for each P; with 0 nothing is recorded.
 */
public final class Recorded implements AfterEachCallback, AroundTryHook {

    private static final int EVENTS = Integer.getInteger("runnel.conformance.events", 4096);

    /** There are many runs under schedules, and most of them are short. */
    private static final int EVENTS_OF_A_SCHEDULE = Math.min(EVENTS, 1024);

    /** For the service loader. */
    public Recorded() {
        if (EVENTS > 0) {
            Witness.call(new Checks());
        }
    }

    private static final class Checks extends Witness {
        @Override
        protected int events(boolean deterministic) {
            return deterministic ? EVENTS_OF_A_SCHEDULE : EVENTS;
        }

        @Override
        protected void look(FlightRecord record) {
            check(record);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        checkAll();
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public TryExecutionResult aroundTry(TryLifecycleContext context, TryExecutor executor, List<Object> parameters) {
        TryExecutionResult result = executor.execute(parameters);
        if (result.isSatisfied()) {
            try {
                checkAll();
            } catch (AssertionError wrong) {
                return TryExecutionResult.falsified(wrong);
            }
        }
        return result;
    }

    /**
     * Checks the runtimes that have ended since the last call, and those that are open.
     *
     * @throws AssertionError with the first step that cannot be, and those around it
     */
    static void checkAll() {
        AssertionError wrong = Witness.objection(null);
        if (wrong != null) {
            throw wrong;
        }
        for (Scheduler open : Schedulers.all()) {
            FlightRecord record = open.view().flightRecord();
            if (record != null) {
                check(record);
            }
        }
    }

    static void check(FlightRecord record) {
        TraceChecker.require(Trace.of(record));
    }
}
