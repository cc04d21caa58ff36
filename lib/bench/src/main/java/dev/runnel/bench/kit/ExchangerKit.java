package dev.runnel.bench.kit;

import java.util.Set;
import java.util.concurrent.Exchanger;

/** The JDK's exchanger, for pairs. */
final class ExchangerKit extends HandoverKit<Exchanger<Object>> {

    private static final Object NOTHING = new Object();

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        return capacity == 0 && needs.isEmpty();
    }

    @Override
    public Exchanger<Object> chan(int capacity) {
        return new Exchanger<>();
    }

    @Override
    public void send(Exchanger<Object> channel, Object value) {
        exchange(channel, value);
    }

    @Override
    public Object recv(Exchanger<Object> channel) {
        return exchange(channel, NOTHING);
    }

    private static Object exchange(Exchanger<Object> channel, Object value) {
        try {
            return channel.exchange(value);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }
}
