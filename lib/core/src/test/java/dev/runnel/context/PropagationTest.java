package dev.runnel.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two cancels that meet, and the end of the runtime of one of them. */
class PropagationTest {

    private final AtomicInteger told = new AtomicInteger();
    private final CancelCtx root = (CancelCtx) Context.withCancel(Context.background());

    /** A context below has another outcome, which has not reached all: the cancel from above waits for that one. */
    private final Outcome others = new Outcome(Canceled.SHARED, null);

    @Test
    void runtimeCloses_whileACancelWaitsForAnother_whoIsToBeToldIsTold() {
        assertTrue(((CancelCtx) Context.withCancel(root)).end(others));
        root.onDone(told::incrementAndGet);
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1));
        runtime.go("cancels", root::cancel);
        Await.until(() -> runtime.dump().contains("\"cancels\" [chan receive"));
        runtime.close();
        assertTrue(root.err().isDefined());
        assertEquals(1, told.get());
    }
}
