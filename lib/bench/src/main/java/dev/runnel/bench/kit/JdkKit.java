package dev.runnel.bench.kit;

import dev.runnel.bench.tool.JdkTools;
import dev.runnel.bench.tool.Tools;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** The JDK's queues on virtual threads: a synchronous queue for no buffer, an array queue for one. */
final class JdkKit extends LatchKit<BlockingQueue<Object>> {

    private static final Set<Need> LACKING = EnumSet.of(Need.SELECT, Need.BARE, Need.GROWING, Need.OWN);

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        return Collections.disjoint(needs, LACKING);
    }

    @Override
    public Tools<BlockingQueue<Object>> tools() {
        return new JdkTools<>();
    }

    @Override
    public BlockingQueue<Object> chan(int capacity) {
        return capacity == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(capacity);
    }

    @Override
    public void send(BlockingQueue<Object> channel, Object value) {
        try {
            channel.put(value);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public Object recv(BlockingQueue<Object> channel) {
        try {
            return channel.take();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public boolean trySend(BlockingQueue<Object> channel, Object value) {
        return channel.offer(value);
    }

    @Override
    public Object tryRecv(BlockingQueue<Object> channel) {
        return channel.poll();
    }

    @Override
    public Object recvWithin(BlockingQueue<Object> channel, Duration limit) {
        try {
            return channel.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }
}
