package dev.runnel.bench.kit;

import java.time.Duration;

/** A rival that can only hand over. */
abstract class HandoverKit<C> extends LatchKit<C> {

    @Override
    public final boolean trySend(C channel, Object value) {
        throw cannot("trying");
    }

    @Override
    public final Object tryRecv(C channel) {
        throw cannot("trying");
    }

    @Override
    public final Object recvWithin(C channel, Duration limit) {
        throw cannot("time limit");
    }
}
