package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * Takes connections at a file of this machine; Go's {@code net.UnixListener}. The file is removed when this is closed,
 * unless {@link #setUnlinkOnClose} says otherwise.
 */
public final class UnixListener extends Listener {

    private final UnixDomainSocketAddress address;
    private volatile boolean removes = true;

    /** Held for as long as the system takes to remove the file: another that closes is to find it gone. */
    private final SpinLock leaving = new SpinLock();

    private boolean left; // under the lock

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
     * After the close this does nothing.
     */
    public void setUnlinkOnClose(boolean unlink) {
        Checkpoint.lookOutside();
        removes = unlink;
    }

    /**
     * {@inheritDoc} The file is removed first, whatever it is by then, and only once: another listener may have that
     * path from then on.
     *
     * @throws NetException also if the file cannot be removed; the listener no longer listens then
     */
    @Override
    public void close() throws NetException {
        StackRoom.requireTwice(); // for what is about to be done
        IOException failure = removeFile();
        super.close();
        if (failure != null) {
            throw notRemoved(failure);
        }
    }

    /** Removes the file. If another call does so already, that one is waited for. Returns what it failed with. */
    private @Nullable IOException removeFile() {
        leaving.lock();
        try {
            if (!left && removes) {
                Files.deleteIfExists(address.getPath());
            }
            left = true; // not before: an error, for lack of memory say, leaves all as it was
            return null;
        } catch (IOException e) {
            left = true;
            return e;
        } finally {
            leaving.unlock();
        }
    }

    /** The JDK may say no more than the path, which is said anyway. */
    private NetException notRemoved(IOException thrown) {
        String reason = thrown instanceof FileSystemException failure ? failure.getReason() : thrown.getMessage();
        String what = reason == null ? thrown.getClass().getSimpleName() : reason;
        return new NetException("close", Network.UNIX.where(address), "cannot remove the file: " + what, thrown);
    }
}
