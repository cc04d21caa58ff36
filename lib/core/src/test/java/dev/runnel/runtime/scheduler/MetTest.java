package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.runnel.Await;
import dev.runnel.runtime.Racers;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What follows for whoever met a goroutine that lingered. */
class MetTest {

    private static Set<Thread> others() {
        Set<Thread> all = new HashSet<>(Thread.getAllStackTraces().keySet());
        all.remove(Thread.currentThread());
        return all;
    }

    @Test
    void goroutine_isNotReadiedItself() {
        assertSame(Met.GOROUTINE, new Goroutine(null, 7, 1, null, () -> {}).met());
    }

    /**
     * As if the thread had readied somebody: it may do so again, so nothing is a deadlock as long as the thread lives.
     */
    @Test
    void threadThatMetAGoroutine_isKnown() throws Exception {
        Racers.race(() -> {
            Set<Thread> others = others();
            Await.until(() -> {
                System.gc(); // threads of other tests
                return others.containsAll(ForeignThreads.alive());
            });
            Met.GOROUTINE.ready();
            assertFalse(others.containsAll(ForeignThreads.alive()));
        });
    }
}
