package dev.runnel.sample.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.testkit.junit.Interleavings;
import io.vavr.collection.List;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

class ParallelTest {

    @Interleavings(200)
    void everything_isDoneOnce_byAsManyAsMayBe() throws Exception {
        Queue<Integer> done = new ConcurrentLinkedQueue<>();
        AtomicInteger active = new AtomicInteger();

        Parallel.forEach(Context.background(), List.range(0, 8), 3, (n, context) -> {
            assertTrue(active.incrementAndGet() <= 3, "too many at once");
            Go.gosched();
            active.decrementAndGet();
            done.add(n);
        });

        assertEquals(List.range(0, 8), List.ofAll(done).sorted());
        assertEquals(1, Go.numGoroutine());
    }

    @Interleavings(200)
    void firstError_endsThoseUnderWay_andNoneIsBegun() {
        Queue<Integer> begun = new ConcurrentLinkedQueue<>();

        IOException error = assertThrows(
                IOException.class,
                () -> Parallel.forEach(Context.background(), List.range(0, 100), 3, (n, context) -> {
                    begun.add(n);
                    if (n == 2) {
                        throw new IOException("it is " + n);
                    }
                    Go.nilChan().recv(context);
                }));

        assertEquals("it is 2", error.getMessage());
        assertEquals(List.of(0, 1, 2), List.ofAll(begun).sorted());
        assertEquals(1, Go.numGoroutine());
    }

    @Interleavings(200)
    void endOfTheParent_endsAll() {
        try (CancelContext parent = Context.withCancel(Context.background())) {
            assertThrows(
                    Canceled.class,
                    () -> Parallel.forEach(parent, List.range(0, 100), 4, (n, context) -> {
                        if (n == 2) {
                            parent.cancel();
                        } else {
                            Go.nilChan().recv(context);
                        }
                    }));
            assertEquals(1, Go.numGoroutine());
        }
    }

    @Interleavings(20)
    void nothing_isDoneAtOnce() throws Exception {
        Parallel.forEach(Context.background(), List.empty(), 4, (n, context) -> {
            throw new IOException("there was nothing");
        });

        assertEquals(1, Go.numGoroutine());
    }
}
