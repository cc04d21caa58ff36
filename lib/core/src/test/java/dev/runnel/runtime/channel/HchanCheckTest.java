package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.Buffering;
import dev.runnel.runtime.channel.MeetingPlace.Lingered;
import dev.runnel.runtime.park.FakeStrand;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.scheduler.Scheduler;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The check of C28 and C29 finds what it is meant to find. */
class HchanCheckTest {

    private final Strand strand = strandOfAnotherThread();
    private final Channel<Integer> unbuffered = new Channel<>(0);
    private final Channel<Integer> buffered = new Channel<>(1);

    /** These tests leave waits open, so they take the strands of threads that have ended. */
    private static Strand strandOfAnotherThread() {
        return CompletableFuture.supplyAsync(Scheduler::strand, task -> new Thread(task).start())
                .join();
    }

    private long queue(WaitQueue queue) {
        long ticket = strand.openWait();
        queue(queue, ticket);
        return ticket;
    }

    private void queue(WaitQueue queue, long ticket) {
        Waiter waiter = new Waiter(strand);
        waiter.open(ticket, 1);
        queue.enqueue(waiter);
    }

    @Test
    void quietChannel_isRight() {
        unbuffered.check();
        buffered.check();
        buffered.send(1);
        buffered.check();
        buffered.close();
        buffered.check();
    }

    @Test
    void waiters_areRightWhereTheyBelong() {
        long ticket = queue(unbuffered.senders);
        unbuffered.check();
        strand.claim(ticket);
        queue(buffered.receivers);
        buffered.check();
    }

    @Test
    void receiverThoughThereIsAValue_isWrong() {
        buffered.send(1);
        queue(buffered.receivers);
        assertThrows(AssertionError.class, buffered::check);
    }

    @Test
    void senderThoughThereIsRoom_isWrong() {
        queue(buffered.senders);
        assertThrows(AssertionError.class, buffered::check);
    }

    @Test
    void waiterOnAClosedChannel_isWrong() {
        unbuffered.close();
        queue(unbuffered.receivers);
        assertThrows(AssertionError.class, unbuffered::check);
    }

    @Test
    void cancelledChannelThatHoldsAValue_isWrong() {
        buffered.cancel();
        buffered.check();
        buffered.buffer.resize(1);
        buffered.buffer.put(1);
        assertThrows(AssertionError.class, buffered::check);
    }

    @Test
    void valueThatWasNotCounted_isWrong() {
        CountedChan<Integer> counted = CountedChan.of(Buffering.bounded(3), null);
        counted.send(1);
        counted.check();
        counted.buffer.take();
        assertThrows(AssertionError.class, counted::check);
    }

    @Test
    void senderThatWaits_isWrongWhereNoneHasTo() {
        for (Buffering how : List.of(Buffering.sliding(1), Buffering.dropping(1), Buffering.unbounded(100, n -> {}))) {
            CountedChan<Integer> counted = CountedChan.of(how, null);
            while (!counted.buffer.isFull()) {
                counted.send(1);
            }
            counted.check();
            long ticket = queue(counted.senders);
            assertThrows(AssertionError.class, counted::check, how.toString());
            strand.claim(ticket);
            counted.check();
        }
    }

    @Test
    void softLimitThatWasNotNoticed_isWrong() {
        CountedChan<Integer> counted = CountedChan.of(Buffering.unbounded(1, n -> {}), null);
        counted.send(1);
        counted.check();
        Polled none = new Polled();
        counted.pollSend(2, none);
        counted.check();
        counted.pollRecv(none);
        none.value = null;
        counted.pollRecv(none);
        counted.check();
        counted.buffer.put(3);
        counted.buffer.put(4);
        assertThrows(AssertionError.class, counted::check);
    }

    @Test
    void moreValuesThanTheBufferMayHold_areWrong() {
        buffered.send(1);
        buffered.buffer.put(2);
        assertThrows(AssertionError.class, buffered::check);
    }

    @Test
    void senderThatWaitsOnAClosedChannel_isWrong() {
        unbuffered.close();
        queue(unbuffered.senders);
        assertThrows(AssertionError.class, unbuffered::check);
    }

    // ---------------------------------------------------------------- who lingers

    /** Somebody lingers until the test ends. */
    private static void linger(Channel<Integer> at, @Nullable Integer toSend) {
        at.lock();
        assertEquals(Lingered.IN_VAIN, at.linger(new Waiter(FakeStrand.lingering(() -> {})), toSend));
        at.unlock();
    }

    @Test
    void receiverThatLingersThoughThereIsAValue_isWrong() {
        linger(buffered, null);
        buffered.check();
        buffered.buffer.put(1);
        assertThrows(AssertionError.class, buffered::check);
    }

    @Test
    void senderThatLingersThoughThereIsRoom_isWrong() {
        buffered.send(1);
        linger(buffered, 2);
        buffered.check();
        buffered.buffer.take();
        assertThrows(AssertionError.class, buffered::check);
    }

    @Test
    void whoLingersOnAClosedChannel_isWrong() {
        unbuffered.close();
        linger(unbuffered, null);
        assertThrows(AssertionError.class, unbuffered::check);
        Channel<Integer> other = new Channel<>(0);
        other.close();
        linger(other, 1);
        assertThrows(AssertionError.class, other::check);
    }

    @Test
    void whoLingersWhileAPeerWaits_isWrong() {
        linger(unbuffered, null);
        unbuffered.check();
        long ticket = queue(unbuffered.senders);
        assertThrows(AssertionError.class, unbuffered::check);
        strand.claim(ticket);
        unbuffered.check();
        Channel<Integer> other = new Channel<>(0);
        linger(other, 1);
        other.check();
        queue(other.receivers);
        assertThrows(AssertionError.class, other::check);
    }

    @Test
    void senderThatLingers_isWrongWhereNoneHasTo() {
        CountedChan<Integer> counted = CountedChan.of(Buffering.sliding(1), null);
        counted.send(1);
        counted.check();
        linger(counted, 2);
        assertThrows(AssertionError.class, counted::check);
    }

    @Test
    void mostThatWasHeld_isWrongIfItIsLessThanIsHeld() throws ReflectiveOperationException {
        CountedChan<Integer> counted = CountedChan.of(Buffering.bounded(3), null);
        counted.send(1);
        counted.check();
        MethodHandles.privateLookupIn(CountedChan.class, MethodHandles.lookup())
                .findVarHandle(CountedChan.class, "mostLen", int.class)
                .set(counted, 0);
        assertThrows(AssertionError.class, counted::check);
    }

    @Test
    void waiterWhoseWaitHasEnded_doesNotCount() {
        buffered.send(1);
        strand.claim(queue(buffered.receivers));
        buffered.check();
    }

    @Test
    void bothEnds_areRightForOneSelectOnly() {
        queue(unbuffered.receivers, queue(unbuffered.senders));
        assertDoesNotThrow(unbuffered::check);
        Strand other = strandOfAnotherThread();
        Waiter waiter = new Waiter(other);
        waiter.open(other.openWait(), 2);
        unbuffered.receivers.enqueue(waiter);
        assertThrows(AssertionError.class, unbuffered::check);
    }

    @Test
    void receiverAndSender_areWrongAlsoIfTheReceiverIsOne() {
        queue(unbuffered.receivers, queue(unbuffered.senders));
        Strand other = strandOfAnotherThread();
        Waiter waiter = new Waiter(other);
        waiter.open(other.openWait(), 2);
        unbuffered.senders.enqueue(waiter);
        assertThrows(AssertionError.class, unbuffered::check);
    }
}
