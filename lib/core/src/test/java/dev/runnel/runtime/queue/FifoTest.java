package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The list behind the global queue: P16. */
class FifoTest {

    static final class Item implements Fifo.Link<Item> {
        private Item link;

        @Override
        public Item link() {
            return link;
        }

        @Override
        public void setLink(Item next) {
            link = next;
        }
    }

    private final Fifo<Item> list = new Fifo<>();

    @Test
    void take_ofEmptyList_givesNothing() {
        assertNull(list.take());
        assertTrue(list.isEmpty());
        assertEquals(0, list.size());
    }

    @Test
    void take_givesInOrderOfPut() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Item item = new Item();
            items.add(item);
            list.put(item);
            assertEquals(i + 1, list.size());
        }
        for (int i = 0; i < 5; i++) {
            assertSame(items.get(i), list.take());
            assertEquals(4 - i, list.size());
        }
        assertNull(list.take());
    }

    /** Else a goroutine would keep alive, and drag along, those that were queued up behind it. */
    @Test
    void take_cutsTheLink() {
        Item first = new Item();
        list.put(first);
        list.put(new Item());
        assertSame(first, list.take());
        assertNull(first.link());
    }

    @Test
    void put_afterTheLastWasTaken_beginsAnew() {
        Item item = new Item();
        for (int i = 0; i < 3; i++) {
            list.put(item);
            assertSame(item, list.take());
            assertNull(list.take());
        }
    }
}
