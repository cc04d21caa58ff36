package dev.runnel.bench.kit;

import java.util.Set;
import java.util.concurrent.LinkedTransferQueue;

/** The JDK's transfer queue, for channels without a buffer. */
final class TransferKit extends HandoverKit<LinkedTransferQueue<Object>> {

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        return capacity == 0 && (needs.isEmpty() || needs.equals(Set.of(Need.MANY)));
    }

    @Override
    public LinkedTransferQueue<Object> chan(int capacity) {
        return new LinkedTransferQueue<>();
    }

    @Override
    public void send(LinkedTransferQueue<Object> channel, Object value) {
        try {
            channel.transfer(value);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public Object recv(LinkedTransferQueue<Object> channel) {
        try {
            return channel.take();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }
}
