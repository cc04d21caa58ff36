package dev.runnel.runtime.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ObjectCountTest {

    private static final int MANY = 1_000;

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

    /** A name is not a pattern, and does not stand for names that contain it. */
    @Test
    void of_wantsTheWholeName() {
        Counted kept = new Counted();
        assertEquals(0, ObjectCount.of(Counted.class.getName().replace('$', '.')));
        String name = Counted.class.getName();
        assertEquals(0, ObjectCount.of(name.substring(0, name.length() - 1)));
        Reference.reachabilityFence(kept);
    }

    @Test
    void of_virtualThreads_seesThoseThatWait() throws InterruptedException {
        CountDownLatch ends = new CountDownLatch(1);
        List<Thread> waiting = Stream.generate(() -> Thread.startVirtualThread(() -> await(ends)))
                .limit(MANY)
                .toList();
        long all = ObjectCount.of("java.lang.VirtualThread");
        assertTrue(all >= MANY, () -> "only " + all); // others may be there, too
        ends.countDown();
        for (Thread thread : waiting) {
            thread.join();
        }
    }

    private static void await(CountDownLatch ends) {
        try {
            ends.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
