package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a value with hardly any memory, as the first of all waits. It may be refused, and then tries again, until
 * there is memory again, and the value has been sent.
 */
final class FullHeapWait {

    /** The property for how many bytes are left of the heap. */
    static final String ROOM = "runnel.conformance.room";

    private static final long FULL = 50_000_000;

    private static final byte[] NONE = {};

    private static volatile byte[] left = NONE;
    private static volatile boolean full;

    private FullHeapWait() {}

    public static void main(String[] args) {
        Chan<Integer> values = chan(1);
        Thread.ofPlatform().daemon().start(() -> {
            while (!full) {
                Thread.onSpinWait();
            }
            LockSupport.parkNanos(FULL);
            HeapFill.giveBack();
            values.send(1);
        });
        Go.run(() -> {
            left = new byte[Integer.getInteger(ROOM)];
            HeapFill.take();
            left = NONE;
            full = true;
            while (!received(values)) {
                Thread.onSpinWait();
            }
        });
        System.out.print("done");
    }

    private static boolean received(Chan<Integer> values) {
        try {
            return values.recv().isDefined();
        } catch (OutOfMemoryError e) {
            return false;
        }
    }
}
