package dev.runnel.conformance.programs;

/** Takes all memory that is left of the heap, and gives it back. */
final class HeapFill {

    private static final Object[] NOTHING = {};

    private static volatile Object[] full = NOTHING;

    private HeapFill() {}

    /** To the last bytes. */
    static void take() {
        for (int size = 1 << 16; size >= 1; size /= 16) {
            try {
                for (; ; ) {
                    Object[] more = new Object[size];
                    more[0] = full;
                    full = more;
                }
            } catch (OutOfMemoryError e) {
                continue;
            }
        }
    }

    /** Gives whether there is no memory for an array. */
    static boolean isRefused() {
        try {
            full = new Object[] {full};
            return false;
        } catch (OutOfMemoryError e) {
            return true;
        }
    }

    static void giveBack() {
        full = NOTHING;
    }
}
