package dev.runnel.conformance.programs;

import static dev.runnel.Go.go;

import dev.runnel.Go;

/**
 * Keeps the only P, and the heap full, while another goroutine waits for that P: whoever is to take it does so for the
 * first time, and has no memory for what that needs. When there is memory again, the P can be taken.
 */
final class FullHeapTaking {

    private static final int REFUSALS = 100;

    private static volatile boolean other;

    private FullHeapTaking() {}

    public static void main(String[] args) {
        Go.run(() -> {
            go(() -> other = true);
            HeapFill.take();
            for (int refused = 0; refused < REFUSALS; refused += HeapFill.isRefused() ? 1 : 0) {
                Thread.onSpinWait(); // each refusal costs a collection, so this is far longer than a slice
            }
            HeapFill.giveBack();
            while (!other) {
                Thread.onSpinWait();
            }
        });
        System.out.print("done");
    }
}
