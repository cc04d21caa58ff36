package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.scheduler.BlockingCall;
import org.jspecify.annotations.Nullable;

/**
 * Calls that are known to block; Go's {@code entersyscallblock} and {@code exitsyscall} (P52, P55). The goroutine gives
 * its P away before the call, as if the watchdog had taken it, and gets one after it, or queues up for one. A call into
 * the runtime in between also gets a P, and keeps it; that P is taken as from any other goroutine that blocks.
 */
public final class Blocking {

    private Blocking() {}

    /**
     * Makes a call that blocks. A thread that is no goroutine simply makes it, and so does a goroutine of a
     * deterministic run or of a runtime that closes.
     */
    public static <T extends @Nullable Object, E extends Exception> T call(BlockingCall<T, E> call) throws E {
        Checkpoint.pass(Act.BLOCK, null);
        Machine m = Machine.current();
        if (m == null || m.g == null || m.scheduler.directed != null) {
            return call.call();
        }
        boolean within = m.saysThatItBlocks;
        boolean gave = giveUp(m);
        if (!gave) {
            m.awaitTaker(); // somebody may just be taking the P: the call has none
        }
        m.saysThatItBlocks = true;
        try {
            return call.call();
        } finally {
            m.saysThatItBlocks = within;
            if (gave || !within) { // else the call around it is not over
                m.regainIfLost();
            }
        }
    }

    private static boolean giveUp(Machine m) {
        Processor mine = m.processorOrNull();
        if (mine == null || !m.isInUserCode()) {
            return false;
        }
        Carrier fresh = m.scheduler.spares.make(mine); // before the P is in our hands: this may wait
        if (!m.tryEnter()) {
            if (fresh != null) {
                fresh.stop();
            }
            return false;
        }
        m.giveUp(fresh);
        return true;
    }
}
