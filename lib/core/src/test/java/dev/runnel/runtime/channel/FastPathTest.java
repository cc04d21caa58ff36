package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Buffering;
import dev.runnel.channel.TryRecv;
import dev.runnel.runtime.Racers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a non-blocking operation can tell without the lock: that it fails, C38, and that all is over, C39. */
class FastPathTest {

    private static final int ROUNDS = 50;
    private static final int SENDS = 20_000;

    private final Channel<Integer> unbuffered = new Channel<>(0);
    private final Channel<Integer> buffered = new Channel<>(1);

    /**
     * This thread holds the lock for ever; an operation that asks for it hangs, and the guard of the build ends that.
     */
    @Test
    void failure_needsNoLock() {
        unbuffered.lock();
        assertFalse(unbuffered.trySend(1));
        assertEquals(new TryRecv.Empty<>(), unbuffered.tryRecv());
        buffered.lock();
        assertEquals(new TryRecv.Empty<>(), buffered.tryRecv());
        buffered.unlock();
        buffered.send(1);
        buffered.lock();
        assertFalse(buffered.trySend(2));
    }

    @Test
    void closedAndDrained_needsNoLock() {
        unbuffered.close();
        unbuffered.lock();
        assertEquals(new TryRecv.Closed<>(), unbuffered.tryRecv());
        buffered.send(1);
        buffered.close();
        assertEquals(new TryRecv.Value<>(1), buffered.tryRecv());
        buffered.lock();
        assertEquals(new TryRecv.Closed<>(), buffered.tryRecv());
    }

    /** A look without the lock finds a channel that holds something closed before it finds it empty. */
    @Test
    void cancel_closesBeforeItEmpties() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Channel<Integer> c = new Channel<>(1);
            c.send(1);
            Racers.race(c::cancel, () -> {
                while (!c.cannotGiveNow()) {
                    Thread.yield();
                }
                assertTrue(c.closed, "open, and empty");
            });
        }
    }

    /** A sliding buffer is never empty in between. */
    @Test
    void sliding_isNeverEmptyInBetween() throws Exception {
        Channel<Integer> c = CountedChan.of(Buffering.sliding(1), null);
        c.send(0);
        AtomicBoolean over = new AtomicBoolean();
        Racers.race(
                () -> {
                    for (int i = 1; i <= SENDS; i++) {
                        c.send(i);
                    }
                    over.set(true);
                },
                () -> {
                    while (!over.get()) {
                        assertFalse(c.cannotGiveNow());
                    }
                });
        assertEquals(new TryRecv.Value<>(SENDS), c.tryRecv());
    }

    /** An operation that succeeds takes the lock: here it waits until the lock is given back. */
    @Test
    void success_needsTheLock() throws Exception {
        AtomicBoolean unlocked = new AtomicBoolean();
        buffered.lock();
        Racers.race(
                () -> {
                    for (int i = 0; i < 1000; i++) {
                        Thread.onSpinWait();
                    }
                    unlocked.set(true);
                    buffered.unlock();
                },
                () -> {
                    assertTrue(buffered.trySend(1));
                    assertTrue(unlocked.get());
                });
    }
}
