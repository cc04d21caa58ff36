package dev.runnel.runtime.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.runnel.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's pool while it is held, where the JDK tells enough about it. */
@EnabledForJreRange(minVersion = 24)
class PoolHoldTest {

    private static final int THREADS = 50;

    /**
     * Tries until the pool is taken: it has other things to do now and then, and carriers of what has ended before may
     * still run.
     */
    private static PoolHold taken() {
        @Nullable PoolHold[] hold = new PoolHold[1];
        Await.until(() -> (hold[0] = PoolHold.tryToTake()) != null);
        return hold[0];
    }

    @Test
    void held_noThreadOfOthersIsMounted(@TempDir Path folder) throws IOException, InterruptedException {
        AtomicBoolean given = new AtomicBoolean();
        AtomicInteger early = new AtomicInteger();
        List<Thread> others = new ArrayList<>();
        try (PoolHold hold = taken()) {
            assertNotNull(hold);
            for (int i = 0; i < THREADS; i++) {
                others.add(Thread.ofVirtual().start(() -> {
                    if (!given.get()) {
                        early.incrementAndGet();
                    }
                }));
            }
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(folder.resolve("threads").toString(), ThreadDumpFormat.TEXT_PLAIN);
            given.set(true);
        }
        for (Thread other : others) {
            other.join();
        }
        assertEquals(0, early.get());
    }

    /**
     * Else other threads of the JVM would have no processor while it makes its dump, nor would a thread that waits for
     * its turn to sit. A carrier that was woken for the last thread of ours may still look for it in vain.
     */
    @Test
    void held_noCarrierTakesTimeOfAProcessor() {
        try (PoolHold hold = taken()) {
            assertNotNull(hold);
            Await.until(() -> PlatformThreads.runningCarriersOfTheJdk() == 0);
        }
    }

    @Test
    void busyPool_isNotHeld() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        AtomicBoolean runs = new AtomicBoolean();
        Thread busy = Thread.ofVirtual().start(() -> {
            runs.set(true);
            while (!over.get()) {
                Thread.onSpinWait();
            }
        });
        Await.until(runs::get);
        @Nullable PoolHold hold = PoolHold.tryToTake();
        over.set(true);
        busy.join();
        assertNull(hold);
        taken().close();
    }

    /** The carrier of the pinned thread is neither free nor busy. */
    @Test
    void poolWithAPinnedThread_isHeld() throws InterruptedException {
        Thread pinned = Thread.ofVirtual().start(() -> new Pinned().get());
        Await.until(() -> Pinned.begun);
        taken().close();
        Pinned.over = true;
        LockSupport.unpark(pinned);
        pinned.join();
    }

    /** A thread that initializes a class is pinned. */
    private static final class Pinned {

        static volatile boolean begun;
        static volatile boolean over;

        int get() {
            return Waits.VALUE;
        }

        private static final class Waits {

            static final int VALUE = await();

            private static int await() {
                begun = true;
                while (!over) {
                    LockSupport.park();
                }
                return 1;
            }
        }
    }
}
