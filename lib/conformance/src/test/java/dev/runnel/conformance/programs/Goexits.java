package dev.runnel.conformance.programs;

import static dev.runnel.Go.go;
import static dev.runnel.Go.goexit;
import static dev.runnel.Go.sleep;

import dev.runnel.scheduler.Body;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.Map;

/** Programs whose goroutines end before they return. */
final class Goexits {

    static final Map<String, Body> PROGRAMS = Map.of(
            "GoexitDeadlock", Goexits::mainExits,
            "GoexitExit", Goexits::mainExitsWithCleaner,
            "GoexitInPanic", Goexits::exitTakesThePlaceOfFailure,
            "PanicAfterGoexit", Goexits::failsAfterExit,
            "RecoveredPanicAfterGoexit", Goexits::failureAfterExitIsCaughtWithin,
            "RecoverBeforePanicAfterGoexit", Goexits::failureAfterExitIsCaughtOutside);

    private Goexits() {}

    private static void mainExits() {
        for (int i = 0; i < 2; i++) {
            go(() -> {
                for (int n = 0; n < 10; n++) {
                    Thread.onSpinWait();
                }
            });
        }
        goexit();
    }

    private static void mainExitsWithCleaner() {
        System.out.print("t1 ");
        go(() -> sleep(Duration.ofMillis(1)));
        System.out.print("t2 ");
        Cleaner.create().register(new Object(), () -> {});
        System.out.print("t3 ");
        System.gc();
        System.out.print("t4");
        goexit();
    }

    private static void exitTakesThePlaceOfFailure() {
        go(() -> {
            try {
                throw hello();
            } finally {
                goexit();
            }
        });
        goexit();
    }

    private static void failsAfterExit() {
        try {
            goexit();
        } finally {
            fail();
        }
    }

    private static void failureAfterExitIsCaughtWithin() {
        try {
            goexit();
        } finally {
            try {
                fail();
            } catch (IllegalStateException e) {
                System.out.print("caught " + e.getMessage());
            }
        }
    }

    private static void failureAfterExitIsCaughtOutside() {
        try {
            failsAfterExit();
        } catch (IllegalStateException e) {
            System.out.print("caught " + e.getMessage());
        }
        System.out.print(", and main runs on");
    }

    private static void fail() {
        throw hello();
    }

    private static IllegalStateException hello() {
        return new IllegalStateException("hello");
    }
}
