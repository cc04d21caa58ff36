package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Buffering;
import dev.runnel.channel.ChanStats;
import dev.runnel.channel.TryRecv;
import dev.runnel.runtime.Racers;
import dev.runnel.runtime.channel.MeetingPlace.Lingered;
import dev.runnel.runtime.park.FakeStrand;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.Waiter;
import io.vavr.collection.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A goroutine that lingers at a channel is met there by every operation of its peers, before those that wait, and goes
 * on to wait if nobody comes.
 */
class MeetingPlaceTest {

    private static final int CHANNELS = 10_000;

    private final Channel<String> c = new Channel<>(0);

    /** A strand that lingers until a test ends that. */
    private static final class Lingerer {
        final FakeStrand strand = FakeStrand.lingering(() -> {});
        final Waiter record = new Waiter(strand);
        private final Channel<String> at;

        /** Does what a goroutine does that finds no peer. */
        Lingerer(Channel<String> at, @Nullable String toSend) {
            this.at = at;
            at.lock();
            assertEquals(Lingered.IN_VAIN, at.linger(record, toSend));
            at.unlock();
        }

        /** As in {@link Waiting}, it opens a wait, and is first in its queue. */
        void goesOnToWait(boolean toSend) {
            at.lock();
            record.open(strand.openWait(), toSend ? record.element : null);
            Waiting.queueUp(at, toSend ? at.senders : at.receivers, record, Lingered.IN_VAIN);
            at.unlock();
        }

        void assertMet(@Nullable String with) {
            assertFalse(record.lingers());
            assertTrue(record.success);
            assertEquals(with, record.element);
            assertEquals(0, strand.readied.get(), "it goes on by itself");
            assertEquals(1, strand.met.get(), "who met it does what follows");
        }
    }

    /** A strand that waits already. */
    private static Waiter queued(Channel<String> at, boolean toSend, @Nullable String value) {
        Strand strand = FakeStrand.lingering(() -> {});
        Waiter record = new Waiter(strand);
        record.open(strand.openWait(), value);
        at.lock();
        at.enqueue(record, toSend);
        at.unlock();
        return record;
    }

    // ---------------------------------------------------------------- met by each kind of peer

    @Test
    void receiver_isMetBySends() {
        Lingerer first = new Lingerer(c, null);
        c.check();
        c.send("a");
        first.assertMet("a");
        Lingerer second = new Lingerer(c, null);
        assertTrue(c.trySend("b"));
        second.assertMet("b");
        assertFalse(c.trySend("c"));
        Lingerer third = new Lingerer(c, null);
        Polled polled = new Polled();
        c.lock();
        assertTrue(c.pollSend("d", polled));
        c.unlock();
        polled.peer.ready();
        third.assertMet("d");
        c.check();
    }

    @Test
    void sender_isMetByReceives() {
        Lingerer first = new Lingerer(c, "a");
        c.check();
        assertEquals("a", c.recvOrNull());
        first.assertMet("a");
        Lingerer second = new Lingerer(c, "b");
        assertEquals(new TryRecv.Value<>("b"), c.tryRecv());
        second.assertMet("b");
        assertEquals(new TryRecv.Empty<>(), c.tryRecv());
        Lingerer third = new Lingerer(c, "c");
        assertEquals(List.of("c"), c.recvUpTo(2));
        third.assertMet("c");
        Lingerer fourth = new Lingerer(c, "d");
        Polled polled = new Polled();
        c.lock();
        assertTrue(c.pollRecv(polled));
        c.unlock();
        assertEquals("d", polled.value);
        polled.peer.ready();
        fourth.assertMet("d");
    }

    @Test
    void senderAtAFullBuffer_isMet_andItsValueTakesTheFreeSlot() {
        Channel<String> one = new Channel<>(1);
        one.send("a");
        Lingerer sender = new Lingerer(one, "b");
        one.check();
        assertEquals("a", one.recvOrNull());
        sender.assertMet("b");
        assertEquals(1, one.len());
        assertEquals("b", one.recvOrNull());
    }

    @Test
    void close_tellsWhoLingers() {
        Lingerer receiver = new Lingerer(c, null);
        c.close();
        assertFalse(receiver.record.lingers());
        assertFalse(receiver.record.success);
        assertEquals(1, receiver.strand.met.get());
        Channel<String> other = new Channel<>(0);
        Lingerer sender = new Lingerer(other, "a");
        other.cancel();
        assertFalse(sender.record.lingers());
        assertFalse(sender.record.success);
        assertEquals(new TryRecv.Closed<>(), other.tryRecv());
    }

    // ---------------------------------------------------------------- order

    @Test
    void whoLingers_cameBeforeThoseWhoWait() {
        Lingerer first = new Lingerer(c, null);
        Waiter second = queued(c, false, null);
        c.send("a");
        first.assertMet("a");
        assertNull(second.element);
        c.send("b");
        assertEquals("b", second.element);
    }

    @Test
    void inVain_waitsBeforeThoseWhoCameLater() {
        Lingerer first = new Lingerer(c, "a");
        Waiter second = queued(c, true, "b");
        first.goesOnToWait(true);
        c.check();
        assertEquals("a", c.recvOrNull());
        assertEquals(1, first.strand.readied.get(), "it waits now");
        assertFalse(second.success);
        assertEquals("b", c.recvOrNull());
        assertTrue(second.success);
    }

    @Test
    void whileOthersWait_orLinger_nobodyLingers() {
        queued(c, true, "a");
        Waiter late = new Waiter(FakeStrand.lingering(() -> {}));
        c.lock();
        assertEquals(Lingered.NOT_TRIED, c.linger(late, "b"));
        c.unlock();
        assertEquals("a", c.recvOrNull());
        Lingerer one = new Lingerer(c, "c");
        c.lock();
        assertEquals(Lingered.NOT_TRIED, c.linger(late, "b"));
        c.unlock();
        assertEquals("c", c.recvOrNull());
        one.assertMet("c");
    }

    /**
     * A goroutine that has lost its P gets one, and then is like one that has only just come: until then it cannot be
     * met, and others may linger.
     */
    @Test
    void inVain_andWithoutAP_isNotThereAnyMore() {
        Lingerer first = new Lingerer(c, "a");
        c.lock();
        assertEquals(Lingered.REFUSED, Waiting.comeBackLater(c, first.strand, Lingered.IN_VAIN));
        assertEquals(new TryRecv.Empty<>(), c.tryRecv());
        assertTrue(first.record.lingers());
        Lingerer second = new Lingerer(c, "b");
        c.lock();
        assertEquals(Lingered.REFUSED, Waiting.comeBackLater(c, first.strand, Lingered.REFUSED));
        assertEquals(new TryRecv.Value<>("b"), c.tryRecv());
        second.assertMet("b");
    }

    /** Else the other one would take itself for met, and its value would be lost. */
    @Test
    void whoComesWhileAnotherLingers_andGivesUp_leavesThatOneThere() {
        Lingerer sender = new Lingerer(c, "a");
        assertFalse(Waiting.sendOrLinger(c, "b"));
        assertEquals(new TryRecv.Value<>("a"), c.tryRecv());
        sender.assertMet("a");
        Lingerer receiver = new Lingerer(c, null);
        assertEquals(Hchan.Absent.NOTHING, Waiting.recvOrLinger(c));
        assertTrue(c.trySend("c"));
        receiver.assertMet("c");
    }

    @Test
    void whoMayNot_doesNotLinger() {
        Waiter record = new Waiter(new FakeStrand(() -> {}));
        c.lock();
        assertEquals(Lingered.REFUSED, c.linger(record, "a"));
        assertFalse(c.hasLingerer(true));
        c.unlock();
    }

    /** The lock was given back during the lingering, and is given back in the end. */
    @Test
    void met_givesTheLockBack() {
        Waiter record = new Waiter(FakeStrand.lingering(() -> c.send("a")));
        c.lock();
        assertEquals(Lingered.MET, c.linger(record, null));
        assertEquals("a", record.element);
        assertTrue(c.tryLock());
    }

    /** The peer came between the last look and the lock. */
    @Test
    void metAtLast_isNotInVain() {
        FakeStrand strand = FakeStrand.lingeringInVain(() -> c.send("a"));
        Waiter record = new Waiter(strand);
        c.lock();
        assertEquals(Lingered.MET, c.linger(record, null));
        assertEquals("a", record.element);
        assertTrue(strand.wasWorthIt.get());
        assertTrue(c.tryLock());
    }

    // ---------------------------------------------------------------- what else looks

    @Test
    void statistics_countWhoLingered() {
        CountedChan<String> counted = CountedChan.of(Buffering.bounded(0), null);
        Lingerer receiver = new Lingerer(counted, null);
        counted.send("a");
        receiver.assertMet("a");
        Lingerer sender = new Lingerer(counted, "b");
        assertEquals("b", counted.recvOrNull());
        sender.assertMet("b");
        assertEquals(new ChanStats(2, 2, 0, 0, 1, 1, 0, 0), counted.stats().get());
        counted.check();
    }

    @Test
    void check_findsWhoLingersThoughItCouldGoOn() {
        new Lingerer(c, null);
        c.check();
        queued(c, true, "a");
        assertThrows(AssertionError.class, c::check);
        Channel<String> one = new Channel<>(1);
        new Lingerer(one, null);
        one.lock();
        one.buffer.put("a");
        one.unlock();
        assertThrows(AssertionError.class, one::check);
    }

    /**
     * A goroutine that goes over from its place to the queue is ready all the time, also for those that look without
     * the lock (C40).
     */
    @Test
    void whoGoesOverToTheQueue_isNeverOverlooked() throws Exception {
        List<Channel<String>> channels = List.fill(CHANNELS, () -> new Channel<>(0));
        List<Lingerer> lingerers = channels.map(channel -> new Lingerer(channel, null));
        AtomicInteger at = new AtomicInteger();
        Racers.race(
                () -> {
                    for (Lingerer lingerer : lingerers) {
                        lingerer.goesOnToWait(false);
                        at.incrementAndGet();
                    }
                },
                () -> {
                    Channel<?>[] all = channels.toJavaArray(Channel[]::new);
                    for (int i = 0; i < CHANNELS; i = at.get()) {
                        assertFalse(all[i].cannotTakeNow());
                    }
                });
    }
}
