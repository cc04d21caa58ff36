package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ObjectCountTest {

    private static final class Counted {}

    private static final class Never {}

    private static long counted() {
        return ObjectCount.of(Counted.class.getName());
    }

    @Test
    void of_countsThoseThatSomethingRefersTo() {
        List<Counted> kept = Stream.generate(Counted::new).limit(7).toList();
        Stream.generate(Counted::new).limit(100).forEach(dropped -> {});
        assertEquals(7, counted());
        Reference.reachabilityFence(kept);
        assertEquals(0, ObjectCount.of(Never.class.getName()));
    }

    /** A name is no pattern, and no part of another. */
    @Test
    void of_wantsTheWholeName() {
        Counted kept = new Counted();
        assertEquals(0, ObjectCount.of(Counted.class.getName().replace('$', '.')));
        assertEquals(0, ObjectCount.of(Counted.class.getName().substring(0, 40)));
        Reference.reachabilityFence(kept);
    }

    @Test
    void of_virtualThreads_seesThoseThatWait() throws InterruptedException {
        long before = ObjectCount.of("java.lang.VirtualThread");
        Thread waits = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                // the end
            }
        });
        assertTrue(ObjectCount.of("java.lang.VirtualThread") > 0, () -> before + " before");
        waits.interrupt();
        waits.join();
    }
}
