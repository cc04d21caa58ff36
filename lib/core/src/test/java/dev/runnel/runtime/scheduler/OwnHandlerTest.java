package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.CarrierMode;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** With shared carriers a goroutine's M is its thread's handler of uncaught exceptions; a program may have its own. */
class OwnHandlerTest {

    /** More goroutines than there are idle Ms. */
    private static final int MANY = 10_000;

    private static final UncaughtExceptionHandler OWN = (thread, thrown) -> {};

    private static void onShared(Body body) {
        Runtimes.run(Runtimes.oneP().withCarriers(CarrierMode.SHARED), body);
    }

    /** The caller sends a value to itself, by way of another goroutine, so that it waits twice. */
    private static void waitTwice() {
        Chan<Integer> there = chan();
        Chan<Integer> back = chan();
        go(() -> back.send(there.recv().get()));
        there.send(1);
        assertEquals(1, back.recv().get());
    }

    @Test
    void goroutineWithItsOwnHandler_isStillOne() {
        onShared(() -> {
            Goroutine self = Goroutine.current();
            for (UncaughtExceptionHandler own : new @Nullable UncaughtExceptionHandler[] {OWN, null}) {
                Thread.currentThread().setUncaughtExceptionHandler(own);
                assertSame(self, Goroutine.current());
                waitTwice();
                Go.gosched();
                assertSame(self, Goroutine.current());
            }
        });
    }

    /** The later goroutines wait, each on an M of its own, until one is on the M of the first. */
    @Test
    void goroutineWithItsOwnHandlerAndName_goesOnAsAThread_andTheNextOneIsAGoroutine() {
        AtomicReference<Thread> first = new AtomicReference<>();
        AtomicReference<Thread> later = new AtomicReference<>();
        onShared(() -> {
            go(() -> {
                        first.set(Thread.currentThread());
                        Thread.currentThread().setUncaughtExceptionHandler(OWN);
                        Thread.currentThread().setName("mine");
                        waitTwice();
                        assertNull(Goroutine.current());
                    })
                    .join();
            Chan<Integer> gate = chan();
            for (int i = 0; i < MANY && later.get() != first.get(); i++) {
                Chan<Thread> begun = chan();
                go(() -> {
                    assertNotNull(Goroutine.current());
                    assertNotSame(OWN, Thread.currentThread().getUncaughtExceptionHandler());
                    begun.send(Thread.currentThread());
                    gate.recv();
                });
                later.set(begun.recv().get());
            }
            gate.close();
        });
        assertSame(first.get(), later.get());
    }

    /** Frameworks do this to pass on the surroundings of a task. */
    @Test
    void threadWithTheHandlerOfAGoroutine_isNone() {
        onShared(() -> {
            UncaughtExceptionHandler handler = Thread.currentThread().getUncaughtExceptionHandler();
            for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
                AtomicReference<Object> seen = new AtomicReference<>();
                Thread thread = builder.unstarted(() -> seen.set(Goroutine.current()));
                thread.setUncaughtExceptionHandler(handler);
                thread.start();
                thread.join();
                assertNull(seen.get());
            }
        });
    }

    /** As without a handler, the JVM's default one is told. */
    @Test
    void handlerOfAGoroutine_passesOn() {
        UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        List<Throwable> told = new ArrayList<>();
        Exception thrown = new Exception();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> told.add(e));
        try {
            onShared(() -> {
                Thread self = Thread.currentThread();
                self.getUncaughtExceptionHandler().uncaughtException(self, thrown);
            });
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertEquals(List.of(thrown), told);
    }
}
