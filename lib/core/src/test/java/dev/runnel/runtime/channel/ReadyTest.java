package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.ChannelException.SendOnClosed;
import dev.runnel.runtime.park.FakeStrand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/**
 * Nobody is readied under the lock of a channel (C22, S30, P105): whoever is readied may run at once, and want that
 * lock. Here whoever is readied tries to get the locks.
 */
class ReadyTest {

    private final Channel<Integer> channel = new Channel<>(0);
    private final Channel<Integer> other = new Channel<>(0);
    private int readied;

    /** Queues up a strand that, once readied, looks whether the locks are free. */
    private void waits(WaitQueue queue, int value) {
        FakeStrand strand = new FakeStrand(this::assertNoLockIsHeld);
        Waiter waiter = new Waiter(strand);
        waiter.open(strand.openWait(), value);
        queue.enqueue(waiter);
    }

    private void assertNoLockIsHeld() {
        for (Channel<Integer> each : List.of(channel, other)) {
            assertTrue(each.tryLock(), "readied under the lock");
            each.unlock();
        }
        readied++;
    }

    @Test
    void plainOperations_readyTheirPeersWithoutTheLock() {
        waits(channel.receivers, 0);
        channel.send(1);
        waits(channel.receivers, 0);
        assertTrue(channel.trySend(2));
        waits(channel.senders, 3);
        assertEquals(3, channel.recv().get());
        waits(channel.senders, 4);
        assertEquals(4, channel.tryRecv().toOption().get());
        assertEquals(4, readied);
    }

    @Test
    void selects_readyTheirPeersWithoutAnyOfTheirLocks() {
        waits(channel.receivers, 0);
        Go.select().recv(other, () -> {}).send(channel, 1, () -> {}).run();
        waits(channel.senders, 2);
        List<Integer> got = new ArrayList<>();
        Go.select()
                .recv(channel, v -> got.add(v.get()))
                .recv(other, () -> {})
                .otherwise(() -> {})
                .run();
        assertEquals(List.of(2), got);
        assertEquals(2, readied);
    }

    @Test
    void close_readiesAllWithoutTheLock() {
        for (int i = 0; i < 3; i++) {
            waits(channel.receivers, 0);
            waits(other.senders, i);
        }
        channel.close();
        assertEquals(3, readied);
        other.close();
        assertEquals(6, readied);
    }

    @Test
    void cancel_readiesAllWithoutTheLock() {
        for (int i = 0; i < 3; i++) {
            waits(channel.senders, i);
            waits(other.receivers, 0);
        }
        channel.cancel();
        assertEquals(3, readied);
        other.cancel();
        assertEquals(6, readied);
    }

    /** Nor is a handler told under a lock of what is dropped, or of a limit that was crossed. */
    @Test
    void handlers_runWithoutTheLocks() {
        List<CountedChan<Integer>> self = new ArrayList<>();
        IntConsumer free = n -> {
            assertTrue(self.get(self.size() - 1).tryLock(), "told under the lock");
            self.get(self.size() - 1).unlock();
            assertTrue(other.tryLock(), "told under the lock of another");
            other.unlock();
            readied++;
        };
        for (Buffering how : List.of(
                Buffering.sliding(1), Buffering.dropping(1), Buffering.unbounded(1, free), Buffering.bounded(2))) {
            CountedChan<Integer> c = CountedChan.of(how, free::accept);
            self.add(c);
            int before = readied;
            Go.select().send(c, 1, () -> {}).recv(other, () -> {}).run();
            Go.select().send(c, 2, () -> {}).recv(other, () -> {}).run();
            c.trySend(3);
            c.cancel();
            assertTrue(readied > before, how.toString());
        }
        assertEquals(3 + 3 + 4 + 2, readied);
    }

    @Test
    void closedChannel_refuses() {
        channel.close();
        assertThrows(SendOnClosed.class, () -> channel.send(1));
    }
}
