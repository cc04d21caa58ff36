package dev.runnel.runtime.carrier;

import dev.runnel.runtime.lock.SpinLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The platform threads of carriers. A thread serves a carrier until that ends, and then the next that is made, if that
 * is soon: goroutines that hold on to their carriers mostly do so again and again. A thread that has waited in vain for
 * a second ends. This object is its own lock.
 */
final class CarrierThreads extends SpinLock {

    private static final String IDLE = "runnel-spare";

    /** How long an idle thread is kept, in nanoseconds. */
    private static final long KEPT = 1_000_000_000;

    private final List<Server> servers = new ArrayList<>(); // all that have not ended; under the lock
    private final List<Server> idle; // the one that has been idle for longest first; under the lock
    private volatile boolean ending; // written under the lock
    private volatile int serving; // written under the lock

    CarrierThreads() {
        this(new ArrayList<>());
    }

    /** For tests, with a list for the threads that are idle. */
    CarrierThreads(List<Server> idle) {
        this.idle = idle;
    }

    /** A thread, and what it serves. */
    final class Server implements Runnable {

        private final Thread thread = OwnThreads.named(IDLE).unstarted(this);

        /** What it is to serve; null while it is idle. Written under the lock. */
        private volatile @Nullable Carrier carrier;

        Server(Carrier carrier) {
            this.carrier = carrier;
        }

        @Override
        public void run() {
            for (Carrier mine = carrier; mine != null; mine = next()) {
                mine.run();
                thread.setName(IDLE);
            }
        }

        /** Returns whether it is idle from now on; else it is to end: all do, or there is no memory to note it down. */
        @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
        private boolean becomesIdle() {
            lock();
            try {
                serving--;
                carrier = null;
                return !ending && idle.add(this);
            } catch (OutOfMemoryError e) {
                return false;
            } finally {
                unlock();
            }
        }

        /** What it serves after the one that has ended; null if nothing has come for long. */
        private @Nullable Carrier next() {
            boolean last = !becomesIdle();
            long deadline = System.nanoTime() + KEPT;
            while (!last) {
                if (carrier != null) {
                    return carrier;
                }
                long left = deadline - System.nanoTime();
                if (left > 0 && !ending) {
                    Thread.interrupted(); // an interrupt means nothing here, but while it is set no wait lasts
                    LockSupport.parkNanos(this, left);
                    continue;
                }
                lock();
                last = carrier == null;
                idle.remove(this);
                unlock();
            }
            lock();
            servers.remove(this);
            unlock();
            return null;
        }
    }

    /**
     * Has a thread serve a carrier until that ends. Not from where nothing may wait; perhaps during a change of the
     * number of Ps.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    void serve(Carrier carrier) {
        lockAnother();
        Server server = idle.isEmpty() ? null : idle.removeLast();
        if (server != null) {
            server.carrier = carrier;
            serving++;
        }
        unlock();
        if (server != null) {
            LockSupport.unpark(server.thread);
            return;
        }
        Server fresh = new Server(carrier);
        lockAnother();
        try {
            servers.add(fresh);
            serving++;
        } finally {
            unlock();
        }
        boolean started = false;
        try {
            fresh.thread.start();
            started = true;
        } finally {
            if (!started) {
                lockAnother();
                servers.remove(fresh);
                serving--;
                unlock();
            }
        }
    }

    /** How many carriers have not ended. */
    int serving() {
        return serving;
    }

    /** When all carriers were told to stop: waits for the threads to end, too. */
    void join() {
        List<Server> left;
        lock();
        try {
            ending = true;
            left = List.copyOf(servers);
        } finally {
            unlock();
        }
        boolean interrupted = false;
        for (Server server : left) {
            LockSupport.unpark(server.thread);
            while (server.thread.isAlive()) {
                try {
                    server.thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
