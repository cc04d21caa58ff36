package dev.runnel.bench.ticking;

import java.io.Closeable;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** What a goroutine does for so long without a call into the runtime. */
enum Occupation {
    NOTHING("nothing") {
        @Override
        void last(long nanos) {}
    },
    SLEEP("Thread.sleep") {
        @Override
        void last(long nanos) throws Exception {
            Thread.sleep(nanos / MILLI);
        }
    },
    LOCK("ReentrantLock.lock") {
        @Override
        void last(long nanos) throws Exception {
            ReentrantLock lock = new ReentrantLock();
            CountDownLatch taken = new CountDownLatch(1);
            onAThread(() -> {
                lock.lock();
                taken.countDown();
                LockSupport.parkNanos(nanos);
                lock.unlock();
            });
            taken.await();
            lock.lock();
            lock.unlock();
        }
    },
    FUTURE("CompletableFuture.get") {
        @Override
        void last(long nanos) throws Exception {
            CompletableFuture<String> future = new CompletableFuture<>();
            onAThread(() -> {
                LockSupport.parkNanos(nanos);
                future.complete("done");
            });
            future.get();
        }
    },
    MONITOR("synchronized") {
        @Override
        void last(long nanos) throws Exception {
            Object monitor = new Object();
            CountDownLatch taken = new CountDownLatch(1);
            onAThread(() -> {
                synchronized (monitor) {
                    taken.countDown();
                    LockSupport.parkNanos(nanos);
                }
            });
            taken.await();
            synchronized (monitor) {
                return;
            }
        }
    },
    SOCKET("Socket.read") {
        @Override
        void last(long nanos) throws Exception {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Socket mine = new Socket(server.getInetAddress(), server.getLocalPort());
                    Socket theirs = server.accept()) {
                onAThread(() -> {
                    LockSupport.parkNanos(nanos);
                    closeQuietly(theirs);
                });
                mine.getInputStream().read();
            }
        }
    },
    FILE("file read (a pipe)") {
        @Override
        void last(long nanos) throws Exception {
            Path pipe = Files.createTempDirectory("runnel").resolve("pipe");
            Process make = new ProcessBuilder("mkfifo", pipe.toString()).start();
            make.waitFor();
            onAThread(() -> {
                try (var out = Files.newOutputStream(pipe)) {
                    LockSupport.parkNanos(nanos);
                    out.write(1);
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (InputStream in = Files.newInputStream(pipe)) {
                in.read();
            }
            Files.delete(pipe);
            Files.delete(pipe.getParent());
        }
    },
    HOG("a loop") {
        @Override
        void last(long nanos) {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }
    };

    static final long MILLI = 1_000_000;

    final String words;

    Occupation(String words) {
        this.words = words;
    }

    /** Does it. */
    abstract void last(long nanos) throws Exception;

    private static void onAThread(Runnable body) {
        Thread.ofPlatform().daemon().start(body);
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
