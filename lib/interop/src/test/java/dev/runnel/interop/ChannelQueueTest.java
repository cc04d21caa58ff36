package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.NoLeaks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A channel as a queue: what waits, what ends, and what cannot be. {@link ChannelQueueProps} has the rest. */
@NoLeaks
class ChannelQueueTest {

    private static final long LONG = 60;

    private final Chan<Integer> channel = chan(2);
    private final BlockingQueue<Integer> queue = new ChannelQueue<>(channel);

    @Test
    void queueAndChannel_meet() throws Exception {
        queue.put(1);
        channel.send(2);
        assertEquals(2, channel.len());
        assertEquals(1, channel.recv().get());
        assertEquals(2, queue.take());
    }

    @Test
    void put_waitsForRoom() throws Exception {
        queue.put(1);
        queue.put(2);
        Chan<Boolean> done = chan(1);
        go(() -> {
            queue.put(3);
            done.send(true);
        });
        assertFalse(queue.offer(4, 1, TimeUnit.MILLISECONDS));
        assertEquals(1, queue.take());
        done.recv();
        assertEquals(2, queue.take());
        assertEquals(3, queue.take());
        assertTrue(queue.offer(4, LONG, TimeUnit.SECONDS));
    }

    @Test
    void unbuffered_isLikeASynchronousQueue() throws Exception {
        BlockingQueue<Integer> direct = new ChannelQueue<>(Go.<Integer>chan());
        assertFalse(direct.offer(1));
        assertNull(direct.poll());
        assertEquals(0, direct.remainingCapacity());
        go(() -> direct.put(1));
        assertEquals(1, direct.take());
    }

    @Test
    void whatWaits_isEndedByAnInterrupt() {
        BlockingQueue<Integer> direct = new ChannelQueue<>(Go.<Integer>chan());
        Chan<Thread> waiting = chan();
        Chan<Throwable> ends = chan();
        go(() -> {
            waiting.send(Thread.currentThread());
            ends.send(assertThrows(InterruptedException.class, () -> direct.put(1)));
        });
        waiting.recv().get().interrupt();
        ends.recv();
        go(() -> {
            waiting.send(Thread.currentThread());
            ends.send(assertThrows(InterruptedException.class, direct::take));
        });
        waiting.recv().get().interrupt();
        ends.recv();
        go(() -> {
            waiting.send(Thread.currentThread());
            ends.send(assertThrows(InterruptedException.class, () -> direct.poll(LONG, TimeUnit.SECONDS)));
        });
        waiting.recv().get().interrupt();
        ends.recv();
        go(() -> {
            waiting.send(Thread.currentThread());
            ends.send(assertThrows(InterruptedException.class, () -> direct.offer(1, LONG, TimeUnit.SECONDS)));
        });
        waiting.recv().get().interrupt();
        ends.recv();
        assertNull(direct.poll(), "nothing was put");
    }

    @Test
    void close_endsThoseWhoWait() {
        Chan<Throwable> ends = chan();
        go(() -> ends.send(assertThrows(NoSuchElementException.class, queue::take)));
        channel.close();
        assertTrue(ends.recv().isDefined());
        assertThrows(NoSuchElementException.class, queue::take);
        assertNull(queue.poll());
        assertThrows(ChannelException.SendOnClosed.class, () -> queue.put(1));
        assertThrows(ChannelException.SendOnClosed.class, () -> queue.offer(1));
        assertThrows(ChannelException.SendOnClosed.class, () -> queue.offer(1, LONG, TimeUnit.SECONDS));
        assertThrows(ChannelException.SendOnClosed.class, () -> queue.add(1));
    }

    @Test
    void cancelledChannel_refusesAndGivesNothing() {
        queue.add(1);
        channel.cancel(new Exception("enough"));
        assertThrows(ChannelException.SendOnCancelled.class, () -> queue.put(1));
        assertThrows(ChannelException.SendOnCancelled.class, () -> queue.offer(1));
        assertThrows(ChannelException.SendOnCancelled.class, () -> queue.offer(1, LONG, TimeUnit.SECONDS));
        assertThrows(NoSuchElementException.class, queue::take);
        assertNull(queue.poll());
    }

    @Test
    void channelClosedWithACause_isToldToWhoTakes() {
        Exception why = new Exception("upstream");
        queue.add(1);
        channel.close(why);
        List<Integer> drained = new ArrayList<>();
        assertEquals(1, queue.drainTo(drained), "what was received counts");
        assertEquals(List.of(1), drained);
        assertSame(
                why,
                assertThrows(ChannelException.ClosedWithCause.class, queue::take)
                        .getCause());
        assertThrows(ChannelException.ClosedWithCause.class, queue::poll);
        assertThrows(ChannelException.ClosedWithCause.class, () -> queue.poll(LONG, TimeUnit.SECONDS));
        assertThrows(ChannelException.ClosedWithCause.class, () -> queue.drainTo(drained));
        queue.clear();
    }

    @Test
    void pollWithATimeout_ofAClosedQueueDoesNotWait() throws Exception {
        channel.close();
        assertNull(queue.poll(LONG, TimeUnit.DAYS));
    }

    /** Neither more nor less, in any unit. */
    @Test
    void timeouts_areKeptTo() {
        Bubble.run(() -> {
            BlockingQueue<Integer> direct = new ChannelQueue<>(Go.<Integer>chan());
            Instant begin = Go.now();
            assertNull(direct.poll(1500, TimeUnit.MICROSECONDS));
            assertEquals(begin.plusNanos(1_500_000), Go.now());
            assertFalse(direct.offer(1, 2, TimeUnit.HOURS));
            assertEquals(begin.plusNanos(1_500_000).plus(Duration.ofHours(2)), Go.now());
            assertNull(direct.poll(-1, TimeUnit.DAYS));
            assertFalse(direct.offer(1, Long.MIN_VALUE, TimeUnit.DAYS));
            assertEquals(begin.plusNanos(1_500_000).plus(Duration.ofHours(2)), Go.now());
        });
    }

    @Test
    void timeoutAsLongAsCanBe_isWaitedForNoLonger() {
        Bubble.run(() -> {
            BlockingQueue<Integer> direct = new ChannelQueue<>(Go.<Integer>chan());
            go(() -> assertTrue(direct.offer(1, Long.MAX_VALUE, TimeUnit.DAYS)));
            assertEquals(1, direct.poll(Long.MAX_VALUE, TimeUnit.DAYS));
        });
    }

    @Test
    void queueIsDrainedIntoOneOfAnotherChannel() {
        queue.add(1);
        queue.add(2);
        Chan<Integer> other = chan(2);
        assertEquals(2, queue.drainTo(new ChannelQueue<>(other)));
        assertEquals(1, other.recv().get());
        assertEquals(2, other.recv().get());
    }

    @Test
    void noneAndLessThanNone_drainNothing() {
        queue.add(1);
        List<Integer> drained = new ArrayList<>();
        assertEquals(0, queue.drainTo(drained, 0));
        assertEquals(0, queue.drainTo(drained, -1));
        assertEquals(List.of(), drained);
        channel.close(new Exception("upstream"));
        queue.remove();
        assertEquals(0, queue.drainTo(drained, 0), "nothing is asked for");
    }

    /** What it had taken before stays in the target, and what follows stays in the queue. */
    @Test
    void valueThatTheTargetOfADrainRefuses_isLost() {
        queue.add(1);
        queue.add(2);
        Chan<Integer> full = chan();
        assertThrows(IllegalStateException.class, () -> queue.drainTo(new ChannelQueue<>(full)));
        assertEquals(2, queue.poll());
        assertNull(queue.poll());
    }

    @Test
    void whatLooksInto_isNotSupported() {
        queue.add(1);
        assertInstanceOf(
                UnsupportedOperationException.class, assertThrows(RuntimeException.class, () -> queue.contains(1)));
        assertThrows(UnsupportedOperationException.class, queue::peek);
        assertThrows(UnsupportedOperationException.class, queue::element);
        assertThrows(UnsupportedOperationException.class, queue::iterator);
        assertThrows(UnsupportedOperationException.class, queue::toArray);
        assertThrows(UnsupportedOperationException.class, () -> queue.remove(1));
        assertThrows(UnsupportedOperationException.class, () -> queue.removeIf(n -> true));
        assertThrows(UnsupportedOperationException.class, () -> queue.forEach(n -> {}));
        assertThrows(UnsupportedOperationException.class, () -> queue.stream().toList());
        assertEquals(1, queue.poll());
        assertEquals("ChannelQueue[0 of 2]", queue.toString());
    }

    @Test
    void misuse_isRefused() {
        assertThrows(NullPointerException.class, () -> queue.add(null));
        assertThrows(NullPointerException.class, () -> queue.drainTo(null));
        assertThrows(IllegalArgumentException.class, () -> queue.drainTo(queue));
        queue.add(1);
        assertThrows(IllegalArgumentException.class, () -> queue.drainTo(new ChannelQueue<>(channel), 10));
        assertEquals(1, queue.poll());
        assertThrows(NullPointerException.class, () -> new ChannelQueue<>(null));
        assertEquals(0, queue.drainTo(new ArrayList<>(), -1));
    }

    @Test
    void poolOfTheJdk_worksOnAChannel() throws Exception {
        Chan<Runnable> work = chan(100);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 2, LONG, TimeUnit.SECONDS, new ChannelQueue<>(work));
        Chan<Integer> results = chan(50);
        for (int i = 0; i < 50; i++) {
            int n = i;
            pool.execute(() -> results.send(n));
        }
        pool.shutdown();
        assertTrue(pool.awaitTermination(LONG, TimeUnit.SECONDS));
        results.close();
        assertEquals(List.of(0, 1, 2), results.stream().sorted().limit(3).toList());
    }
}
