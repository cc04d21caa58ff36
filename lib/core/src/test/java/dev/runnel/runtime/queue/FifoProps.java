package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** The list behind the global queue, compared with a deque: P16. */
class FifoProps {

    @Property(tries = 500)
    void steps_doWhatTheyDoToADeque(@ForAll @Size(max = 200) List<Boolean> puts) {
        Fifo<FifoTest.Item> fifo = new Fifo<>();
        Deque<FifoTest.Item> model = new ArrayDeque<>();
        for (boolean put : puts) {
            if (put) {
                FifoTest.Item item = new FifoTest.Item();
                model.add(item);
                fifo.put(item);
            } else {
                assertSame(model.poll(), fifo.take());
            }
            assertEquals(model.size(), fifo.size());
            assertEquals(model.isEmpty(), fifo.isEmpty());
        }
    }
}
