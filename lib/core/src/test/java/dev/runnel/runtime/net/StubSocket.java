package dev.runnel.runtime.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What a selector takes for a socket: the end of a pipe of the system's. Its test says what it fails to do. */
final class StubSocket extends SelectableChannel {

    /** How often there is no memory to register it. */
    final AtomicInteger registerFails = new AtomicInteger();

    /** What closing it throws, after it was closed. */
    @Nullable Throwable closeFails;

    /** Whoever closes it waits for this. */
    volatile @Nullable CountDownLatch mayClose;

    volatile @Nullable Thread closedBy;

    /** The key, once it is registered. */
    volatile @Nullable SelectionKey key;

    private final Pipe pipe;

    StubSocket() throws IOException {
        pipe = Pipe.open();
        pipe.source().configureBlocking(false);
    }

    /** From now on there is something to read. */
    void becomeReady() throws IOException {
        pipe.sink().write(ByteBuffer.allocate(1));
    }

    PollDescriptor descriptor() {
        return new PollDescriptor(this, SelectionKey.OP_READ, SelectionKey.OP_WRITE);
    }

    @Override
    public SelectionKey register(Selector selector, int ops, @Nullable Object attachment)
            throws ClosedChannelException {
        if (registerFails.getAndDecrement() > 0) {
            throw new OutOfMemoryError("planted");
        }
        SelectionKey registered = pipe.source().register(selector, ops, attachment);
        key = registered;
        return registered;
    }

    @Override
    protected void implCloseChannel() throws IOException {
        closedBy = Thread.currentThread();
        CountDownLatch latch = mayClose;
        if (latch != null) {
            awaitUninterrupted(latch);
        }
        pipe.source().close();
        pipe.sink().close();
        if (closeFails instanceof IOException failure) {
            throw failure;
        } else if (closeFails instanceof Error failure) {
            throw failure;
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public @Nullable SelectionKey keyFor(Selector selector) {
        return pipe.source().keyFor(selector);
    }

    @Override
    public SelectorProvider provider() {
        return pipe.source().provider();
    }

    @Override
    public int validOps() {
        return pipe.source().validOps();
    }

    @Override
    public boolean isRegistered() {
        return pipe.source().isRegistered();
    }

    @Override
    public SelectableChannel configureBlocking(boolean block) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isBlocking() {
        return false;
    }

    @Override
    public Object blockingLock() {
        return this;
    }
}
