package dev.runnel.runtime.net;

import dev.runnel.runtime.park.Strand;
import java.util.ArrayList;

/** The strands whose waits a look has ended, to be readied once the turn is given back. Used by whoever polls. */
final class Due {

    /** Made with a size: a list made without one makes no room before the first is added. */
    private final ArrayList<Strand> strands = new ArrayList<>(0);

    /**
     * Sees to it that one more can be added without memory: a strand that has been claimed must not be lost.
     *
     * @throws OutOfMemoryError if there is none
     */
    void makeRoom() {
        strands.ensureCapacity(strands.size() + 1);
    }

    /** After {@link #makeRoom}. */
    void add(Strand strand) {
        strands.add(strand);
    }

    boolean isEmpty() {
        return strands.isEmpty();
    }

    /** No lock may be held. */
    void ready() {
        for (int i = 0; i < strands.size(); i++) {
            strands.get(i).ready();
        }
    }
}
