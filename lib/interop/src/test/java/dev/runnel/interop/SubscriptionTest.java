package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.interop.Probe.Complete;
import dev.runnel.interop.Probe.Failed;
import dev.runnel.interop.Probe.Next;
import dev.runnel.scheduler.Body;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What a subscriber does with its subscription as it gets it, and what it is told after giving the subscription up:
 * nothing.
 */
@NoLeaks
class SubscriptionTest {

    /** A subscriber that does this at once. */
    private static Probe<Integer> atOnce(Consumer<Flow.Subscription> use) {
        return new Probe<>(0) {
            @Override
            public void onSubscribe(Flow.Subscription fresh) {
                super.onSubscribe(fresh);
                use.accept(fresh);
            }
        };
    }

    @Test
    void demandThatIsNotPositive_atOnce_isAnError() {
        Probe<Integer> probe = atOnce(fresh -> fresh.request(-1));
        Flows.publisher(Go.<Integer>chan()).subscribe(probe);
        Throwable why = assertInstanceOf(Failed.class, probe.signal()).why();
        assertEquals(
                "request(-1): the demand must be positive (Reactive Streams 3.9)",
                assertInstanceOf(IllegalArgumentException.class, why).getMessage());
    }

    /** Its sum is more than a number holds, and would wrap to nothing. */
    @Test
    void demandBeyondAllNumbers_isNoLimit() {
        Chan<Integer> values = chan(5);
        IntStream.range(0, 5).forEach(values::send);
        values.close();
        Probe<Integer> probe = atOnce(fresh -> {
            fresh.request(Long.MAX_VALUE);
            fresh.request(Long.MAX_VALUE);
            fresh.request(2);
        });
        Flows.publisher(values).subscribe(probe);
        for (int i = 0; i < 5; i++) {
            assertEquals(new Next(i), probe.signal());
        }
        assertEquals(new Complete(), probe.signal());
    }

    /** The goroutine that waits for the demand belongs to another runtime, and is to be told. */
    @Test
    void demandOfAGoroutineThatIsUnwoundByThat_counts() {
        Chan<Integer> values = chan(1);
        Probe<Integer> probe = new Probe<>(0);
        Flows.publisher(values).subscribe(probe);
        while (!Go.dump().contains("[select")) {
            Thread.onSpinWait(); // until it waits
        }
        values.send(1);
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.go(() -> {
                runtime.close();
                probe.request(1);
            });
            assertEquals(new Next(1), probe.signal());
        }
        probe.cancel();
    }

    @Test
    void demandAfterTheCancel_isNoMisuse() {
        List<Body> held = new ArrayList<>();
        Probe<Integer> probe = atOnce(fresh -> {
            fresh.cancel();
            fresh.request(-1);
        });
        new Emission<Integer>().begin(held::add, probe, SubscriptionTest::none);
        assertEquals(List.of(), held);
    }

    private static Emission.Source<Integer> none() {
        throw new AssertionError("nothing is to be opened");
    }

    @Test
    void subscriberThatThrowsAtOnce_isToldNothing() {
        RuntimeException why = new RuntimeException("no");
        Probe<Integer> probe = atOnce(fresh -> {
            throw why;
        });
        Flow.Publisher<Integer> publisher = Flows.publisher(Go.<Integer>chan());
        assertSame(why, assertThrows(RuntimeException.class, () -> publisher.subscribe(probe)));
        assertEquals(0, probe.signals.len());
    }

    /** As where there is no memory for its goroutine. */
    @Test
    void subscriptionThatCannotBegin_isAnError() {
        AssertionError planted = new AssertionError("planted");
        Probe<Integer> probe = new Probe<>(1);
        Starter fails = body -> {
            throw planted;
        };
        assertSame(
                planted,
                assertThrows(
                        AssertionError.class,
                        () -> new Emission<Integer>().begin(fails, probe, SubscriptionTest::none)));
        assertEquals(1, probe.signals.len());
        assertEquals(new Failed(planted), probe.signal());
    }

    @Test
    void subscriptionWhoseStartUnwindsItsCaller_isToldSo() {
        Probe<Integer> probe = new Probe<>(1);
        Go.go(() -> new Emission<Integer>().begin(body -> Go.goexit(), probe, SubscriptionTest::none))
                .join();
        assertEquals(1, probe.signals.len());
        assertInstanceOf(
                CancellationException.class,
                assertInstanceOf(Failed.class, probe.signal()).why());
    }

    /** It is told exactly once. */
    @Test
    void subscriptionWhoseGoroutineIsUnwoundBeforeItHasASource_isToldSo() {
        Probe<Integer> probe = new Probe<>(1);
        List<GoHandle> begun = new ArrayList<>();
        new Emission<Integer>().begin(body -> begun.add(Go.go(body)), probe, () -> {
            Go.goexit();
            return none();
        });
        begun.get(0).join();
        assertEquals(1, probe.signals.len());
        assertInstanceOf(
                CancellationException.class,
                assertInstanceOf(Failed.class, probe.signal()).why());
    }

    @Test
    void subscriptionThatNeverBegins_isToldUnlessItWasCancelled() {
        for (boolean cancels : new boolean[] {false, true}) {
            List<Body> held = new ArrayList<>();
            Probe<Integer> probe = new Probe<>(1);
            new Emission<Integer>().begin(held::add, probe, SubscriptionTest::none);
            if (cancels) {
                probe.cancel();
            }
            ((Told) held.get(0)).neverBegan();
            assertEquals(cancels ? 0 : 1, probe.signals.len());
        }
    }

    /** It has not cancelled, and waits to be told what it did wrong. */
    @Test
    void subscriptionThatNeverBegins_isTold_alsoAfterMisuse() {
        List<Body> held = new ArrayList<>();
        Probe<Integer> probe = atOnce(fresh -> fresh.request(0));
        new Emission<Integer>().begin(held::add, probe, SubscriptionTest::none);
        ((Told) held.get(0)).neverBegan();
        assertEquals(1, probe.signals.len());
        assertInstanceOf(Failed.class, probe.signal());
    }

    private static class Values implements Emission.Source<Integer> {

        private final RecvChan<Integer> channel;

        Values(RecvChan<Integer> channel) {
            this.channel = channel;
        }

        @Override
        public RecvChan<Integer> channel() {
            return channel;
        }

        @Override
        public RecvChan<Void> drained() {
            return Go.nilChan();
        }

        @Override
        public Option<Throwable> failure() {
            return Option.none();
        }

        @Override
        public void close() {}
    }

    /** As where there is no memory to receive. It is told exactly once. */
    @Test
    void subscriptionWhoseSourceFailsByAnError_isToldSo() {
        AssertionError planted = new AssertionError("planted");
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        Probe<Integer> probe = new Probe<>(1);
        List<GoHandle> begun = new ArrayList<>();
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.setFailureHandler((goroutine, thrown) -> failures.add(thrown));
            new Emission<Integer>().begin(body -> begun.add(runtime.go(body)), probe, () -> new Values(Go.chan()) {
                @Override
                public RecvChan<Integer> channel() {
                    throw planted;
                }
            });
            begun.get(0).join();
        }
        assertEquals(List.of(planted), failures);
        assertEquals(1, probe.signals.len());
        assertEquals(new Failed(planted), probe.signal());
    }

    /** What it throws is nothing that it need be told. */
    @Test
    void subscriberThatThrows_isToldNothingMore() {
        AssertionError planted = new AssertionError("planted");
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        Chan<Integer> values = chan(2);
        values.send(1);
        values.send(2);
        Probe<Integer> probe = new Probe<>(2) {
            @Override
            public void onNext(Integer value) {
                throw planted;
            }
        };
        List<GoHandle> begun = new ArrayList<>();
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.setFailureHandler((goroutine, thrown) -> failures.add(thrown));
            new Emission<Integer>().begin(body -> begun.add(runtime.go(body)), probe, () -> new Values(values));
            begun.get(0).join();
        }
        assertEquals(List.of(planted), failures);
        assertEquals(0, probe.signals.len());
        assertEquals(1, values.len());
    }

    @Test
    void subscriberThatInterruptsItsGoroutine_isToldOfThat() {
        Chan<Integer> values = chan(1);
        values.send(1);
        Probe<Integer> probe = new Probe<>(2) {
            @Override
            public void onNext(Integer value) {
                Thread.currentThread().interrupt();
            }
        };
        Flows.publisher(values).subscribe(probe);
        assertInstanceOf(
                InterruptedException.class,
                assertInstanceOf(Failed.class, probe.signal()).why());
    }

    /** A subscriber that wants no more need not be told that its goroutine was unwound. */
    @Test
    void subscriberThatCancelsAndExits_isToldNothing() throws Exception {
        Chan<Integer> values = chan(1);
        values.send(1);
        Probe<Integer> probe = new Probe<>(1) {
            @Override
            public void onNext(Integer value) {
                cancel();
                Go.goexit();
            }
        };
        List<GoHandle> begun = new ArrayList<>();
        new Emission<Integer>().begin(body -> begun.add(Go.go(body)), probe, () -> new Values(values));
        begun.get(0).join();
        assertEquals(0, probe.signals.len());
    }
}
