package dev.runnel.runtime.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.runtime.Garbage;
import dev.runnel.runtime.channel.Channel;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A select that is kept retains none of the values of a run that is over: C19, S23, S25. */
class SelectGarbageTest {

    private final Channel<Object> channel = new Channel<>(1);
    private final List<String> bodies = new ArrayList<>();
    private final Object[] value = new Object[1];
    private final EffectSelect select = new EffectSelect();

    @Test
    void send_letsGoOfItsValue() {
        select.sendFrom(channel, () -> value[0], () -> bodies.add("sent"));
        var sent = Garbage.of(object -> {
            value[0] = object;
            select.run();
            value[0] = null;
            channel.recv();
        });
        assertEquals(List.of("sent"), bodies);
        Garbage.assertCollected(sent);
        Reference.reachabilityFence(select);
    }

    @Test
    void receive_letsGoOfItsValue() {
        select.recv(channel, got -> {
            bodies.add("received");
        });
        var received = Garbage.of(object -> {
            channel.send(object);
            select.run();
        });
        assertEquals(List.of("received"), bodies);
        Garbage.assertCollected(received);
        Reference.reachabilityFence(select);
    }

    @Test
    void sendThatLost_letsGoOfItsValue() {
        channel.send("full");
        select.sendFrom(channel, () -> value[0], () -> bodies.add("sent"));
        select.otherwise(() -> bodies.add("otherwise"));
        var notSent = Garbage.of(object -> {
            value[0] = object;
            select.run();
            value[0] = null;
        });
        assertEquals(List.of("otherwise"), bodies);
        Garbage.assertCollected(notSent);
        Reference.reachabilityFence(select);
    }

    @Test
    void sendThatTimedOut_letsGoOfItsValue() {
        channel.send("full");
        select.sendFrom(channel, () -> value[0], () -> bodies.add("sent"));
        select.after(Duration.ofNanos(1), () -> bodies.add("timed out"));
        var notSent = Garbage.of(object -> {
            value[0] = object;
            select.run();
            value[0] = null;
        });
        assertEquals(List.of("timed out"), bodies);
        Garbage.assertCollected(notSent);
        Reference.reachabilityFence(select);
    }

    @Test
    void sendThatWasInterrupted_letsGoOfItsValue() throws Exception {
        channel.send("full");
        Thread waiter = Thread.currentThread();
        select.sendFrom(
                channel,
                () -> {
                    waiter.interrupt(); // arrives before the wait, and ends it
                    return value[0];
                },
                () -> bodies.add("sent"));
        var notSent = Garbage.of(object -> {
            value[0] = object;
            assertThrows(InterruptedException.class, select::runInterruptibly);
            value[0] = null;
        });
        assertEquals(List.of(), bodies);
        Garbage.assertCollected(notSent);
        Reference.reachabilityFence(select);
    }
}
