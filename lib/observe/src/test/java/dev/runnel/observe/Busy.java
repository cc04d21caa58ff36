package dev.runnel.observe;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.sleep;

import dev.runnel.channel.Chan;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;

/** A main goroutine that has the scheduler do everything it can. */
final class Busy {

    private Busy() {}

    /** Channels, a mutex, sleeping, blocking in the JDK, yielding; workers times rounds. */
    static void work(int workers, int rounds) throws Exception {
        Chan<Integer> numbers = chan(2);
        Mutex mutex = new Mutex();
        WaitGroup group = new WaitGroup();
        for (int w = 0; w < workers; w++) {
            int worker = w;
            group.add(1);
            go("worker " + worker, () -> {
                for (int i = 0; i < rounds; i++) {
                    numbers.send(i);
                    mutex.lock();
                    mutex.unlock();
                    if (i % 8 == worker % 8) {
                        gosched();
                    }
                }
                sleep(Duration.ofMillis(1));
                Thread.sleep(1);
                group.done();
            });
        }
        go(() -> {
            group.await();
            numbers.close();
        });
        int sum = 0;
        for (int n : numbers) {
            sum += n;
        }
        if (sum != workers * (rounds * (rounds - 1) / 2)) {
            throw new AssertionError("sum: " + sum);
        }
    }
}
