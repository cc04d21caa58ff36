package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * Takes connections at a file of this machine; Go's {@code net.UnixListener}. The file is removed when this is closed,
 * unless {@link #setUnlinkOnClose} says otherwise.
 */
public final class UnixListener extends Listener {

    private final UnixDomainSocketAddress address;
    private final SpinLock lock = new SpinLock();

    // under the lock
    private boolean removes = true;
    private boolean left;

    UnixListener(ServerSocketChannel channel, UnixDomainSocketAddress address) {
        super(channel, Network.UNIX.where(address));
        this.address = address;
    }

    @Override
    public UnixDomainSocketAddress address() {
        return address;
    }

    /** The path of the file. */
    @Override
    public String addressText() {
        return Address.show(address);
    }

    @Override
    public UnixConn accept() throws NetException {
        return accept(Network.UNIX, Patience.PLAIN);
    }

    @Override
    public UnixConn accept(Cancellation cancellation) throws NetException, CancelledException, InterruptedException {
        return accept(Network.UNIX, Patience.until(cancellation));
    }

    /**
     * Whether {@link #close} removes the file; it does unless this is set to false. Go's {@code SetUnlinkOnClose}.
     * After the close it does nothing.
     */
    public void setUnlinkOnClose(boolean unlink) {
        Checkpoint.lookOutside();
        lock.lock();
        removes = unlink;
        lock.unlock();
    }

    /**
     * {@inheritDoc} The file is removed first, whatever it is by then, and once only: another listener may have that
     * path from then on.
     *
     * @throws NetException also if the file cannot be removed; it does not listen any more then
     */
    @Override
    public void close() throws NetException {
        NetException failure = leaves() ? removeFile() : null;
        super.close();
        if (failure != null) {
            throw failure;
        }
    }

    /** Whether the file is to be removed now. */
    private boolean leaves() {
        StackRoom.requireTwice(); // for what is about to be done
        lock.lock();
        boolean first = !left;
        left = true;
        boolean now = first && removes;
        lock.unlock();
        return now;
    }

    private @Nullable NetException removeFile() {
        try {
            Files.deleteIfExists(address.getPath());
            return null;
        } catch (IOException e) {
            return NetException.of("close", Network.UNIX.where(address), e);
        }
    }
}
