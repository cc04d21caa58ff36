package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.Garbage;
import org.junit.jupiter.api.Test;

/** The ring of a buffered channel: C18, C19, C30. */
class BufferTest {

    @Test
    void freshBuffer_isEmpty() {
        Buffer buffer = Buffer.of(3);
        assertEquals(3, buffer.capacity());
        assertEquals(0, buffer.count());
        assertFalse(buffer.isFull());
    }

    @Test
    void bufferOfNone_isOneForAll() {
        assertSame(Buffer.of(0), Buffer.of(0));
        assertNotSame(Buffer.of(1), Buffer.of(1));
    }

    @Test
    void bufferOfNone_isFullFromTheStart() {
        assertTrue(Buffer.of(0).isFull());
        assertEquals(0, Buffer.of(0).count());
        assertThrows(RuntimeException.class, () -> Buffer.of(0).take());
    }

    @Test
    void take_givesInOrderOfPut_roundAndRound() {
        Buffer buffer = Buffer.of(3);
        int put = 0;
        int taken = 0;
        for (int round = 0; round < 10; round++) {
            while (!buffer.isFull()) {
                buffer.put(put++);
            }
            assertEquals(3, buffer.count());
            assertEquals(taken++, buffer.take());
            assertEquals(taken++, buffer.take());
            assertEquals(1, buffer.count());
        }
    }

    /** C18: the value goes into the slot that is freed, which is the new tail. */
    @Test
    void exchange_givesTheOldestAndPutsLast() {
        Buffer buffer = Buffer.of(3);
        for (int i = 0; i < 3; i++) {
            buffer.put(i);
        }
        for (int i = 0; i < 7; i++) {
            assertEquals(i, buffer.exchange(i + 3));
            assertTrue(buffer.isFull());
        }
        assertEquals(7, buffer.take());
        buffer.put(10);
        for (int i = 8; i <= 10; i++) {
            assertEquals(i, buffer.take());
        }
        assertEquals(0, buffer.count());
    }

    @Test
    void take_ofAnEmptyBuffer_isRefused() {
        Buffer buffer = Buffer.of(2);
        assertThrows(IllegalStateException.class, buffer::take);
        assertThrows(IllegalStateException.class, () -> buffer.exchange(1));
        buffer.put(1);
        assertEquals(1, buffer.take());
        assertThrows(IllegalStateException.class, buffer::take);
        assertEquals(0, buffer.count());
    }

    @Test
    void takeAll_leavesNothing_andTheCapacity() {
        Buffer buffer = Buffer.of(3);
        for (int i = 0; i < 3; i++) {
            buffer.put(i);
        }
        assertEquals(0, buffer.take());
        buffer.put(3);
        Buffer all = buffer.takeAll();
        assertEquals(0, buffer.count());
        assertEquals(3, buffer.capacity());
        assertFalse(buffer.isFull());
        for (int i = 1; i <= 3; i++) {
            assertEquals(i, all.take());
        }
        assertEquals(0, all.count());
        assertEquals(0, buffer.takeAll().count());
    }

    @Test
    void takeAll_keepsNoValueAlive() {
        Buffer buffer = Buffer.of(2);
        var value = Garbage.of(buffer::put);
        buffer.takeAll();
        Garbage.assertCollected(value);
        assertEquals(2, buffer.capacity());
    }

    @Test
    void resize_keepsNoValueAliveThatIsTaken() {
        Buffer buffer = Buffer.of(4);
        var value = Garbage.of(buffer::put);
        buffer.resize(2);
        buffer.take();
        Garbage.assertCollected(value);
        assertEquals(2, buffer.capacity());
    }

    /** C19. */
    @Test
    void take_clearsTheSlot() {
        Buffer buffer = Buffer.of(2);
        var value = Garbage.of(buffer::put);
        buffer.put("other");
        buffer.take();
        Garbage.assertCollected(value);
        assertEquals(1, buffer.count());
    }

    /** C19. */
    @Test
    void exchange_replacesTheSlot() {
        Buffer buffer = Buffer.of(1);
        var value = Garbage.of(buffer::put);
        buffer.exchange("other");
        Garbage.assertCollected(value);
        assertEquals("other", buffer.take());
    }
}
