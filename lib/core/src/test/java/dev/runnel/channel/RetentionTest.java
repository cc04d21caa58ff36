package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.select.Select;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a program cannot reach is kept alive: C19, C23, C27, S23, S25, T9; fixedbugs/issue15281. */
class RetentionTest {

    private static final Duration MOMENT = Duration.ofMillis(2);

    /** Sends a value that is unreachable from anywhere else. */
    private static WeakReference<Object> sendTo(SendChan<Object> c) {
        Object value = new Object();
        c.send(value);
        return new WeakReference<>(value);
    }

    @Test
    void value_receivedFromBuffer_isLetGo() {
        Chan<Object> c = chan(3);
        WeakReference<Object> first = sendTo(c);
        WeakReference<Object> second = sendTo(c);
        c.recv();
        c.tryRecv();
        assertTrue(Await.isCollected(first));
        assertTrue(Await.isCollected(second));
        Reference.reachabilityFence(c);
    }

    /** The handler that was told of it has had it. */
    @Test
    void value_thatIsDropped_isLetGo() {
        for (Buffering how : List.of(Buffering.sliding(1), Buffering.dropping(1))) {
            AtomicInteger told = new AtomicInteger();
            Chan<Object> c = chan(how, value -> told.incrementAndGet());
            WeakReference<Object> first = sendTo(c);
            WeakReference<Object> second = sendTo(c);
            assertEquals(1, told.get());
            boolean slides = how.equals(Buffering.sliding(1));
            assertTrue(Await.isCollected(slides ? first : second), how.toString());
            Reference.reachabilityFence(c);
        }
    }

    @Test
    void value_inBuffer_isKept() {
        Chan<Object> c = chan(1);
        WeakReference<Object> value = sendTo(c);
        c.close();
        System.gc();
        assertEquals(value.get(), c.recv().get());
    }

    /** A select that is kept asks its sources in order, and the second one fails. */
    @Test
    void value_ofASourceBeforeOneThatFails_isLetGo() {
        AtomicReference<Object> offered = new AtomicReference<>(new Object());
        WeakReference<Object> value = new WeakReference<>(offered.get());
        Select kept = Go.select()
                .sendFrom(chan(), () -> offered.getAndSet(null), () -> {})
                .sendFrom(
                        chan(),
                        () -> {
                            throw new IllegalStateException("no value");
                        },
                        () -> {});
        assertThrows(IllegalStateException.class, kept::run);
        assertTrue(Await.isCollected(value));
        Reference.reachabilityFence(kept);
    }

    @Test
    void value_takenByIterator_isLetGo() {
        Chan<Object> c = chan(3);
        WeakReference<Object> first = sendTo(c);
        Iterator<Object> range = c.iterator();
        range.next();
        assertTrue(Await.isCollected(first));
        Reference.reachabilityFence(range);
    }

    /** Both parties go on to wait for something else, so that their records are in use or kept. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void value_handedOver_isLetGo(int capacity) {
        Runtimes.run(2, () -> {
            Chan<Object> c = chan(capacity);
            Chan<Integer> never = chan();
            AtomicReference<WeakReference<Object>> sent = new AtomicReference<>();
            Go.go(() -> {
                c.recv();
                never.recv();
            });
            awaitReceivers(c, 1);
            Go.go(() -> {
                sent.set(sendTo(c));
                never.recv();
            });
            awaitReceivers(never, 2);
            assertTrue(Await.isCollected(sent.get()));
        });
    }

    @Test
    void value_ofParkedSender_isLetGoAfterPromotion() {
        Runtimes.run(2, () -> {
            Chan<Object> c = chan(1);
            Chan<Integer> never = chan();
            AtomicReference<WeakReference<Object>> sent = new AtomicReference<>();
            c.send(1);
            Go.go(() -> {
                sent.set(sendTo(c));
                never.recv();
            });
            awaitSenders(c, 1);
            c.recv();
            c.recv();
            awaitReceivers(never, 1);
            assertTrue(Await.isCollected(sent.get()));
        });
    }

    /** C24: the value of a sender that fails is lost for ever. */
    @Test
    void value_ofSenderThatFails_isLetGo() {
        Runtimes.run(2, () -> {
            Chan<Object> c = chan();
            Chan<Integer> never = chan();
            AtomicReference<WeakReference<Object>> value = new AtomicReference<>();
            Go.go(() -> {
                offerInVain(c, value);
                never.recv();
            });
            awaitSenders(c, 1);
            c.close();
            awaitReceivers(never, 1);
            assertTrue(Await.isCollected(value.get()));
            Reference.reachabilityFence(c);
        });
    }

    private static void offerInVain(Chan<Object> c, AtomicReference<WeakReference<Object>> kept) {
        Object value = new Object();
        kept.set(new WeakReference<>(value));
        assertThrows(ChannelException.SendOnClosed.class, () -> c.send(value));
    }

    @Test
    void value_ofTimedSendInVain_isLetGo() {
        Runtimes.run(2, () -> {
            Chan<Object> c = chan();
            WeakReference<Object> value = timedInVain(c);
            assertTrue(Await.isCollected(value));
            Reference.reachabilityFence(c);
        });
    }

    private static WeakReference<Object> timedInVain(Chan<Object> c) throws InterruptedException {
        Object value = new Object();
        assertTrue(!c.trySend(value, MOMENT));
        return new WeakReference<>(value);
    }

    // ---------------------------------------------------------------- selects that are kept

    @Test
    void keptSelect_receivedValue_isLetGo() {
        Chan<Object> c = chan(1);
        Select kept = Go.select().recv(c, v -> {}).recv(Go.chan(), () -> {});
        WeakReference<Object> value = sendTo(c);
        kept.run();
        assertTrue(Await.isCollected(value));
        Reference.reachabilityFence(kept);
    }

    @Test
    void keptSelect_receivedValueAfterWaiting_isLetGo() {
        Runtimes.run(2, () -> {
            Chan<Object> c = chan();
            Select kept = Go.select().recv(c, v -> {}).recv(Go.chan(), () -> {});
            Chan<Integer> never = chan();
            AtomicReference<WeakReference<Object>> value = new AtomicReference<>();
            Go.go(() -> {
                awaitReceivers(c, 1);
                value.set(sendTo(c));
                never.recv();
            });
            kept.run();
            awaitReceivers(never, 1);
            assertTrue(Await.isCollected(value.get()));
            Reference.reachabilityFence(kept);
        });
    }

    /** The values of a source belong to one entry, however it ends. */
    @ParameterizedTest
    @ValueSource(strings = {"sent", "otherwise", "timeout", "closed", "closed while waiting", "other", "interrupt"})
    void keptSelect_suppliedValue_isLetGo(String end) {
        Runtimes.run(2, () -> {
            Chan<Object> c = chan(end.equals("sent") ? 1 : 0);
            Chan<Integer> other = chan(1);
            AtomicReference<WeakReference<Object>> value = new AtomicReference<>();
            Select kept = Go.select()
                    .sendFrom(
                            c,
                            () -> {
                                Object fresh = new Object();
                                value.set(new WeakReference<>(fresh));
                                return fresh;
                            },
                            () -> {})
                    .recv(other, () -> {});
            Thread main = Thread.currentThread();
            switch (end) {
                case "otherwise" -> kept.otherwise(() -> {});
                case "timeout" -> kept.after(MOMENT, () -> {});
                case "closed" -> c.close();
                case "closed while waiting" ->
                    Go.go(() -> {
                        awaitSenders(c, 1);
                        c.close();
                    });
                case "other" ->
                    Go.go(() -> {
                        awaitSenders(c, 1);
                        other.send(1);
                    });
                case "interrupt" ->
                    Go.go(() -> {
                        awaitSenders(c, 1);
                        main.interrupt();
                    });
                default -> {}
            }
            if (end.startsWith("closed")) {
                assertThrows(ChannelException.SendOnClosed.class, kept::run);
            } else if (end.equals("interrupt")) {
                assertThrows(InterruptedException.class, kept::runInterruptibly);
            } else {
                kept.run();
            }
            if (end.equals("sent")) {
                c.recv();
            }
            assertTrue(Await.isCollected(value.get()));
            Reference.reachabilityFence(kept);
            Reference.reachabilityFence(c);
        });
    }

    // ---------------------------------------------------------------- channels

    /** C27: an open channel to which nothing refers is garbage. */
    @Test
    void channel_unreferencedThoughOpen_isCollected() {
        WeakReference<Object> channel = new WeakReference<>(usedChannel());
        assertTrue(Await.isCollected(channel));
    }

    private static Object usedChannel() {
        Chan<Object> c = chan(2);
        c.send(1);
        Go.select().recv(c, () -> {}).recv(Go.chan(), () -> {}).run();
        c.trySend(2);
        return c;
    }

    /** T9. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void timerChannel_unreferenced_isCollected(boolean onGoroutine) {
        if (onGoroutine) {
            Runtimes.run(2, RetentionTest::checkTimerChannels);
        } else {
            checkTimerChannels();
        }
    }

    private static void checkTimerChannels() {
        assertTrue(Await.isCollected(new WeakReference<>(Go.after(Duration.ofDays(1)))));
        assertTrue(Await.isCollected(new WeakReference<>(Go.tick(Duration.ofDays(1)))));
        assertTrue(Await.isCollected(new WeakReference<>(Go.tick(Duration.ofMillis(1)))));
        assertTrue(Await.isCollected(waitedFor(Go.after(Duration.ofDays(1)))));
        assertTrue(Await.isCollected(waitedFor(Go.tick(Duration.ofDays(1)))));
        assertTrue(Await.isCollected(new WeakReference<>(new Timer(Duration.ofDays(1)))));
        assertTrue(Await.isCollected(new WeakReference<>(new Ticker(Duration.ofMillis(1)).c())));
        assertTrue(Await.isCollected(waitedFor(new Timer(Duration.ofDays(1)).c())));
        assertTrue(Await.isCollected(stoppedAndSet()));
        assertTrue(Await.isCollected(stopped(Go.afterFunc(Duration.ofDays(1), () -> {}))));
    }

    private static WeakReference<Object> stoppedAndSet() {
        Timer timer = new Timer(Duration.ofDays(1));
        Go.select().recv(timer.c(), () -> {}).after(MOMENT, () -> {}).run();
        timer.stop();
        timer.reset(Duration.ofDays(1));
        return new WeakReference<>(timer.c());
    }

    private static WeakReference<Object> stopped(Timer timer) {
        timer.reset(Duration.ofDays(2));
        timer.stop();
        return new WeakReference<>(timer);
    }

    /** Someone has waited on it, in vain. */
    private static WeakReference<Object> waitedFor(RecvChan<Instant> timer) {
        Go.select().recv(timer, () -> {}).after(MOMENT, () -> {}).run();
        return new WeakReference<>(timer);
    }
}
