package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** The thread of an M between two goroutines: whatever the first did to it, the second finds it like new. */
class ThreadResetTest {

    private static final String NAME = "M-like-new";
    private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
    private static final InheritableThreadLocal<String> INHERITABLE = new InheritableThreadLocal<>();
    private static final ClassLoader LOADER = new URLClassLoader(new URL[0]);

    private static boolean javaLangIsOpen() {
        return Object.class.getModule().isOpen("java.lang", ThreadReset.class.getModule());
    }

    private static <T> T onVirtualThread(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        Thread.ofVirtual().name(NAME).start(future);
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    @Test
    void restore_clearsTheInterrupt() throws Exception {
        onVirtualThread(() -> {
            Thread.currentThread().interrupt();
            ThreadReset.restore(Thread.currentThread(), NAME, null);
            assertFalse(Thread.currentThread().isInterrupted());
            return null;
        });
    }

    @Test
    void restore_forgetsTheHandlerOfUncaughtExceptions() throws Exception {
        onVirtualThread(() -> {
            Thread self = Thread.currentThread();
            Thread.UncaughtExceptionHandler before = self.getUncaughtExceptionHandler();
            self.setUncaughtExceptionHandler((thread, thrown) -> {});
            ThreadReset.restore(self, NAME, null);
            assertSame(before, self.getUncaughtExceptionHandler());
            return null;
        });
    }

    @Test
    void restore_givesTheNameBack() throws Exception {
        onVirtualThread(() -> {
            Thread.currentThread().setName("mine");
            ThreadReset.restore(Thread.currentThread(), NAME, null);
            assertEquals(NAME, Thread.currentThread().getName());
            return null;
        });
    }

    @Test
    void restore_givesTheSystemsClassLoader() throws Exception {
        onVirtualThread(() -> {
            Thread.currentThread().setContextClassLoader(LOADER);
            ThreadReset.restore(Thread.currentThread(), NAME, null);
            assertSame(
                    ClassLoader.getSystemClassLoader(), Thread.currentThread().getContextClassLoader());
            return null;
        });
    }

    /** Where java.lang is not open they carry over, as in any pool. */
    @Test
    void restore_dropsThreadLocalsIfItCan() throws Exception {
        String left = onVirtualThread(() -> {
            LOCAL.set("dirty");
            ThreadReset.restore(Thread.currentThread(), NAME, null);
            return LOCAL.get();
        });
        assertEquals(javaLangIsOpen() ? null : "dirty", left);
    }

    @Test
    void restore_leavesACleanThreadAlone() throws Exception {
        onVirtualThread(() -> {
            Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
            ThreadReset.restore(Thread.currentThread(), NAME, null);
            assertEquals(NAME, Thread.currentThread().getName());
            assertFalse(Thread.currentThread().isInterrupted());
            assertSame(
                    ClassLoader.getSystemClassLoader(), Thread.currentThread().getContextClassLoader());
            return null;
        });
    }

    /** Goroutines one after the other on the same few Ms: each finds the thread clean and leaves it dirty. */
    @Test
    void goroutines_findTheThreadLikeNew() {
        int goroutines = 50;
        Set<Thread> threads = new HashSet<>();
        int[] ended = {0};
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Boolean> done = chan();
            for (int i = 0; i < goroutines; i++) {
                go(() -> {
                    assertLikeNew();
                    threads.add(Thread.currentThread());
                    makeDirty();
                    if (++ended[0] == goroutines) {
                        done.close();
                    }
                });
            }
            assertTrue(done.recv().isEmpty());
        });
        assertEquals(goroutines, ended[0]);
        assertTrue(threads.size() < goroutines, "no M has carried a second goroutine");
    }

    private static void assertLikeNew() {
        Thread thread = Thread.currentThread();
        assertFalse(thread.isInterrupted());
        assertTrue(thread.getName().startsWith("runnel-M-"), thread.getName());
        assertSame(ClassLoader.getSystemClassLoader(), thread.getContextClassLoader());
        assertNotNull(Goroutine.current());
        if (javaLangIsOpen()) {
            assertNull(LOCAL.get());
            assertNull(INHERITABLE.get());
        }
    }

    private static void makeDirty() {
        Thread.currentThread().setName("dirty");
        Thread.currentThread().setContextClassLoader(LOADER);
        LOCAL.set("dirty");
        INHERITABLE.set("dirty");
        Thread.currentThread().interrupt();
    }
}
