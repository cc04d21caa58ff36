package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * The number of Ps changes again and again while a program runs that does a bit of everything: nothing is lost
 * (P69-P71).
 */
class ProcsProps {

    private static final int WORKERS = 8;
    private static final int VALUES = 300;

    @Property(tries = 40)
    void program_underChangingProcs_losesNothing(
            @ForAll @IntRange(min = 1, max = 8) int first,
            @ForAll @Size(min = 3, max = 12) List<@IntRange(min = 1, max = 8) Integer> changes) {
        Runtimes.run(first, () -> {
            Scheduler s = Scheduler.current();
            AtomicBoolean over = new AtomicBoolean();
            Chan<Integer> changed = chan();
            go(() -> {
                int before = first;
                int n = 0;
                do {
                    int next = changes.get(n++ % changes.size());
                    assertEquals(before, Go.gomaxprocs(next));
                    before = next;
                    s.view.checkQueues();
                } while (!over.get() || n < changes.size());
                changed.send(before);
            });
            program();
            over.set(true);
            assertEquals(changed.recv().get(), Go.gomaxprocs(0));
            s.view.checkQueues();
        });
    }

    private static void program() {
        Chan<Integer> numbers = chan();
        Chan<Integer> results = chan(16);
        Mutex mutex = new Mutex();
        AtomicLong atFirst = new AtomicLong();
        long[] counted = {0};
        WaitGroup group = new WaitGroup();
        for (int worker = 0; worker < WORKERS; worker++) {
            int kind = worker;
            group.go(() -> numbers.forEach(n -> {
                atFirst.addAndGet(n);
                mutex.lock();
                counted[0] += n;
                mutex.unlock();
                pause(kind, n);
                results.send(n);
            }));
        }
        go(() -> {
            for (int n = 1; n <= VALUES; n++) {
                int value = n;
                select().send(numbers, value, () -> {})
                        .after(Duration.ofHours(1), () -> {})
                        .run();
            }
            numbers.close();
            group.await();
            results.close();
        });
        long sum = 0;
        for (int result : results) {
            sum += result;
        }
        long all = VALUES * (VALUES + 1L) / 2;
        assertEquals(all, sum);
        assertEquals(all, atFirst.get());
        assertEquals(all, counted[0]);
    }

    private static void pause(int kind, int n) {
        switch (kind % 5) {
            case 0 -> Go.sleep(Duration.ofNanos(1_000L * n));
            case 1 -> LockSupport.parkNanos(1_000L * n);
            case 2 -> Go.blocking(() -> LockSupport.parkNanos(1_000L * n));
            case 3 -> go(Go::gosched).join();
            default -> Go.gosched();
        }
    }
}
