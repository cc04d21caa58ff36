package dev.runnel.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two cancels that meet, and the end of the runtime of one of them. */
class PropagationTest {

    private final AtomicInteger told = new AtomicInteger();
    private final CancelCtx root = (CancelCtx) Context.withCancel(Context.background());

    /** The outcome of a context below, which has not reached everything yet: the cancel from above waits for that. */
    private final Outcome others = new Outcome(Canceled.SHARED, null);

    private final AtomicBoolean wentOn = new AtomicBoolean();

    @Test
    void runtimeCloses_whileACancelWaitsForAnother_whoIsToBeToldIsTold() {
        assertTrue(((CancelCtx) Context.withCancel(root)).end(others));
        root.onDone(told::incrementAndGet);
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1));
        runtime.go("cancels", () -> {
            root.cancel();
            wentOn.set(true);
        });
        Await.until(() -> runtime.dump().contains("\"cancels\" [chan receive"));
        runtime.close();
        assertTrue(root.err().isDefined());
        assertEquals(1, told.get());
        assertFalse(wentOn.get(), "it was cut off");
    }

    @Test
    void runtimeCloses_asACancelBegins_allAreReached() {
        Context child = Context.withCancel(root);
        root.onDone(told::incrementAndGet);
        AtomicBoolean begun = new AtomicBoolean();
        AtomicBoolean closes = new AtomicBoolean();
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1));
        runtime.go(() -> {
            begun.set(true);
            while (!closes.get()) {
                Thread.onSpinWait();
            }
            root.cancel();
            wentOn.set(true);
        });
        Await.until(begun::get);
        runtime.shutdown(Duration.ZERO);
        closes.set(true);
        runtime.close();
        assertTrue(child.done().tryRecv().isClosed());
        assertTrue(root.done().tryRecv().isClosed());
        assertEquals(1, told.get());
        assertFalse(wentOn.get(), "it was cut off");
    }

    /** The clean-up cannot wait for whoever is ending the context, and goes on after the cancel. */
    @Test
    void cleanUp_thatCancelsWhatAnotherEnds_goesOn() {
        assertTrue(root.end(others));
        cleansUp(root);
        assertTrue(wentOn.get());
    }

    @Test
    void cleanUp_thatCancelsAboveWhatAnotherEnds_goesOn() {
        assertTrue(((CancelCtx) Context.withCancel(root)).end(others));
        root.onDone(told::incrementAndGet);
        cleansUp(root);
        assertEquals(1, told.get());
        assertTrue(wentOn.get());
    }

    /** The action waits, and so is unwound again. */
    @Test
    void cleanUp_withAnActionThatWaits_goesOn() {
        root.onDone(() -> Go.chan().recv());
        root.onDone(told::incrementAndGet);
        cleansUp(root);
        assertEquals(1, told.get());
        assertTrue(wentOn.get());
    }

    private void cleansUp(CancelContext context) {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1));
        runtime.go("waits", () -> {
            try {
                Go.chan().recv();
            } finally {
                context.cancel();
                wentOn.set(true);
            }
        });
        Await.until(() -> runtime.dump().contains("\"waits\" [chan receive"));
        runtime.close();
    }
}
