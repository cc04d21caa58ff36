package dev.runnel.runtime.net;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A selector that knows no sockets: it tells of what its test says, and waits until it is woken, however long that
 * takes.
 */
final class StubSelector extends Selector {

    /** What it tells of at each look. */
    final List<SelectionKey> tells = new CopyOnWriteArrayList<>();

    /** What the next looks fail with, one after the other. */
    final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /** How often it was asked not to wait. */
    final AtomicInteger glances = new AtomicInteger();

    /** How often it was asked to wait. */
    final AtomicInteger waits = new AtomicInteger();

    /** Whoever has woken it goes on only after this. */
    volatile @Nullable CountDownLatch mayGoOn;

    private boolean woken; // under the monitor

    @Override
    public int select(Consumer<SelectionKey> action, long timeout) throws IOException {
        waits.incrementAndGet();
        look(action);
        awaitWakeup();
        return 0;
    }

    private synchronized void awaitWakeup() {
        try {
            while (!woken) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        woken = false;
    }

    @Override
    public int selectNow(Consumer<SelectionKey> action) throws IOException {
        glances.incrementAndGet();
        look(action);
        synchronized (this) {
            woken = false;
        }
        return 0;
    }

    private void look(Consumer<SelectionKey> action) throws IOException {
        Throwable failure = failures.poll();
        if (failure instanceof IOException thrown) {
            throw thrown;
        } else if (failure instanceof Error thrown) {
            throw thrown;
        }
        tells.forEach(action);
    }

    @Override
    public Selector wakeup() {
        synchronized (this) {
            woken = true;
            notifyAll();
        }
        CountDownLatch latch = mayGoOn;
        if (latch != null) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return this;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public SelectorProvider provider() {
        return SelectorProvider.provider();
    }

    @Override
    public Set<SelectionKey> keys() {
        return Set.copyOf(tells);
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        return Set.of();
    }

    @Override
    public int selectNow() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int select(long timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int select() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
