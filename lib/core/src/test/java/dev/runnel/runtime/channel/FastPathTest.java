package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.TryRecv;
import dev.runnel.runtime.Racers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a non-blocking operation can tell without the lock: that it fails, C38, and that all is over, C39. */
class FastPathTest {

    private final Channel<Integer> unbuffered = new Channel<>(0);
    private final Channel<Integer> buffered = new Channel<>(1);

    /** While this thread holds the lock for ever; who asks for it hangs, and the guard of the build ends that. */
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

    /** What succeeds takes the lock: here it waits until the lock is given back. */
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
