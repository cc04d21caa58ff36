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
import dev.runnel.channel.ChannelException;
import dev.runnel.interop.Probe.Complete;
import dev.runnel.interop.Probe.Failed;
import dev.runnel.interop.Probe.Next;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.NoLeaks;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Publishers of channels and of programs. The rules of Reactive Streams are tested by their own kit. */
@NoLeaks
class FlowsTest {

    @Test
    void channel_givesEachValueToOneSubscriber() {
        Chan<Integer> values = chan();
        Flow.Publisher<Integer> publisher = Flows.publisher(values);
        Inflow<Integer> a = Flows.subscribe(publisher, 3);
        Inflow<Integer> b = Flows.subscribe(publisher, 3);
        Chan<Integer> all = chan(100);
        go(() -> a.channel().forEach(all::send));
        go(() -> b.channel().forEach(all::send));
        IntStream.range(0, 100).forEach(values::send);
        values.close();
        a.done().recv();
        b.done().recv();
        Set<Integer> received = new TreeSet<>();
        for (int i = 0; i < 100; i++) {
            received.add(all.recv().get());
        }
        assertEquals(100, received.size());
    }

    @Test
    void channel_keepsWhatWasNotAskedFor() {
        Chan<Integer> values = chan(5);
        IntStream.range(0, 5).forEach(values::send);
        values.close();
        Probe<Integer> probe = new Probe<>(2);
        Flows.publisher(values).subscribe(probe);
        assertEquals(new Next(0), probe.signal());
        assertEquals(new Next(1), probe.signal());
        probe.cancel();
        assertEquals(List.of(2, 3, 4), values.stream().toList());
    }

    @Test
    void channel_completesWhenAskedAfterTheClose() {
        Chan<Integer> values = chan();
        values.close();
        Probe<Integer> probe = new Probe<>(0);
        Flows.publisher(values).subscribe(probe);
        probe.request(1);
        assertEquals(new Complete(), probe.signal());
    }

    @Test
    void channelClosedWithACause_failsWithItAfterItsValues() {
        Chan<Integer> values = chan(1);
        Exception why = new Exception("upstream");
        values.send(1);
        values.close(why);
        Probe<Integer> probe = new Probe<>(10);
        Flows.publisher(values).subscribe(probe);
        assertEquals(new Next(1), probe.signal());
        assertEquals(new Failed(why), probe.signal());
    }

    @Test
    void channelClosedWithACause_failsWhoWaits() {
        Chan<Integer> values = chan();
        Exception why = new Exception("upstream");
        Go.run(() -> {
            Inflow<Integer> inflow = Flows.subscribe(Flows.publisher(values), 1);
            values.close(why);
            inflow.done().recv();
            assertTrue(inflow.channel().recv().isEmpty());
            assertSame(why, inflow.failure().get());
        });
    }

    @Test
    void demandThatIsNotPositive_endsAWaitForAValue() {
        Probe<Integer> probe = new Probe<>(1);
        Flows.publisher(Go.<Integer>chan()).subscribe(probe);
        probe.request(-1);
        Failed failed = assertInstanceOf(Failed.class, probe.signal());
        assertInstanceOf(IllegalArgumentException.class, failed.why());
    }

    /** What the feed has asked to be done at its end fails as the misuse ends it. */
    @Test
    void feedThatCannotBeClosed_theSubscriberIsToldAllTheSame() {
        IllegalStateException planted = new IllegalStateException("planted");
        Probe<Integer> probe = new Probe<>(0);
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(() -> {
                    Chan<Boolean> begun = chan();
                    Flows.publisher((Feed<Integer>) (out, context) -> {
                                context.onDone(() -> {
                                    throw planted;
                                });
                                begun.close();
                                Go.nilChan().recv();
                            })
                            .subscribe(probe);
                    begun.recv();
                    probe.request(-1);
                    Go.nilChan().recv();
                }));
        assertSame(planted, failed.getCause());
        assertEquals(1, probe.signals.len());
        Failed told = assertInstanceOf(Failed.class, probe.signal());
        assertInstanceOf(IllegalArgumentException.class, told.why());
    }

    @Test
    void feed_runsAnewForEachSubscriber() {
        Flow.Publisher<Long> publisher = Flows.publisher(Tck.counting(50));
        for (int i = 0; i < 3; i++) {
            Inflow<Long> inflow = Flows.subscribe(publisher, 7);
            assertEquals(50, inflow.stream().mapToLong(n -> n).distinct().count());
            inflow.done().recv();
        }
    }

    @Test
    void feed_completesAndFailsWithoutDemand() {
        Probe<Integer> empty = new Probe<>(0);
        Flows.<Integer>publisher((out, context) -> {}).subscribe(empty);
        assertEquals(new Complete(), empty.signal());

        Exception why = new Exception("no");
        Probe<Integer> failing = new Probe<>(0);
        Flows.<Integer>publisher((out, context) -> {
                    throw why;
                })
                .subscribe(failing);
        assertEquals(new Failed(why), failing.signal());
    }

    @Test
    void feed_failsAfterItsValues() {
        Exception why = new Exception("half");
        Probe<Integer> probe = new Probe<>(10);
        Flows.<Integer>publisher((out, context) -> {
                    out.send(1);
                    throw why;
                })
                .subscribe(probe);
        assertEquals(new Next(1), probe.signal());
        assertEquals(new Failed(why), probe.signal());
    }

    @Test
    void feedThatClosesItsChannelWithACause_failsWithIt() {
        Exception why = new Exception("half");
        Probe<Integer> probe = new Probe<>(10);
        Flows.<Integer>publisher((out, context) -> {
                    out.send(1);
                    out.close(why);
                })
                .subscribe(probe);
        assertEquals(new Next(1), probe.signal());
        assertEquals(new Failed(why), probe.signal());
    }

    /** Although it is waited for, as it might still throw. */
    @Test
    void feedThatHasClosedItsChannelAndGoesOn_isEndedByACancel() {
        Bubble.run(() -> {
            Chan<Boolean> ended = chan(1);
            Probe<Integer> probe = new Probe<>(1);
            Flows.<Integer>publisher((out, context) -> {
                        out.close();
                        context.done().recv();
                        ended.send(true);
                    })
                    .subscribe(probe);
            Bubble.await();
            probe.cancel();
            assertTrue(ended.recv().get());
            Bubble.await();
            assertEquals(0, probe.signals.len());
        });
    }

    @Test
    void feedThatSendsWithoutItsContext_isEndedByACancel() {
        Chan<Throwable> ends = chan(1);
        Probe<Integer> probe = new Probe<>(1);
        Flows.<Integer>publisher((out, context) -> {
                    try {
                        while (true) {
                            out.send(1);
                        }
                    } catch (RuntimeException e) {
                        ends.send(e);
                        throw e;
                    }
                })
                .subscribe(probe);
        probe.signal();
        probe.cancel();
        assertInstanceOf(ChannelException.SendOnClosed.class, ends.recv().get());
    }

    @Test
    void subscriberOfAClosedRuntime_getsAnError() {
        Probe<Integer> waits = new Probe<>(1);
        Probe<Integer> late = new Probe<>(1);
        Flow.Publisher<?>[] publisher = new Flow.Publisher<?>[1];
        Go.run(() -> {
            Flow.Publisher<Integer> mine = Flows.publisher(Go.<Integer>chan());
            mine.subscribe(waits);
            publisher[0] = mine;
        });
        assertInstanceOf(
                CancellationException.class,
                assertInstanceOf(Failed.class, waits.signal()).why());
        @SuppressWarnings("unchecked")
        Flow.Publisher<Integer> closed = (Flow.Publisher<Integer>) publisher[0];
        closed.subscribe(late);
        assertInstanceOf(
                RuntimeClosedException.class,
                assertInstanceOf(Failed.class, late.signal()).why());
    }

    @Test
    void subscriptionInARuntimeThatCloses_getsAnError() {
        Probe<Integer> before = new Probe<>(1);
        Probe<Integer> after = new Probe<>(1);
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS)) {
            runtime.go(() -> {
                Flow.Publisher<Integer> publisher = Flows.publisher(Go.<Integer>chan());
                publisher.subscribe(before); // its goroutine has hardly begun when the closing begins
                runtime.close();
                publisher.subscribe(after);
            });
            assertInstanceOf(Failed.class, before.signal());
            assertInstanceOf(Failed.class, after.signal());
        }
    }

    @Test
    void subscriberThatThrows_isAGoroutineThatFails() {
        RuntimeException why = new RuntimeException("no");
        AtomicBoolean ended = new AtomicBoolean();
        GoroutineFailedException failure = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(() -> {
                    Flow.Publisher<Integer> publisher = Flows.publisher((out, context) -> {
                        try {
                            out.send(1, context);
                            out.send(2, context);
                        } finally {
                            ended.set(true);
                        }
                    });
                    publisher.subscribe(new Probe<>(10) {
                        @Override
                        public void onNext(Integer value) {
                            throw why;
                        }
                    });
                    Go.nilChan().recv();
                }));
        assertSame(why, failure.getCause());
        assertTrue(ended.get());
    }

    @Test
    void subscriberThatThrowsAtOnce_startsNothing() {
        RuntimeException why = new RuntimeException("no");
        Flow.Publisher<Integer> publisher = Flows.publisher(Go.<Integer>chan());
        assertSame(
                why,
                assertThrows(
                        RuntimeException.class,
                        () -> publisher.subscribe(new Probe<>(1) {
                            @Override
                            public void onSubscribe(Flow.Subscription fresh) {
                                throw why;
                            }
                        })));
    }

    @Test
    void subscriberThatCancelsAtOnce_startsNothing() {
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.run(() -> Flows.publisher((Feed<Integer>) (out, context) -> {})
                    .subscribe(new Probe<>(0) {
                        @Override
                        public void onSubscribe(Flow.Subscription fresh) {
                            fresh.cancel();
                        }
                    }));
            assertEquals(1, runtime.stats().created(), "main");
        }
    }

    @Test
    void nullAndNoRoom_areRefused() {
        assertThrows(NullPointerException.class, () -> Flows.publisher((Chan<Integer>) null));
        assertThrows(NullPointerException.class, () -> Flows.publisher((Feed<Integer>) null));
        assertThrows(
                NullPointerException.class,
                () -> Flows.publisher(Go.<Integer>chan()).subscribe(null));
        Flow.Publisher<Integer> publisher = Flows.publisher(Go.<Integer>chan());
        for (int capacity : new int[] {0, Integer.MAX_VALUE}) {
            assertEquals(
                    "capacity: " + capacity + " is not allowed; allowed: 1 to 2147483639",
                    assertThrows(IllegalArgumentException.class, () -> Flows.subscribe(publisher, capacity))
                            .getMessage());
        }
    }

    /** The runtime closes while the feed is told that it is over: the subscriber has been told, exactly once. */
    @Test
    void feedWhoseActionClosesTheRuntime_theSubscriberIsToldOnce() {
        Exception why = new Exception("half");
        Probe<Integer> probe = new Probe<>(10);
        Chan<Boolean> told = chan(1);
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.go(() -> Flows.<Integer>publisher((out, context) -> {
                        context.onDone(() -> {
                            runtime.close();
                            told.send(true); // unwinds the one that tells
                        });
                        out.send(1);
                        out.close(why);
                        Go.nilChan().recv();
                    })
                    .subscribe(probe));
            assertEquals(new Next(1), probe.signal());
            assertEquals(new Failed(why), probe.signal());
        }
        assertEquals(0, probe.signals.len());
        assertEquals(0, told.len());
    }

    /** As where there is no memory for the goroutine of a program. */
    @Test
    void sourceThatCannotBeOpened_isAnError() {
        AssertionError planted = new AssertionError("planted");
        Probe<Integer> probe = new Probe<>(1);
        GoroutineFailedException failure = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(() -> {
                    new Emission<Integer>().begin(Starter.ofCaller(), probe, () -> {
                        throw planted;
                    });
                    Go.nilChan().recv();
                }));
        assertSame(planted, failure.getCause());
        assertEquals(1, probe.signals.len());
        assertEquals(new Failed(planted), probe.signal());
    }

    /** What unwinds a goroutine is wrapped in another exception on its way. */
    @Test
    void subscriberThatIsUnwoundByReflection_getsAnError() {
        Chan<Integer> values = chan(1);
        values.send(1);
        Probe<Integer> probe = new Probe<>(1) {
            @Override
            public void onNext(Integer value) {
                try {
                    Go.class.getMethod("goexit").invoke(null);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        Flows.publisher(values).subscribe(probe);
        assertInstanceOf(
                CancellationException.class,
                assertInstanceOf(Failed.class, probe.signal()).why());
    }
}
