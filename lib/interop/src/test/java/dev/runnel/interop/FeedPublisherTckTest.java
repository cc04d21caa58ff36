package dev.runnel.interop;

import static dev.runnel.interop.Tck.ENVIRONMENT;

import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.Test;

/** The rules of Reactive Streams, for publishers that run a program for each subscriber. */
@Test
public class FeedPublisherTckTest extends FlowPublisherVerification<Long> {

    public FeedPublisherTckTest() {
        super(ENVIRONMENT);
    }

    @Override
    public Flow.Publisher<Long> createFlowPublisher(long elements) {
        return Flows.publisher(Tck.counting(elements));
    }

    @Override
    public Flow.Publisher<Long> createFailedFlowPublisher() {
        return Flows.publisher((out, context) -> {
            throw new IllegalStateException("nothing to publish");
        });
    }
}
