package dev.runnel.bench.kit;

import dev.runnel.Go;
import dev.runnel.bench.tool.RunnelTools;
import dev.runnel.bench.tool.Tools;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Runnel. The properties of the process say which carriers. */
final class RunnelKit extends Kit<Chan<Object>> {

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        return !needs.contains(Need.BARE);
    }

    @Override
    public Chan<Object> chan(int capacity) {
        return Go.chan(capacity);
    }

    @Override
    public void send(Chan<Object> channel, Object value) {
        channel.send(value);
    }

    @Override
    public Object recv(Chan<Object> channel) {
        return channel.recvOrNull();
    }

    @Override
    public boolean trySend(Chan<Object> channel, Object value) {
        return channel.trySend(value);
    }

    @Override
    public Object tryRecv(Chan<Object> channel) {
        return channel.tryRecv() instanceof TryRecv.Value<Object> received ? received.value() : null;
    }

    @Override
    public Object recvWithin(Chan<Object> channel, Duration limit) {
        try {
            return channel.tryRecv(limit) instanceof TryRecv.Value<Object> received ? received.value() : null;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close(Chan<Object> channel) {
        channel.close();
    }

    @Override
    public Picker picker(List<Chan<Object>> receives, List<Chan<Object>> sends, boolean timeout) {
        return new RunnelPicker(receives, sends, timeout);
    }

    @Override
    public Tools<Chan<Object>> tools() {
        return new RunnelTools();
    }

    @Override
    public void go(Task task) {
        Go.go(task);
    }

    @Override
    public void sleep(Duration duration) {
        Go.sleep(duration);
    }

    @Override
    public void yield() {
        Go.gosched();
    }

    @Override
    public String dump() {
        return Go.dump();
    }
}
