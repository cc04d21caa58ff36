package dev.runnel.bench.kit;

/** Has goroutines, or other things to measure, and nothing to send values through. */
abstract class ChannellessKit extends HandoverKit<Object> {

    @Override
    public final Object chan(int capacity) {
        throw cannot("channels");
    }

    @Override
    public final void send(Object channel, Object value) {
        throw cannot("channels");
    }

    @Override
    public final Object recv(Object channel) {
        throw cannot("channels");
    }
}
