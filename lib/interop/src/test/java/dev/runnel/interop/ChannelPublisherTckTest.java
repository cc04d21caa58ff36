package dev.runnel.interop;

import static dev.runnel.interop.Tck.ENVIRONMENT;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/** The rules of Reactive Streams, for publishers of what a channel has. */
@Test
public class ChannelPublisherTckTest extends FlowPublisherVerification<Long> {

    private final Queue<Inflow<Long>> sources = new ConcurrentLinkedQueue<>();

    public ChannelPublisherTckTest() {
        super(ENVIRONMENT);
    }

    @Override
    public Flow.Publisher<Long> createFlowPublisher(long elements) {
        Inflow<Long> source = Inflow.of(Tck.counting(elements));
        sources.add(source);
        return Flows.publisher(source.channel());
    }

    /** Only a publisher that runs a program can fail. */
    @Override
    public Flow.Publisher<Long> createFailedFlowPublisher() {
        return null;
    }

    @AfterMethod
    public void closeSources() {
        for (Inflow<Long> source = sources.poll(); source != null; source = sources.poll()) {
            source.close();
            source.done().recv();
        }
    }
}
