package dev.runnel.bench.kit;

/** A channel that is closed. */
final class ChannelGate<C> extends Gate {

    private final Kit<C> kit;
    private final C closed;

    ChannelGate(Kit<C> kit) {
        this.kit = kit;
        closed = kit.chan(0);
    }

    @Override
    public void await() {
        kit.recv(closed);
    }

    @Override
    public void open() {
        kit.close(closed);
    }
}
