package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Buffering;
import org.junit.jupiter.api.Test;

/** How the buffer of an unbounded channel grows and shrinks. */
class UnboundedChanTest {

    private static final int MANY = 1_000;

    private final CountedChan<Integer> channel = CountedChan.of(Buffering.unbounded(MANY, n -> {}), null);

    @Test
    void buffer_isDoubledWhenFull_andHalvedWhenThreeQuartersAreFree() {
        assertEquals(16, slots());
        sendUpTo(16);
        assertEquals(16, slots());
        sendUpTo(17);
        assertEquals(32, slots());
        sendUpTo(MANY);
        assertEquals(1024, slots());
        recvDownTo(257);
        assertEquals(1024, slots());
        recvDownTo(256);
        assertEquals(512, slots());
        recvDownTo(9);
        assertEquals(32, slots());
        recvDownTo(0);
        assertEquals(16, slots());
    }

    private int slots() {
        return channel.buffer.capacity();
    }

    private void sendUpTo(int count) {
        while (channel.len() < count) {
            channel.send(channel.len());
        }
    }

    private void recvDownTo(int count) {
        while (channel.len() > count) {
            assertEquals(MANY - channel.len(), channel.recv().get());
        }
    }
}
