package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * Goroutines that compute without a call into the runtime: the tests of parallelism and preemption in Go's
 * {@code runtime/proc_test.go}. Go interrupts such goroutines; here the watchdog takes their Ps, and they run on beside
 * the others. A test in which one starves never ends.
 */
class BusyGoroutinesTest {

    private static final int TRIES = 10;

    // ---------------------------------------------------------------- parallelism

    /** What one of these goroutines does: it takes three turns, and spins until each comes. */
    private static void takeTurns(AtomicInteger turn, int goroutines, int me) {
        for (int i = 0; i < 3; i++) {
            int mine = goroutines * i + me;
            while (turn.get() != mine) {
                Thread.onSpinWait();
            }
            turn.set(mine + 1);
        }
    }

    @GoTest(
            value = "runtime TestGoroutineParallelism",
            covers = {"P18", "P37", "P43", "P102"},
            schedules = 0)
    void goroutinesThatSpin_runAtTheSameTime() {
        int n = Hogs.amongThemselves(4);
        for (int i = 0; i < TRIES; i++) {
            AtomicInteger turn = new AtomicInteger();
            Chan<Integer> done = chan();
            for (int g = 0; g < n; g++) {
                int me = g;
                go(() -> {
                    takeTurns(turn, n, me);
                    done.send(me);
                });
            }
            for (int g = 0; g < n; g++) {
                done.recv();
            }
            assertEquals(3 * n, turn.get());
        }
    }

    /** All spin until all run, so that as the test begins there are Ms that are awake and about to rest. */
    private static void load(int n) {
        AtomicInteger running = new AtomicInteger();
        Chan<Integer> all = chan();
        for (int g = 0; g < n; g++) {
            go(() -> {
                if (running.incrementAndGet() == n) {
                    all.send(n);
                    return;
                }
                while (running.get() != n) {
                    Thread.onSpinWait();
                }
            });
        }
        all.recv();
    }

    private static void spinNested(int n) {
        AtomicInteger turn = new AtomicInteger();
        Chan<Integer> done = chan();
        for (int g = 0; g < n; g += 2) {
            int first = g;
            go(() -> {
                for (int me = first; me < Math.min(n, first + 2); me++) {
                    int mine = me;
                    go(() -> {
                        takeTurns(turn, n, mine);
                        done.send(mine);
                    });
                }
            });
        }
        for (int g = 0; g < n; g++) {
            done.recv();
        }
        assertEquals(3 * n, turn.get());
    }

    /** In place of Go's network poller: a goroutine that is blocked in the JDK, in accept. */
    private static ServerSocket listen() throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        go(() -> {
            try {
                server.accept().close();
            } catch (SocketException closed) {
                // the end
            }
        });
        return server;
    }

    @GoTest(
            value = "runtime TestGoroutineParallelism2",
            covers = {"P18", "P37", "P43", "P53", "P102"},
            schedules = 0)
    void goroutinesThatSpin_startedByOthers_runAtTheSameTime() throws IOException {
        int n = Hogs.amongThemselves(4);
        for (int variant = 1; variant < 4; variant++) {
            for (int i = 0; i < 3; i++) { // Go: 10, in its short form 3
                if ((variant & 1) != 0) {
                    load(n);
                }
                if ((variant & 2) == 0) {
                    spinNested(n);
                } else {
                    try (ServerSocket server = listen()) {
                        spinNested(n);
                    }
                }
            }
        }
    }

    // ---------------------------------------------------------------- preemption

    @GoTest(
            value = "runtime TestPreemption",
            covers = {"P43", "P44"},
            schedules = 0)
    void twoThatSpinForEachOther_bothGetOn() {
        int n = Hogs.amongThemselves(2);
        AtomicInteger turn = new AtomicInteger();
        Chan<Integer> done = chan();
        for (int g = 0; g < n; g++) {
            int me = g;
            go(() -> {
                for (int i = 0; i < 5; i++) {
                    while (turn.get() != me) {
                        Thread.onSpinWait();
                    }
                    turn.set(1 - me);
                }
                done.send(me);
            });
        }
        assertEquals(1, done.recv().get() + done.recv().get());
    }

    private static List<GoHandle> hogs(int n, AtomicBoolean stop) {
        List<GoHandle> hogs = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            hogs.add(go(() -> {
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            }));
        }
        return hogs;
    }

    @GoTest(
            value = "runtime TestPreemptionGC",
            covers = {"P40", "P43", "P44"},
            procs = {1, 2, 4, 6},
            schedules = 0)
    void collections_happenBesideThoseThatSpin() {
        AtomicBoolean stop = new AtomicBoolean();
        List<GoHandle> hogs = hogs(Hogs.besideOthers(5), stop);
        for (int i = 0; i < TRIES; i++) {
            Go.gosched();
            System.gc();
        }
        stop.set(true);
        hogs.forEach(GoHandle::join);
    }

    // ---------------------------------------------------------------- fairness

    @GoTest(
            value = "runtime TestGCFairness",
            covers = {"P43", "P53", "P59"},
            schedules = 0)
    void sleeper_wakesBesideThoseThatWriteWithoutEnd() throws IOException {
        File file = File.createTempFile("runnel", null);
        AtomicBoolean stop = new AtomicBoolean();
        List<GoHandle> writers = new ArrayList<>();
        for (int i = 0; i < Hogs.besideOthers(2); i++) {
            writers.add(go(() -> {
                try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
                    while (!stop.get()) {
                        out.seek(0);
                        out.write('.');
                    }
                }
            }));
        }
        Go.sleep(Duration.ofMillis(10));
        stop.set(true);
        writers.forEach(GoHandle::join);
        file.delete();
    }

    @GoTest(
            value = "runtime TestGCFairness2",
            covers = {"P43", "P102"},
            schedules = 0)
    void thoseThatAllocateWithoutEnd_doNotStarveEachOther() {
        int n = Hogs.amongThemselves(3);
        AtomicIntegerArray counts = new AtomicIntegerArray(n);
        Object[] sink = new Object[n];
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int me = i;
            all.add(go(() -> {
                do {
                    sink[me] = new byte[1024];
                    counts.incrementAndGet(me);
                } while (IntStream.range(0, n).anyMatch(g -> counts.get(g) == 0));
            }));
        }
        all.forEach(GoHandle::join);
    }
}
