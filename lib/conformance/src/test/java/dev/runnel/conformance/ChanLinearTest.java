package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;

import dev.runnel.channel.Chan;
import dev.runnel.select.Select;
import java.util.ArrayList;
import java.util.List;

/** A channel that many selects wait on does not make their wake-ups slow: {@code test/chanlinear.go}. */
class ChanLinearTest {

    private static final int MESSAGES = 10;
    private static final int TRIES = 12;

    /** The nanoseconds in which n goroutines, all waiting on one channel and each on its own, get 10 messages each. */
    private static long time(int n) {
        long start = System.nanoTime();
        Chan<Boolean> common = chan();
        List<Chan<Boolean>> own = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Chan<Boolean> mine = chan();
            own.add(mine);
            go(() -> {
                Select select = select().recv(common, () -> {}).recv(mine, () -> {});
                for (int j = 0; j < MESSAGES; j++) {
                    select.run();
                }
            });
        }
        for (int j = 0; j < MESSAGES; j++) {
            own.forEach(c -> c.send(true));
        }
        return System.nanoTime() - start;
    }

    // No schedules: time is measured. A quadratic cost would make every try four times as long. There are several tries
    // because others use this machine, too.
    @GoTest(value = "test/chanlinear.go", covers = "C58", procs = 1, schedules = 0)
    void twiceTheSelects_takeLessThanThreeTimesAsLong() {
        int n = 1000;
        StringBuilder tries = new StringBuilder();
        time(n); // so that all is loaded and compiled
        for (int i = 0; i < TRIES; i++) {
            long once = time(n);
            long twice = time(2 * n);
            if (twice < 3 * once) {
                return;
            }
            tries.append(n)
                    .append(": ")
                    .append(once)
                    .append(" ns, twice that: ")
                    .append(twice)
                    .append(" ns; ");
            n = Math.min(2 * n, 4000);
        }
        throw new AssertionError("too slow: " + tries);
    }
}
