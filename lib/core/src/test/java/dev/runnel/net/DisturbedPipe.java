package dev.runnel.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.WaitGroup;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Writers and readers of a pipe whose operations are given up all the time, because of deadlines, contexts and
 * interrupts. Each byte says who wrote it, and which one it is.
 */
final class DisturbedPipe {

    private static final int MESSAGES = 60;
    private static final int NUMBERS = 64; // the bytes of a writer are numbered in turn
    private static final Duration SOON = Duration.ofNanos(20_000);

    private final Pipe pipe;
    private final Random seeds;
    private final int[] sent; // by writer
    private final int[] received;
    private final AtomicReferenceArray<CancelContext> contexts;
    private final AtomicReference<Thread> thread = new AtomicReference<>();

    DisturbedPipe(long seed, int buffer, int writers, int readers) {
        pipe = Net.pipe(buffer);
        seeds = new Random(seed);
        sent = new int[writers];
        received = new int[writers];
        contexts = new AtomicReferenceArray<>(writers + readers);
    }

    /** Runs until all is written and read; fails if the two differ. */
    void run() throws Exception {
        int readers = contexts.length() - sent.length;
        int writers = sent.length;
        WaitGroup writing = new WaitGroup();
        WaitGroup reading = new WaitGroup();
        for (int i = 0; i < writers; i++) {
            int writer = i;
            Random random = new Random(seeds.nextLong());
            if (writer == 0) { // on a thread that is no goroutine
                writing.add(1);
                thread.set(Thread.ofPlatform().start(() -> {
                    write(writer, random);
                    writing.done();
                }));
            } else {
                writing.go(() -> write(writer, random));
            }
        }
        for (int i = 0; i < readers; i++) {
            int slot = writers + i;
            Random random = new Random(seeds.nextLong());
            reading.go(() -> read(slot, random, readers == 1));
        }
        AtomicBoolean over = new AtomicBoolean();
        Random random = new Random(seeds.nextLong());
        WaitGroup disturbing = new WaitGroup();
        disturbing.go(() -> {
            while (!over.get()) {
                disturb(random);
                Go.gosched();
            }
        });
        writing.await();
        over.set(true);
        disturbing.await();
        pipe.client().clearDeadline();
        pipe.server().clearDeadline();
        pipe.client().closeWrite();
        reading.await();
        for (int i = 0; i < writers; i++) {
            assertEquals(sent[i], received[i], "of writer " + i);
        }
    }

    private void disturb(Random random) throws NetException {
        switch (random.nextInt(6)) {
            case 0 -> pipe.client().setWriteDeadline(random.nextBoolean() ? Duration.ZERO : SOON);
            case 1 -> pipe.server().setReadDeadline(random.nextBoolean() ? Duration.ZERO : SOON);
            case 2 -> pipe.client().clearDeadline();
            case 3 -> pipe.server().clearDeadline();
            case 4 -> {
                CancelContext context = contexts.get(random.nextInt(contexts.length()));
                if (context != null) {
                    context.cancel();
                }
            }
            default -> thread.get().interrupt();
        }
    }

    private void write(int writer, Random random) {
        for (int i = 0; i < MESSAGES; i++) {
            ByteBuffer message = ByteBuffer.allocate(1 + random.nextInt(50));
            while (message.hasRemaining()) {
                message.put((byte) (writer * NUMBERS + (sent[writer] + message.position()) % NUMBERS));
            }
            message.flip();
            try (CancelContext context = Context.withCancel(Context.background())) {
                contexts.set(writer, context);
                if (random.nextBoolean()) {
                    pipe.client().write(message);
                } else {
                    pipe.client().write(message, context);
                }
            } catch (NetException.Timeout | CancelledException | InterruptedException e) {
                Go.gosched();
            } catch (NetException e) {
                throw new AssertionError(e);
            }
            sent[writer] += message.position();
        }
    }

    private void read(int slot, Random random, boolean alone) {
        while (true) {
            ByteBuffer some = ByteBuffer.allocate(1 + random.nextInt(60));
            int n;
            try (CancelContext context = Context.withCancel(Context.background())) {
                contexts.set(slot, context);
                n = random.nextBoolean()
                        ? pipe.server().read(some)
                        : pipe.server().read(some, context);
            } catch (NetException.Timeout | CancelledException | InterruptedException e) {
                assertEquals(0, some.position());
                Go.gosched();
                continue;
            } catch (NetException e) {
                throw new AssertionError(e);
            }
            if (n < 0) {
                return;
            }
            assertEquals(n, some.position());
            some.flip();
            take(some, alone);
        }
    }

    private synchronized void take(ByteBuffer some, boolean inOrder) {
        while (some.hasRemaining()) {
            int one = some.get() & 0xFF;
            int writer = one / NUMBERS;
            if (inOrder) {
                assertEquals(received[writer] % NUMBERS, one % NUMBERS);
            }
            received[writer]++;
        }
    }
}
