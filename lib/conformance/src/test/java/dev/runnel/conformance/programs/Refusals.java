package dev.runnel.conformance.programs;

/** Makes a call where there is no room for it, and again and again with a little more room, until it is not refused. */
final class Refusals {

    /** In bytes: how much is left of the heap at first, and at least how much more the next time. */
    private static final int ROOM = 64;

    private static final int EIGHTH = 8;

    private static final byte[] NONE = {};

    private static int refused;
    private static boolean accepted;
    private static volatile byte[] left = NONE;
    private static volatile boolean full;

    private Refusals() {}

    /** Calls each time one frame further up. The call is refused at least once. */
    static void atTheEndOfTheStack(Runnable call) {
        descend(call);
        if (refused == 0) {
            throw new AssertionError("there was room for the call at the end of the stack");
        }
    }

    private static void descend(Runnable call) {
        try {
            descend(call);
        } catch (StackOverflowError e) {
            if (accepted) {
                return;
            }
            try {
                call.run();
                accepted = true;
            } catch (StackOverflowError again) {
                refused++;
                throw again;
            }
        }
    }

    /**
     * Calls each time with some more bytes. A call that takes none is not refused; one that the JDK makes wait until
     * there is memory is given some then.
     */
    static void withoutMemory(Runnable call) {
        Thread caller = Thread.currentThread();
        caller.getState(); // here, while there is memory
        Thread gives = new Thread(() -> {
            for (; ; ) {
                if (full && caller.getState() == Thread.State.TIMED_WAITING) {
                    giveBack();
                }
                Thread.onSpinWait();
            }
        });
        gives.setDaemon(true);
        gives.start();
        for (int room = ROOM; !accepted; room += ROOM + room / EIGHTH) {
            left = new byte[room];
            HeapFill.take();
            left = NONE;
            full = true;
            try {
                call.run();
                accepted = true;
            } catch (OutOfMemoryError e) {
                continue; // with more room
            } finally {
                giveBack();
            }
        }
    }

    private static void giveBack() {
        full = false;
        HeapFill.giveBack();
    }
}
