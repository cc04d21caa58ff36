package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.runtime.carrier.PlatformThreads;
import dev.runnel.trace.FlightRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A runtime that lacks memory as it is made: nobody has it, and nothing of it stays. */
class FailedOpeningTest {

    /** There is no memory to record what happens. */
    private static final class Lacking extends Witness {
        @Override
        protected int events(boolean deterministic) {
            throw new OutOfMemoryError("for a test");
        }

        @Override
        protected void look(FlightRecord record) {}

        @Override
        protected void failed(Scheduler scheduler, AssertionError wrong) {}
    }

    @AfterEach
    void dismiss() {
        Witness.dismiss();
    }

    /** With dedicated carriers each P has a thread by then. */
    @Test
    void runtime_leavesNoThreads() {
        List<Thread> before = carriers();
        List<Scheduler> schedulers = Schedulers.all();
        Witness.call(new Lacking());
        assertThrows(OutOfMemoryError.class, () -> new Scheduler(Runtimes.withProcs(8)));
        assertEquals(schedulers.size(), Schedulers.all().size());
        Await.until(() -> before.containsAll(carriers()));
    }

    private static List<Thread> carriers() {
        List<Thread> found = new ArrayList<>(Arrays.asList(PlatformThreads.all()));
        found.removeIf(thread -> !thread.getName().startsWith("runnel-P-"));
        return found;
    }
}
