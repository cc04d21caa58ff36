package dev.runnel.context;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.Garbage;
import dev.runnel.select.Event;
import dev.runnel.select.Select;
import io.vavr.control.Option;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operations with a context: either they have happened, or they have not and say so. */
class CancelledWaitTest {

    private static final Duration LONG = Duration.ofDays(1);
    private static final int OPERATIONS = 20_000;

    /** Something that waits, on a channel or not. */
    private interface Op {
        void on(Chan<Integer> c, Cancellation by) throws Exception;
    }

    private static final List<Op> RECEIVES = List.of(
            (c, by) -> c.recv(by),
            (c, by) -> select().recv(c).run(by),
            (c, by) -> choose().recv(c, v -> 1).recv(nilChan(), () -> 2).get(by));
    private static final List<Op> SENDS = List.of(
            (c, by) -> c.send(1, by),
            (c, by) -> select().send(c, 1).run(by),
            (c, by) -> choose().send(c, 1, () -> 1).after(LONG, () -> 2).get(by));
    private static final List<Op> OTHERS = List.of(
            (c, by) -> Go.sleep(LONG, by),
            (c, by) -> Go.sleep(Duration.ofSeconds(Long.MAX_VALUE), by),
            (c, by) -> Go.<Integer>nilChan().recv(by),
            (c, by) -> Go.<Integer>nilChan().send(1, by),
            (c, by) -> Go.after(LONG).recv(by),
            (c, by) -> select().run(by),
            (c, by) -> select().recv(nilChan()).run(by),
            (c, by) -> select().after(LONG, () -> {}).run(by),
            (c, by) ->
                    select().on(Event.cancelled(Context.background()), () -> {}).run(by));

    private static List<Op> all() {
        List<Op> all = new ArrayList<>(RECEIVES);
        all.addAll(SENDS);
        all.addAll(OTHERS);
        return all;
    }

    private static int children(Context context) {
        return ((CancelCtx) context).children();
    }

    @ParameterizedTest
    @EnumSource
    void cancel_endsTheWait(Kind kind) {
        kind.run(crew -> {
            for (Op op : all()) {
                CancelContext context = Context.withCancel(Context.background());
                Chan<Integer> c = chan();
                Member waits = crew.go(() -> assertThrows(Canceled.class, () -> op.on(c, context)));
                Await.until(() -> children(context) == 1);
                assertNull(((CancelCtx) context).doneIfAsked(), "a channel is made for who asks for one");
                context.cancel();
                waits.join();
                assertEquals(0, receivers(c));
                assertEquals(0, senders(c));
                assertThrows(Canceled.class, () -> op.on(c, context));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void deadline_endsTheWait(Kind kind) {
        kind.run(crew -> {
            for (Op op : all()) {
                CancelContext context = Context.withTimeout(Context.background(), Duration.ofMillis(1));
                assertThrows(DeadlineExceeded.class, () -> op.on(chan(), context));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void interrupt_endsTheWait(Kind kind) {
        kind.run(crew -> {
            for (Op op : all()) {
                CancelContext context = Context.withCancel(Context.background());
                Member waits = crew.go(() -> {
                    assertThrows(InterruptedException.class, () -> op.on(chan(), context));
                    assertFalse(Thread.currentThread().isInterrupted());
                });
                Await.until(() -> children(context) == 1);
                waits.thread().interrupt();
                waits.join();
                assertEquals(0, children(context));
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, () -> op.on(chan(), context));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void peer_endsTheWait_andTheContextForgetsIt(Kind kind) {
        kind.run(crew -> {
            CancelContext context = Context.withCancel(Context.background());
            Chan<Integer> c = chan();
            Member receiver = crew.go(() -> assertEquals(Option.some(7), c.recv(context)));
            awaitReceivers(c, 1);
            c.send(7);
            receiver.join();
            Member sender = crew.go(() -> c.send(8, context));
            awaitSenders(c, 1);
            assertEquals(8, c.recv().get());
            sender.join();
            assertEquals(0, children(context));

            Member closed = crew.go(() -> assertEquals(Option.none(), c.recv(context)));
            awaitReceivers(c, 1);
            c.close();
            closed.join();
            assertThrows(ChannelException.SendOnClosed.class, () -> c.send(9, context));
            Chan<Integer> other = chan();
            Member fails =
                    crew.go(() -> assertThrows(ChannelException.SendOnClosed.class, () -> other.send(9, context)));
            awaitSenders(other, 1);
            other.close();
            fails.join();
            assertEquals(0, children(context));
        });
    }

    /** Operations that cannot wait or are ready ask the context first, too. */
    @Test
    void cancelledAlready_nothingHappens() throws Exception {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> c = chan(2);
        c.send(1, context);
        assertEquals(Option.some(1), c.recv(context));
        c.send(2, context);
        context.cancel();
        assertThrows(Canceled.class, () -> c.recv(context));
        assertThrows(Canceled.class, () -> c.send(3, context));
        assertThrows(Canceled.class, () -> Go.sleep(Duration.ZERO, context));
        assertFalse(c.until(context).iterator().hasNext());
        assertEquals(1, c.len());
        assertThrows(NullPointerException.class, () -> c.send(null, context));
    }

    @Test
    void sleep_lasts() throws Exception {
        CancelContext context = Context.withCancel(Context.background());
        Instant begin = Go.now();
        Go.sleep(Duration.ofMillis(3), context);
        assertFalse(Go.now().isBefore(begin.plusMillis(2)));
        Go.sleep(Duration.ofMillis(-3), context);
        Go.sleep(Duration.ofNanos(1), Context.background());
        assertEquals(0, children(context));
    }

    @ParameterizedTest
    @EnumSource
    void range_endsWithTheChannelOrTheContext(Kind kind) {
        kind.run(crew -> {
            CancelContext context = Context.withCancel(Context.background());
            Chan<Integer> c = chan();
            List<Integer> got = new ArrayList<>();
            Member ranges = crew.go(() -> {
                for (int value : c.until(context)) {
                    got.add(value);
                }
            });
            for (int i = 0; i < 5; i++) {
                c.send(i);
            }
            awaitReceivers(c, 1);
            context.cancel();
            ranges.join();
            assertEquals(List.of(0, 1, 2, 3, 4), got);

            Chan<Integer> closed = chan(3);
            closed.send(1);
            closed.send(2);
            closed.close();
            int sum = 0;
            for (int value : closed.until(Context.background())) {
                sum += value;
            }
            assertEquals(3, sum);

            CancelContext other = Context.withCancel(Context.background());
            Member nil = crew.go(() ->
                    assertFalse(Go.<Integer>nilChan().until(other).iterator().hasNext()));
            Await.until(() -> children(other) == 1);
            nil.thread().interrupt();
            other.cancel();
            nil.join();
        });
    }

    /** An interrupt does not end a loop, and is kept. */
    @Test
    void range_keepsTheInterrupt() {
        Chan<Integer> c = chan(1);
        c.send(1);
        c.close();
        Thread.currentThread().interrupt();
        int seen = 0;
        for (int value : c.until(Context.withCancel(Context.background()))) {
            seen += value;
        }
        assertTrue(Thread.interrupted());
        assertEquals(1, seen);
    }

    @Test
    void operationThatNeedNotWait_allocatesNothing() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        CancelContext context = Context.withTimeout(
                Context.withValue(Context.withCancel(Context.background()), ContextKey.of("k"), 1), LONG);
        Context values = Context.withValue(context, ContextKey.of("k"), 2);
        Chan<Integer> c = chan(1);
        long withContext = Long.MAX_VALUE;
        for (int round = 0; round < 20 && withContext > 0; round++) {
            long begin = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < OPERATIONS; i++) {
                c.send(1, values);
                c.recvOrNull();
            }
            withContext = (threads.getCurrentThreadAllocatedBytes() - begin) / OPERATIONS;
        }
        assertEquals(0, withContext);
        int received = 0;
        long plain = Long.MAX_VALUE;
        long with = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) { // both allocate the wrapper of the value
            long begin = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < OPERATIONS; i++) {
                c.send(1);
                received += c.recv().get();
            }
            long middle = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < OPERATIONS; i++) {
                c.send(1);
                received += c.recv(values).get();
            }
            plain = Math.min(plain, (middle - begin) / OPERATIONS);
            with = Math.min(with, (threads.getCurrentThreadAllocatedBytes() - middle) / OPERATIONS);
        }
        assertTrue(with <= plain + 16, "with a context " + with + " bytes, without " + plain);
        assertEquals(40 * OPERATIONS, received);
        context.cancel();
    }

    /** What is needed to wait for an event or a context is made to wait, not before. */
    @Test
    void selectThatNeedNotWait_allocatesNothing() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> c = chan(1);
        Select send = select().send(c, 1).recv(nilChan());
        Select recv = select().recv(c).recv(chan());
        Select sendOrEvent = select().send(c, 1).on(Event.cancelled(context), () -> {});
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20 && least > 0; round++) {
            long begin = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < OPERATIONS; i++) {
                send.run(context);
                recv.run(context);
                sendOrEvent.run();
                recv.run(context);
            }
            least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - begin) / OPERATIONS);
        }
        assertEquals(0, least);
        context.cancel();
    }

    /** A strand keeps the record of its wait, but must not keep what was in it. */
    @Test
    void sendThatWasCancelled_letsGoOfItsValue() {
        Chan<Object> c = chan();
        CancelContext context = Context.withTimeout(Context.background(), Duration.ofMillis(1));
        var sent = Garbage.of(object -> assertThrows(DeadlineExceeded.class, () -> c.send(object, context)));
        Garbage.assertCollected(sent);
        Reference.reachabilityFence(c);
    }

    /** Each waits on a channel of its own; none is forgotten. */
    @Test
    void manyWaitWithOneContext_allAreEnded() {
        Runtimes.run(4, () -> {
            CancelContext context = Context.withCancel(Context.background());
            AtomicInteger ended = new AtomicInteger();
            for (int i = 0; i < 10_000; i++) {
                Go.go(() -> {
                    Chan<Integer> mine = chan();
                    try {
                        mine.recv(context);
                    } catch (Canceled e) {
                        ended.incrementAndGet();
                    }
                });
            }
            Await.until(() -> children(context) == 10_000);
            context.cancel();
            Await.until(() -> ended.get() == 10_000);
            assertEquals(0, children(context));
        });
    }

    @Test
    void waitWithAContextThatMayEnd_isADeadlockAllTheSame() {
        assertThrows(
                dev.runnel.scheduler.DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    nilChan().recv(Context.withCancel(Context.background()));
                }));
    }
}
