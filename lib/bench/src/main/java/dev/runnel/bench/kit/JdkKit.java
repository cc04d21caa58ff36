package dev.runnel.bench.kit;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** The JDK's queues on virtual threads: a synchronous one without a buffer, an array with one. */
final class JdkKit extends LatchKit<BlockingQueue<Object>> {

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        return !needs.contains(Need.SELECT) && !needs.contains(Need.BARE);
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
