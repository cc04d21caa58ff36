package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** Programs that fail, and some in which a failure is caught. */
final class Failures {

    static final Map<String, Body> PROGRAMS = Map.of(
            "Crash", Failures::caughtOnEveryThread,
            "CrashWhileTracing", Failures::failsAfterAnother,
            "GoNil", Failures::goNull,
            "MainGoroutineID", Failures::mainFails,
            "NoHelperGoroutines", Failures::mainFailsBesideHelpers,
            "PanicRace", Failures::failsWhileMainReturns,
            "PanicRaceWithCall", Failures::callsWhileMainReturns,
            "StackOverflow", Failures::overflows);

    private Failures() {}

    private static void caughtOnEveryThread() {
        catchNull("main");
        for (String name : new String[] {"new-thread", "second-new-thread"}) {
            Chan<Boolean> done = chan();
            go(() -> {
                catchNull(name);
                done.send(true);
            });
            done.recv();
        }
        catchNull("main-again");
    }

    private static void catchNull(String name) {
        System.out.print(name + ":");
        String none = System.getProperty("no such property");
        try {
            System.out.print(none.length());
        } catch (NullPointerException e) {
            System.out.print(" recovered");
        } finally {
            System.out.print(" done\n");
        }
    }

    private static void goNull() {
        Body none = null;
        go(none);
        chan().recv();
    }

    private static void mainFails() {
        throw new IllegalStateException("test");
    }

    private static void failsAfterAnother() {
        go("xyzzy", () -> {}).join();
        throw new IllegalStateException("yzzyx");
    }

    private static void mainFailsBesideHelpers() {
        Object cleaned = new Object();
        Cleaner.create().register(cleaned, () -> {});
        var once = Go.after(Duration.ofHours(1));
        var often = Go.tick(Duration.ofHours(1));
        if (Objects.hash(cleaned, once, often) != 0) {
            throw new IllegalStateException("oops");
        }
    }

    private static void failsWhileMainReturns() {
        Chan<Void> about = chan();
        go(() -> {
            try {
                throw new IllegalStateException("crash");
            } finally {
                about.close();
            }
        });
        about.recv();
    }

    private static void callsWhileMainReturns() {
        Chan<Void> about = chan();
        go(() -> {
            try {
                throw new IllegalStateException("crash");
            } finally {
                about.close();
                Go.gosched();
            }
        });
        about.recv();
    }

    private static void overflows() {
        go(() -> System.out.print(depth(0))).join();
    }

    private static int depth(int above) {
        return depth(above + 1) + 1;
    }
}
