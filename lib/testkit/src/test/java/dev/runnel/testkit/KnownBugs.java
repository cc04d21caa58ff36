package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;

/** Small programs that are wrong, for testing the tester. Right under the plain schedule but where said. */
final class KnownBugs {

    private KnownBugs() {}

    /** Two goroutines read a shared number, let others run, and write one more. Wrong under the plain schedule, too. */
    static void lostUpdate() {
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

    /** The same, with a call on a channel of one's own between the read and the write. */
    static void lostUpdateAroundAChannel() {
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

    /** Two channels as mutexes, taken in either order. */
    static void deadlockOfTwoLocks() {
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
    static void deadlockOnUnbufferedChannels() {
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
}
