package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.util.ArrayList;
import java.util.List;

/**
 * Waits with a stack so deep that the JDK cannot unmount it: keeping the frames takes more than is left of the heap.
 * Other goroutines still find room for what they do, and so does the JDK for one more carrier.
 */
final class FullHeap {

    private static final int FRAMES = 30_000;
    private static final int BLOCK = 1_000_000;
    private static final int ROUNDS = 5;

    private static List<byte[]> full = List.of();

    private FullHeap() {}

    public static void main(String[] args) {
        Go.run(() -> {
            Chan<Integer> values = chan();
            for (int round = 0; round < ROUNDS; round++) {
                int value = round;
                go(() -> values.send(value));
                if (recvBelow(FRAMES, values) != value + FRAMES) {
                    throw new AssertionError("another value than " + value);
                }
            }
        });
        System.out.print("done");
    }

    private static int recvBelow(int frames, Chan<Integer> values) {
        if (frames > 0) {
            return 1 + recvBelow(frames - 1, values);
        }
        fill();
        try {
            return values.recv().get();
        } finally {
            full = List.of();
        }
    }

    /** All but one block. */
    private static void fill() {
        List<byte[]> blocks = new ArrayList<>(1_000);
        try {
            for (; ; ) {
                blocks.add(new byte[BLOCK]);
            }
        } catch (OutOfMemoryError e) {
            blocks.removeLast();
        }
        full = blocks;
    }
}
