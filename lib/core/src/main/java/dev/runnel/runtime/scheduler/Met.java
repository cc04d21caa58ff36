package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Peer;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a goroutine that lingered, and was met: it goes on by itself, and is not readied. For whoever met it the
 * same follows as if it were: a slice that is over ends here, and a thread that is not a goroutine is known as one that
 * wakes some.
 */
final class Met implements Peer {

    static final Met GOROUTINE = new Met();

    private Met() {}

    @Override
    public void ready() {
        by(Machine.current());
    }

    /** Someone goes on because of the caller, which is on that M, or is no goroutine. */
    static void by(@Nullable Machine m) {
        if (m != null) {
            m.endSliceIfOver();
        } else {
            Current.know();
        }
    }
}
