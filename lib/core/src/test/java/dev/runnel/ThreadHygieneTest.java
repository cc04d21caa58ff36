package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a goroutine leaves behind on its M is gone when the next one begins. */
class ThreadHygieneTest {

    private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
    private static final ThreadLocal<String> LOCAL_WITH_DEFAULT = ThreadLocal.withInitial(() -> "default");
    private static final InheritableThreadLocal<String> INHERITABLE = new InheritableThreadLocal<>();

    /** How the first goroutine ends. */
    enum End {
        RETURNS,
        EXITS
    }

    /** Runs two goroutines one after the other on the same thread; gives what the second one sees. */
    private static <T> T after(End end, Body first, Callable<T> second) {
        AtomicReference<T> seen = new AtomicReference<>();
        Runtimes.run(Runtimes.oneP(), () -> {
            AtomicReference<Thread> thread = new AtomicReference<>();
            // On one P the goroutine started last runs first, and the thread on which it ends takes up the other.
            GoHandle later = go(() -> {
                assertSame(thread.get(), Thread.currentThread());
                seen.set(second.call());
            });
            go(() -> {
                thread.set(Thread.currentThread());
                first.run();
                if (end == End.EXITS) {
                    Go.goexit();
                }
            });
            later.join();
        });
        return seen.get();
    }

    @ParameterizedTest
    @EnumSource
    void interruptStatus_doesNotLeak(End end) {
        assertFalse(after(end, () -> Thread.currentThread().interrupt(), Thread::interrupted));
    }

    @ParameterizedTest
    @EnumSource
    void threadName_doesNotLeak(End end) {
        String name = after(
                end,
                () -> Thread.currentThread().setName("mine"),
                () -> Thread.currentThread().getName());
        assertTrue(name.startsWith("runnel-M-"), name);
    }

    @ParameterizedTest
    @EnumSource
    void contextClassLoader_doesNotLeak(End end) throws Exception {
        try (URLClassLoader mine = new URLClassLoader(new URL[0])) {
            assertSame(
                    ClassLoader.getSystemClassLoader(),
                    after(
                            end,
                            () -> Thread.currentThread().setContextClassLoader(mine),
                            () -> Thread.currentThread().getContextClassLoader()));
        }
    }

    /**
     * Thread locals are cleared where {@code java.lang} is open; else they carry over, as in any pool, and must not be
     * lost.
     */
    @ParameterizedTest
    @EnumSource
    void threadLocals_doNotLeakWhereJavaLangIsOpen(End end) {
        boolean open = Object.class.getModule().isOpen("java.lang", Go.class.getModule());
        assertEquals(open ? null : "mine", after(end, () -> LOCAL.set("mine"), LOCAL::get));
        assertEquals(
                open ? "default" : "mine", after(end, () -> LOCAL_WITH_DEFAULT.set("mine"), LOCAL_WITH_DEFAULT::get));
        assertEquals(open ? null : "mine", after(end, () -> INHERITABLE.set("mine"), INHERITABLE::get));
    }

    @Test
    void threadLocals_aGoroutineKeepsItsOwnWhileItWaits() {
        Runtimes.run(Runtimes.oneP(), () -> {
            LOCAL.set("main");
            INHERITABLE.set("main");
            Chan<String> c = chan();
            for (int i = 0; i < 20; i++) {
                String mine = "g" + i;
                go(() -> {
                    LOCAL.set(mine);
                    c.send(mine);
                    Go.gosched();
                    assertEquals(mine, LOCAL.get());
                });
            }
            for (int i = 0; i < 20; i++) {
                c.recv();
                assertEquals("main", LOCAL.get());
                assertEquals("main", INHERITABLE.get());
            }
        });
    }

    @Test
    void threadLocals_ofTheCaller_areNotInherited() {
        INHERITABLE.set("caller");
        try {
            Runtimes.run(2, () -> {
                assertNull(INHERITABLE.get());
                go(() -> assertNull(INHERITABLE.get())).join();
            });
        } finally {
            INHERITABLE.remove();
        }
    }

    @Test
    void thread_aGoroutinesOwn_isTheSameFromFirstLineToLast() {
        Runtimes.run(4, () -> {
            Chan<Integer> c = chan();
            for (int i = 0; i < 50; i++) {
                go(() -> {
                    Thread mine = Thread.currentThread();
                    c.send(1);
                    Go.gosched();
                    Go.sleep(java.time.Duration.ofMillis(1));
                    assertSame(mine, Thread.currentThread());
                    assertTrue(mine.isVirtual() && mine.isDaemon());
                    c.send(2);
                });
            }
            for (int i = 0; i < 100; i++) {
                c.recv();
            }
        });
    }

    @Test
    void interruptStatus_aGoroutinesOwn_isKeptWhileItWaits() {
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan();
            go(() -> {
                Go.gosched();
                c.send(1);
            });
            Thread.currentThread().interrupt();
            assertEquals(1, c.recv().get());
            Go.gosched();
            Go.sleep(java.time.Duration.ofMillis(1));
            assertTrue(Thread.interrupted());
        });
    }

    @Test
    void goroutineThatFailed_leavesNothingBehind() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            AtomicReference<String> seen = new AtomicReference<>();
            runtime.go(() -> {
                        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
                        Thread.currentThread().setName("failed");
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException();
                    })
                    .join();
            runtime.go(() -> seen.set(Thread.currentThread().getName() + Thread.interrupted()))
                    .join();
            assertTrue(seen.get().matches("runnel-M-\\d+false"), seen.get());
        }
    }
}
