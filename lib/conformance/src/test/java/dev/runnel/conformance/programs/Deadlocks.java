package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Programs in which nothing can ever run again. */
final class Deadlocks {

    static final Map<String, Body> PROGRAMS = Map.of(
            "SimpleDeadlock", Deadlocks::waitForEver,
            "LockedDeadlock", Deadlocks::mainIsPinned,
            "LockedDeadlock2", Deadlocks::twoArePinned,
            "AllReasons", Deadlocks::allReasons,
            "Many", Deadlocks::many,
            "ManyAndAThread", Deadlocks::manyAndAThread,
            "Unwinding", Deadlocks::unwinding);

    /** More than a thread dump is made for. */
    private static final int MANY = 11_000;

    /** In nanoseconds; long enough for many looks. */
    private static final long LATE = 500_000_000;

    private Deadlocks() {}

    static void waitForEver() {
        select().run();
    }

    /**
     * Java has no locked threads. The nearest is a goroutine that waits while a class is initialized: it keeps its
     * carrier.
     */
    private static void mainIsPinned() {
        PinnedFirst.touch();
    }

    private static void twoArePinned() {
        go("pinned", PinnedFirst::touch);
        while (!Go.dump().contains("\"pinned\" [select (no cases)]:")) {
            Go.gosched();
        }
        PinnedSecond.touch();
    }

    private static final class PinnedFirst {
        static {
            waitForEver();
        }

        static void touch() {}
    }

    private static final class PinnedSecond {
        static {
            waitForEver();
        }

        static void touch() {}
    }

    /** Threads that are no goroutines have run before, and have ended. */
    private static void many() throws InterruptedException {
        Thread.startVirtualThread(() -> {}).join();
        haveMany();
        Thread.ofVirtual().start(() -> {}).join();
        waitForEver();
    }

    /** The thread that sends was made by one that is no goroutine, and has used no channel before. */
    private static void manyAndAThread() {
        haveMany();
        Chan<String> late = chan();
        Thread.startVirtualThread(() -> Thread.startVirtualThread(() -> {
            LockSupport.parkNanos(LATE);
            late.send("sent");
        }));
        System.out.print(late.recv().get());
        waitForEver();
    }

    private static void haveMany() {
        Chan<Integer> nothing = chan();
        for (int i = 0; i < MANY; i++) {
            go(nothing::recv);
        }
    }

    private static void allReasons() {
        Chan<Integer> full = chan(1);
        full.send(1);
        go("receives", () -> chan().recv());
        go("sends", () -> full.send(2));
        go(
                "selects",
                () -> select().recv(chan(), () -> {}).send(full, 3, () -> {}).run());
        go("receives nil", () -> nilChan().recv());
        go("sends nil", () -> nilChan().send(1));
        go("parent", () -> {
            go("child", Deadlocks::waitForEver);
            Go.sleep(Duration.ofMillis(1)); // a timer that is over is no reason to hope
            waitForEver();
        });
        go("ends", () -> {});
        chan().forEach(value -> {});
    }

    private static void unwinding() {
        go(() -> {
            try {
                chan().recv();
            } finally {
                System.out.print("unwound ");
            }
        });
        try {
            waitForEver();
        } finally {
            System.out.print("unwound ");
        }
    }
}
