package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.testkit.Schedules;
import dev.runnel.testkit.junit.NoLeaks;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens at the same time as an inflow ends, in all orders. */
@NoLeaks
@Tag("exploration")
class EndInAllOrdersTest {

    /** From a publisher that does not keep to the rules. */
    @Test
    void valueAsThePublisherCompletes_comesOrDoesNot() {
        Schedules.check(() -> {
            Chan<Long> asked = chan(2);
            Intake<Integer> intake = new Intake<>(Context.background(), 1);
            intake.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {
                    asked.send(n);
                }

                @Override
                public void cancel() {}
            });
            asked.recv();
            GoHandle sends = go(() -> intake.onNext(1));
            Go.gosched(); // it may have begun, and may have come to its end
            intake.onComplete();
            sends.join();
            List<Integer> received = intake.inflow().stream().toList();
            assertTrue(received.isEmpty() || received.equals(List.of(1)));
            assertTrue(intake.inflow().failure().isEmpty());
        });
    }

    @Test
    void whoSeesTheEndOfAnInflowWhoseContextEnds_seesWhy() {
        Schedules.check(() -> {
            try (CancelContext parent = Context.withCancel(Context.background())) {
                Inflow<Integer> inflow =
                        Inflow.of(parent, 0, (out, context) -> context.done().recv());
                go(parent::cancel);
                assertTrue(inflow.channel().recv().isEmpty());
                assertTrue(inflow.failure().isDefined());
                inflow.done().recv();
            }
        });
    }

    /** The feed may see the end of its context first, and return. */
    @Test
    void contextThatEnds_isTheFailure_withItsCause() {
        Exception why = new Exception("enough");
        Schedules.check(() -> {
            try (CancelCauseContext parent = Context.withCancelCause(Context.background())) {
                Inflow<Integer> inflow =
                        Inflow.of(parent, 0, (out, context) -> context.done().recv());
                Go.gosched(); // it may have begun
                parent.cancel(why);
                inflow.done().recv();
                assertSame(why, inflow.failure().get().getCause());
            }
        });
    }

    @Test
    void whoSeesThatAnInflowIsDone_seesTheEndOfItsContext() {
        Schedules.check(() -> {
            Chan<Context> contexts = chan(1);
            Inflow<Integer> inflow = Inflow.of((out, context) -> contexts.send(context));
            inflow.done().recv();
            assertTrue(contexts.recv().get().err().isDefined());
        });
    }
}
