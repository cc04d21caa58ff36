package dev.runnel.bench.kit;

import java.util.List;

/** A rival without select and close. */
abstract class LatchKit<C> extends VirtualThreadKit<C> {

    @Override
    public final void close(C channel) {
        throw cannot("close");
    }

    @Override
    public final Picker picker(List<C> receives, List<C> sends, boolean timeout) {
        throw cannot("select");
    }

    @Override
    public final Gate gate() {
        return new LatchGate();
    }

    @Override
    public final Crew crew(int members) {
        return new LatchCrew(members);
    }
}
