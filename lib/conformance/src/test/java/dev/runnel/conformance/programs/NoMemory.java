package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static java.time.Duration.ofMillis;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Operations that need memory when there is none at all. They may fail for that; then there is some again, and all is as it was: the runtime goes on, and
 * nobody waits for ever.
 */
final class NoMemory {

    private static final Duration MOMENT = ofMillis(1);
    private static final int RECEIVERS = 2_000;
    private static final int LARGEST = 1 << 18;

    private static Object[] full = {};

    private NoMemory() {}

    public static void main(String[] args) {
        Go.run(() -> {
            Chan<Integer> never = chan();
            List<Body> operations = List.of(
                    () -> sleep(MOMENT),
                    () -> never.tryRecv(MOMENT),
                    () -> never.trySend(1, MOMENT),
                    () -> select().recv(never, v -> {}).after(MOMENT, () -> {}).run(),
                    () -> go(() -> {}));
            for (Body operation : operations) {
                for (int i = 0; i < 3; i++) {
                    operation.run(); // so that no class is loaded later
                }
            }
            for (Body operation : operations) {
                withoutMemory(operation);
                operation.run();
            }
            closeWithoutMemory();
        });
        System.out.print("done");
    }

    /** Whoever waits is told, however many they are. */
    private static void closeWithoutMemory() {
        Chan<Integer> values = chan();
        AtomicInteger began = new AtomicInteger();
        AtomicInteger wentOn = new AtomicInteger();
        for (int i = 0; i < RECEIVERS; i++) {
            go(() -> {
                began.incrementAndGet();
                values.recv();
                wentOn.incrementAndGet();
            });
        }
        while (began.get() < RECEIVERS) {
            gosched();
        }
        withoutMemory(values::close);
        try {
            values.close(); // should that have failed
        } catch (ChannelException closedAlready) {
            // It has not.
        }
        while (wentOn.get() < RECEIVERS) {
            gosched();
        }
    }

    private static void withoutMemory(Body operation) {
        try {
            fill();
            operation.run();
        } catch (OutOfMemoryError e) {
            full = new Object[0];
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        full = new Object[0];
    }

    private static void fill() {
        for (int length = LARGEST; length >= 1; ) {
            try {
                Object[] more = new Object[length];
                more[0] = full;
                full = more;
            } catch (OutOfMemoryError e) {
                length /= 4;
            }
        }
    }
}
