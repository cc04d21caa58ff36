package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;
import java.time.Duration;

/**
 * Small programs that are wrong, for testing the tester. Under the plain schedule they are right unless said otherwise.
 */
public final class KnownBugs {

    private KnownBugs() {}

    /** Two goroutines read a shared number, let others run, and write one more. Wrong under the plain schedule, too. */
    public static void lostUpdate() {
        int[] shared = {0};
        Chan<Boolean> done = chan();
        for (int i = 0; i < 2; i++) {
            go("adder " + i, () -> {
                int seen = shared[0];
                gosched();
                shared[0] = seen + 1;
                done.send(true);
            });
        }
        done.recv();
        done.recv();
        assertEquals(2, shared[0]);
    }

    /** The same, with a call on a channel of its own between the read and the write. */
    public static void lostUpdateAroundAChannel() {
        int[] shared = {0};
        Chan<Boolean> done = chan(2);
        for (int i = 0; i < 2; i++) {
            Chan<Integer> mine = chan(1);
            go("adder " + i, () -> {
                mine.send(shared[0]);
                shared[0] = mine.recv().get() + 1;
                done.send(true);
            });
        }
        done.recv();
        done.recv();
        assertEquals(2, shared[0]);
    }

    /** The same, and nobody looks at the sum. */
    public static void lostUpdateOnlySometimes() {
        int[] shared = {0};
        Chan<Boolean> done = chan(2);
        for (int i = 0; i < 2; i++) {
            go(() -> {
                int seen = shared[0];
                done.send(true);
                shared[0] = seen + 1;
            });
        }
        done.recv();
        done.recv();
    }

    /** Two channels as mutexes, taken in either order. */
    public static void deadlockOfTwoLocks() {
        Chan<Boolean> a = chan(1);
        Chan<Boolean> b = chan(1);
        Chan<Boolean> done = chan(2);
        go("ab", () -> lockBoth(a, b, done));
        go("ba", () -> lockBoth(b, a, done));
        done.recv();
        done.recv();
    }

    private static void lockBoth(Chan<Boolean> first, Chan<Boolean> second, Chan<Boolean> done) {
        first.send(true);
        second.send(true);
        second.recv();
        first.recv();
        done.send(true);
    }

    /** Each tries not to wait, and both may find that nobody is there, and wait for each other. */
    public static void deadlockOnUnbufferedChannels() {
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        Chan<Boolean> done = chan(2);
        go("a", () -> {
            if (!b.trySend(1)) {
                a.send(1);
            }
            done.send(true);
        });
        go("b", () -> {
            if (a.tryRecv().isEmpty()) {
                b.recv();
            }
            done.send(true);
        });
        done.recv();
        done.recv();
    }

    /** Not wrong: workers, a select, a timer, a close. */
    public static void benign() {
        Chan<Integer> work = chan();
        Chan<Integer> results = chan(2);
        Chan<Boolean> quit = chan();
        for (int i = 0; i < 3; i++) {
            go("worker " + i, () -> {
                for (int n : work) {
                    results.send(n * n);
                }
                results.send(-1);
            });
        }
        go("source", () -> {
            for (int i = 1; i <= 6; i++) {
                work.send(i);
            }
            work.close();
        });
        go("clock", () -> {
            sleep(Duration.ofMillis(5));
            quit.close();
        });
        int[] sum = {0};
        int[] open = {3, 1};
        while (open[0] + open[1] > 0) {
            select().recv(results, n -> {
                        if (n.get() < 0) {
                            open[0]--;
                        } else {
                            sum[0] += n.get();
                        }
                    })
                    .recv(open[1] == 0 ? null : quit, () -> open[1] = 0)
                    .run();
        }
        assertEquals(91, sum[0]);
    }
}
