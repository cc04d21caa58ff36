package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.testkit.junit.NoLeaks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Channels of what publishers have. */
@NoLeaks
class IntakeTest {

    /** A publisher that does as it is told, and notes what it is asked for. */
    private static final class Puppet implements Flow.Publisher<Integer>, Flow.Subscription {
        final Chan<Long> requests = chan(1_000);
        final Chan<Boolean> cancels = chan(10);
        Flow.Subscriber<? super Integer> subscriber;

        @Override
        public void subscribe(Flow.Subscriber<? super Integer> fresh) {
            subscriber = fresh;
            fresh.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            requests.send(n);
        }

        @Override
        public void cancel() {
            cancels.send(true);
        }
    }

    private final Puppet puppet = new Puppet();

    @Test
    void jdksPublisher_isReadToItsEnd() {
        List<Integer> values = IntStream.range(0, 1_000).boxed().toList();
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(GoroutineExecutor.unmanaged(), 4)) {
            Inflow<Integer> inflow = Flows.subscribe(publisher, 3);
            go(() -> {
                values.forEach(publisher::submit);
                publisher.close();
            });
            List<Integer> received = new ArrayList<>();
            inflow.forEach(received::add);
            assertEquals(values, received);
            assertTrue(inflow.failure().isEmpty());
        }
    }

    @Test
    void demand_isTheRoomThatTheReaderLeaves() {
        AtomicLong asked = new AtomicLong();
        AtomicLong read = new AtomicLong();
        AtomicLong mostAhead = new AtomicLong();
        Flow.Publisher<Integer> publisher = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                mostAhead.accumulateAndGet(asked.addAndGet(n) - read.get(), Math::max);
                for (long i = 0; i < n; i++) {
                    subscriber.onNext((int) i);
                }
            }

            @Override
            public void cancel() {}
        });
        try (Inflow<Integer> inflow = Flows.subscribe(publisher, 5)) {
            for (int i = 0; i < 200; i++) {
                inflow.channel().recv().get();
                read.incrementAndGet();
            }
        }
        // When more is asked for, a value may have been received that the reader has not counted yet.
        assertTrue(mostAhead.get() <= 6, () -> "asked for " + mostAhead + " ahead of the reader");
        assertTrue(asked.get() >= 200);
    }

    /** Half of what there is room for is on its way while the reader has the other half. */
    @Test
    void demand_isRenewedAtTheHalf() throws Exception {
        try (Inflow<Integer> inflow = Flows.subscribe(puppet, 4)) {
            assertEquals(4, puppet.requests.recv().get());
            for (int i = 0; i < 4; i++) {
                puppet.subscriber.onNext(i);
            }
            assertEquals(0, inflow.channel().recv().get());
            assertEquals(1, inflow.channel().recv().get());
            assertEquals(
                    2,
                    puppet.requests.tryRecv(Duration.ofSeconds(60)).toOption().get());
        }
    }

    @Test
    void error_comesAfterTheValues() {
        Inflow<Integer> inflow = Flows.subscribe(puppet, 4);
        assertEquals(4, puppet.requests.recv().get());
        Exception why = new Exception("half");
        puppet.subscriber.onNext(1);
        puppet.subscriber.onNext(2);
        puppet.subscriber.onError(why);
        List<Integer> received = new ArrayList<>();
        CompletionException thrown = assertThrows(CompletionException.class, () -> inflow.forEach(received::add));
        assertEquals(List.of(1, 2), received);
        assertSame(why, thrown.getCause());
        assertSame(why, inflow.failure().get());
        inflow.done().recv();
        assertEquals(0, puppet.cancels.len());
    }

    /** Whatever it is, even if it is no exception. */
    @Test
    void errorThatIsNoException_isTheFailureItself() {
        for (Throwable why : List.of(new AssertionError("bug"), new Throwable("neither"))) {
            Inflow<Integer> inflow = Flows.subscribe(puppet, 1);
            puppet.subscriber.onError(why);
            CompletionException thrown = assertThrows(CompletionException.class, () -> inflow.forEach(value -> {}));
            assertSame(why, thrown.getCause());
            assertSame(why, inflow.failure().get());
            inflow.done().recv();
        }
    }

    /** From a publisher that does not keep to the rules; the reader has had its end. */
    @Test
    void valueAfterTheEnd_changesNothing() {
        Inflow<Integer> inflow = Flows.subscribe(puppet, 1);
        puppet.requests.recv();
        puppet.subscriber.onNext(1);
        puppet.subscriber.onComplete();
        puppet.subscriber.onNext(2);
        assertEquals(List.of(1), inflow.stream().toList());
        inflow.done().recv();
        assertTrue(inflow.failure().isEmpty());
    }

    /** Likewise: the end that came first counts. */
    @Test
    void errorAfterTheEnd_changesNothing() {
        Inflow<Integer> inflow = Flows.subscribe(puppet, 1);
        puppet.requests.recv();
        puppet.subscriber.onNext(1);
        puppet.subscriber.onComplete();
        puppet.subscriber.onError(new Exception("after the end"));
        assertEquals(List.of(1), inflow.stream().toList());
        inflow.done().recv();
        assertTrue(inflow.failure().isEmpty());

        Exception why = new Exception("first");
        Puppet other = new Puppet();
        Inflow<Integer> failing = Flows.subscribe(other, 1);
        other.requests.recv();
        other.subscriber.onNext(1);
        other.subscriber.onError(why);
        other.subscriber.onError(new Exception("second"));
        failing.channel().forEach(value -> {});
        assertSame(why, failing.failure().get());
    }

    @Test
    void readerThatCloses_cancels() {
        Inflow<Integer> inflow = Flows.subscribe(puppet, 1);
        puppet.requests.recv();
        inflow.close();
        assertTrue(puppet.cancels.recv().get());
        assertTrue(inflow.channel().recv().isEmpty());
        assertTrue(inflow.failure().isEmpty());
        inflow.close();
        inflow.done().recv();
        assertEquals(0, puppet.cancels.len());
    }

    @Test
    void readerThatClosesWithAValueOnTheWay_cancels() {
        Inflow<Integer> inflow = Flows.subscribe(puppet, 1);
        puppet.requests.recv();
        puppet.subscriber.onNext(1);
        inflow.close();
        assertTrue(puppet.cancels.recv().get());
        puppet.subscriber.onNext(2);
        puppet.subscriber.onComplete();
    }

    @Test
    void contextThatEnds_cancelsAndIsTheFailure() {
        try (CancelCauseContext context = Context.withCancelCause(Context.background())) {
            Inflow<Integer> inflow = Flows.subscribe(context, puppet, 1);
            puppet.requests.recv();
            Exception why = new Exception("enough");
            context.cancel(why);
            assertTrue(inflow.channel().recv().isEmpty());
            Throwable failure = inflow.failure().get();
            assertInstanceOf(Canceled.class, failure);
            assertSame(why, failure.getCause());
            assertTrue(puppet.cancels.recv().get());
        }
    }

    @Test
    void contextThatIsOver_cancelsAtOnce() {
        try (CancelCauseContext context = Context.withCancelCause(Context.background())) {
            context.cancel();
            Inflow<Integer> inflow = Flows.subscribe(context, puppet, 1);
            assertTrue(inflow.channel().recv().isEmpty());
            assertTrue(inflow.failure().isDefined());
            assertTrue(puppet.cancels.recv().get());
        }
    }

    @Test
    void publisherThatSendsMoreThanAsked_isCancelled() {
        Inflow<Integer> inflow = Flows.subscribe(puppet, 2);
        puppet.requests.recv();
        for (int i = 0; i < 10; i++) { // room for two, and one in the goroutine's hand
            puppet.subscriber.onNext(i);
        }
        inflow.channel().forEach(value -> {});
        assertTrue(puppet.cancels.recv().get());
        assertInstanceOf(IllegalStateException.class, inflow.failure().get());
    }

    /** Although there is room for it. */
    @Test
    void publisherThatSendsOneMoreThanAsked_isCancelled() throws Exception {
        Inflow<Integer> inflow = Flows.subscribe(puppet, 4);
        assertEquals(4, puppet.requests.recv().get());
        for (int i = 0; i < 4; i++) {
            puppet.subscriber.onNext(i);
        }
        assertEquals(0, inflow.channel().recv().get());
        assertEquals(0, puppet.requests.len());
        puppet.subscriber.onNext(4);
        for (int i = 1; i < 4; i++) {
            assertEquals(i, inflow.channel().recv().get());
        }
        assertTrue(inflow.channel().tryRecv(Duration.ofSeconds(60)).isClosed());
        assertTrue(puppet.cancels.recv().get());
        assertInstanceOf(IllegalStateException.class, inflow.failure().get());
    }

    @Test
    void publisherThatSendsWithoutASubscription_isAFailure() {
        Intake<Integer> intake = new Intake<>(Context.background(), 2);
        intake.onNext(1);
        assertTrue(intake.inflow().channel().recv().isEmpty());
        assertInstanceOf(IllegalStateException.class, intake.inflow().failure().get());
        intake.onSubscribe(puppet);
        assertTrue(puppet.cancels.recv().get());
    }

    @Test
    void subscriptionThatFailsToCancel_isNotWhatTheReaderLearns() {
        assertInstanceOf(
                IllegalStateException.class, // more than asked for
                failureOfWhoIsCancelled(() -> {
                    throw new IllegalArgumentException("planted");
                }));
    }

    /** The exit takes precedence over everything. */
    @Test
    void subscriptionThatExitsAsItIsCancelled_isCutOff() {
        assertInstanceOf(CancellationException.class, failureOfWhoIsCancelled(Go::goexit));
    }

    /** It is cancelled as it sends more than it is asked for. */
    private static Throwable failureOfWhoIsCancelled(Runnable cancel) {
        Flow.Publisher<Integer> publisher = subscriber -> {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {
                    subscriber.onNext(1);
                    subscriber.onNext(2);
                    subscriber.onNext(3);
                }

                @Override
                public void cancel() {
                    cancel.run();
                }
            });
        };
        Inflow<Integer> inflow = Flows.subscribe(publisher, 1);
        inflow.channel().forEach(value -> {});
        inflow.done().recv();
        return inflow.failure().get();
    }

    @Test
    void publisherThatThrows_leavesNothing() {
        RuntimeException why = new RuntimeException("no");
        assertSame(
                why,
                assertThrows(
                        RuntimeException.class,
                        () -> Flows.subscribe(
                                subscriber -> {
                                    throw why;
                                },
                                1)));
    }

    @Test
    void publisherThatFailsWithoutASubscription_isBelieved() {
        Exception why = new Exception("no");
        Inflow<Integer> inflow = Flows.subscribe(subscriber -> subscriber.onError(why), 1);
        assertTrue(inflow.channel().recv().isEmpty());
        assertSame(why, inflow.failure().get());
    }

    @Test
    void subscriptionAfterTheEnd_isCancelled() {
        Intake<Integer> intake = new Intake<>(Context.background(), 1);
        intake.inflow().close();
        intake.inflow().done().recv();
        intake.onSubscribe(puppet);
        assertTrue(puppet.cancels.recv().get());
    }

    /** Its goroutine is queued behind one that closes the runtime. */
    @Test
    void goroutineThatNeverBegins_leavesNoSubscription() {
        Chan<Inflow<Integer>> inflows = chan(1);
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS)) {
            runtime.go(() -> {
                inflows.send(Flows.subscribe(puppet, 3));
                runtime.close();
            });
            Inflow<Integer> inflow = inflows.recv().get();
            assertTrue(puppet.cancels.recv().get());
            assertInstanceOf(
                    CancellationException.class,
                    assertThrows(CompletionException.class, () -> inflow.forEach(n -> {}))
                            .getCause());
        }
    }

    @Test
    void subscriptionAfterThat_isCancelled() {
        Chan<Intake<Integer>> intakes = chan(1);
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS)) {
            runtime.go(() -> {
                intakes.send(new Intake<>(Context.background(), 3));
                runtime.close();
            });
            Intake<Integer> intake = intakes.recv().get();
            intake.inflow().done().recv();
            puppet.subscribe(intake);
            assertTrue(puppet.cancels.recv().get());
        }
    }
}
