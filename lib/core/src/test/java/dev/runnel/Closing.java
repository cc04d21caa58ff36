package dev.runnel;

import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What the tests of closing have in common. */
final class Closing {

    private Closing() {}

    static GoRuntime runtime(int procs) {
        return new GoRuntime(Runtimes.withProcs(procs));
    }

    static Stream<Arguments> onAll(Map<String, ?> bodies) {
        return bodies.entrySet().stream()
                .flatMap(e -> IntStream.of(1, 2, 4)
                        .mapToObj(n -> Arguments.argumentSet(e.getKey() + ", " + n + " Ps", e.getValue(), n)));
    }

    static void awaitState(GoRuntime runtime, String... anyOf) {
        while (Stream.of(anyOf).noneMatch(runtime.dump()::contains)) {
            Thread.onSpinWait();
        }
    }

    /** Closes the runtime, and says so to its goroutines once it takes no more. */
    static void closeMeanwhile(GoRuntime runtime, AtomicBoolean isClosing) {
        Thread teller = Thread.ofPlatform().daemon().start(() -> {
            while (isOpen(runtime)) {
                Thread.onSpinWait();
            }
            isClosing.set(true);
        });
        runtime.close();
        join(teller);
    }

    static void counted(AtomicInteger counter, Body body) throws Exception {
        try {
            body.run();
        } finally {
            counter.incrementAndGet();
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean isOpen(GoRuntime runtime) {
        try {
            runtime.go(() -> {});
            return true;
        } catch (RuntimeClosedException e) {
            return false;
        }
    }
}
