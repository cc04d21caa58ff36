package dev.runnel.bench.kit;

import com.softwaremill.jox.Channel;
import com.softwaremill.jox.ChannelClosed;
import com.softwaremill.jox.Select;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Jox channels on virtual threads. */
final class JoxKit extends VirtualThreadKit<Channel<Object>> {

    private static final Object NOTHING = new Object();
    private static final Set<Need> LACKING = EnumSet.of(Need.BARE, Need.TOOLS, Need.OWN);

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        boolean hangs = needs.contains(Need.SELECT_BOTH) && capacity > 0; // 1.0.1 and 1.1.1 spin without end
        boolean overflows = needs.contains(Need.MULTITUDE); // 1.0.1 closes a channel by recursion
        return !hangs && !overflows && Collections.disjoint(needs, LACKING);
    }

    @Override
    public Channel<Object> chan(int capacity) {
        return capacity == 0 ? Channel.newRendezvousChannel() : Channel.newBufferedChannel(capacity);
    }

    @Override
    public void send(Channel<Object> channel, Object value) {
        try {
            channel.send(value);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public Object recv(Channel<Object> channel) {
        try {
            return orNull(channel.receiveOrClosed());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public boolean trySend(Channel<Object> channel, Object value) {
        try {
            return Select.selectOrClosed(channel.sendClause(value, () -> true), Select.defaultClause(false))
                    == Boolean.TRUE;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public Object tryRecv(Channel<Object> channel) {
        try {
            Object result = Select.selectOrClosed(channel.receiveClause(), Select.defaultClause(NOTHING));
            return result == NOTHING ? null : orNull(result);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public Object recvWithin(Channel<Object> channel, Duration limit) {
        try {
            Object result = Select.selectOrClosedWithin(limit, NOTHING, channel.receiveClause());
            return result == NOTHING ? null : orNull(result);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public void close(Channel<Object> channel) {
        channel.done();
    }

    @Override
    public Picker picker(List<Channel<Object>> receives, List<Channel<Object>> sends, boolean timeout) {
        return new JoxPicker(receives, sends, timeout);
    }

    static Object orNull(Object result) {
        return result instanceof ChannelClosed ? null : result;
    }
}
