package dev.runnel.interop;

import static dev.runnel.interop.Tck.ENVIRONMENT;

import dev.runnel.context.Context;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.SubscriberPuppet;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.WhiteboxSubscriberProbe;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/**
 * The rules of Reactive Streams, for subscribers whose values go into a channel, seen together with what happens
 * inside.
 */
@Test
public class IntakeWhiteboxTckTest extends FlowSubscriberWhiteboxVerification<Long> {

    private final Queue<Inflow<Long>> inflows = new ConcurrentLinkedQueue<>();

    public IntakeWhiteboxTckTest() {
        super(ENVIRONMENT);
    }

    @Override
    protected Flow.Subscriber<Long> createFlowSubscriber(WhiteboxSubscriberProbe<Long> probe) {
        Intake<Long> intake = new Intake<>(Context.background(), 4);
        inflows.add(intake.inflow());
        return new Watched(intake, probe);
    }

    @Override
    public Long createElement(int element) {
        return (long) element;
    }

    @AfterMethod
    public void closeInflows() {
        for (Inflow<Long> inflow = inflows.poll(); inflow != null; inflow = inflows.poll()) {
            inflow.close();
            inflow.done().recv();
        }
    }

    /** An intake that tells the probe of its signals; its demand comes by itself, its cancel from the reader. */
    private record Watched(Intake<Long> intake, WhiteboxSubscriberProbe<Long> probe) implements Flow.Subscriber<Long> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            intake.onSubscribe(subscription);
            probe.registerOnSubscribe(new SubscriberPuppet() {
                @Override
                public void triggerRequest(long elements) {
                    // The room of the intake is enough for every test.
                }

                @Override
                public void signalCancel() {
                    intake.inflow().close();
                }
            });
        }

        @Override
        public void onNext(Long element) {
            intake.onNext(element);
            probe.registerOnNext(element);
        }

        @Override
        public void onError(Throwable failure) {
            intake.onError(failure);
            probe.registerOnError(failure);
        }

        @Override
        public void onComplete() {
            intake.onComplete();
            probe.registerOnComplete();
        }
    }
}
