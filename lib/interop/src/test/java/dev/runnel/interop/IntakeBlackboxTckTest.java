package dev.runnel.interop;

import static dev.runnel.interop.Tck.ENVIRONMENT;

import dev.runnel.context.Context;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/**
 * The rules of Reactive Streams, for subscribers whose values go into a channel, as far as they can be seen from
 * outside.
 */
@Test
public class IntakeBlackboxTckTest extends FlowSubscriberBlackboxVerification<Long> {

    private final Map<Flow.Subscriber<Long>, Inflow<Long>> inflows = new ConcurrentHashMap<>();

    public IntakeBlackboxTckTest() {
        super(ENVIRONMENT);
    }

    @Override
    public Flow.Subscriber<Long> createFlowSubscriber() {
        Intake<Long> intake = new Intake<>(Context.background(), 2);
        inflows.put(intake, intake.inflow());
        return intake;
    }

    @Override
    public Long createElement(int element) {
        return (long) element;
    }

    @AfterMethod
    public void closeInflows() {
        inflows.values().forEach(inflow -> {
            inflow.close();
            inflow.done().recv();
        });
        inflows.clear();
    }
}
