package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.sleep;

import dev.runnel.context.Context;
import dev.runnel.context.Shutdown;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.util.Map;

/** Programs that are told to end, as by a signal: {@code System.exit} does the same. */
final class Shutdowns {

    static final int STATUS = 3;

    /** How long the work at the end takes; if nobody waited for it, it would not be done. */
    private static final Duration WORK = Duration.ofMillis(200);

    private static final Duration LONG = Duration.ofDays(1);

    static final Map<String, Body> PROGRAMS = Map.of(
            "ShutdownDrains", Shutdowns::drains,
            "ShutdownSeveral", Shutdowns::several,
            "ShutdownGrace", Shutdowns::isNotClosed,
            "ShutdownTooLate", Shutdowns::opensTooLate,
            "ShutdownClosed", Shutdowns::closesBefore);

    private Shutdowns() {}

    private static void exit() {
        System.exit(STATUS);
    }

    private static void drains() {
        try (Shutdown shutdown = Shutdown.open(Context.background(), LONG)) {
            go(Shutdowns::exit);
            shutdown.context().done().recv();
            System.out.println(shutdown.context().cause().get().getMessage());
            sleep(WORK);
            System.out.println("drained");
        }
    }

    private static void several() {
        try (Shutdown one = Shutdown.open(Context.background(), LONG);
                Shutdown two = Shutdown.open(Context.background(), LONG);
                Shutdown three = Shutdown.open(two.context(), LONG)) {
            go(Shutdowns::exit);
            one.context().done().recv();
            two.context().done().recv();
            three.context().done().recv();
            sleep(WORK);
            System.out.println("all are told");
        }
    }

    private static void isNotClosed() {
        Shutdown shutdown = Shutdown.open(Context.background(), Duration.ofMillis(1));
        go(Shutdowns::exit);
        shutdown.context().done().recv();
        chan().recv();
    }

    private static void opensTooLate() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try (Shutdown shutdown = Shutdown.open(Context.background(), LONG)) {
                System.out.println(shutdown.context().cause().get().getMessage());
            }
        }));
        exit();
    }

    private static void closesBefore() {
        Shutdown.open(Context.background(), LONG).close();
        exit();
    }
}
