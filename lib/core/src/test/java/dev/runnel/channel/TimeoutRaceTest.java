package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Values that come when a receiver is about to give up: each is either received or kept by the sender. */
class TimeoutRaceTest {

    private static final int ATTEMPTS = 30_000;
    private static final Duration SHORT = Duration.ofNanos(20_000);

    private final Chan<Integer> c = chan();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();
    private final AtomicBoolean stop = new AtomicBoolean();

    private void receive() throws InterruptedException {
        while (!stop.get()) {
            if (c.tryRecv(SHORT) instanceof TryRecv.Value<Integer>) {
                received.incrementAndGet();
            }
        }
    }

    private void send() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            for (int turns = attempt % 100 * 20; turns > 0; turns--) {
                Thread.onSpinWait();
            }
            if (c.trySend(attempt)) {
                sent.incrementAndGet();
            }
        }
        stop.set(true);
    }

    @Test
    void receiverIsAGoroutine_nothingIsLost() {
        Runtimes.run(2, () -> {
            GoHandle receiver = go(this::receive);
            GoHandle sender = go(this::send);
            sender.join();
            receiver.join();
        });
        assertEquals(sent.get(), received.get());
    }

    @Test
    void receiverIsAThread_nothingIsLost() throws InterruptedException {
        Thread receiver = new Thread(() -> {
            try {
                receive();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        receiver.start();
        Runtimes.run(2, this::send);
        receiver.join();
        assertEquals(sent.get(), received.get());
    }
}
