package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The ring of a buffered channel against a deque: C18, C30. */
class BufferProps {

    enum Op {
        PUT,
        TAKE,
        EXCHANGE,
        GROW,
        SHRINK
    }

    /** Steps that are not possible are left out; a put into a full buffer is an exchange, as for a channel. */
    @Property(tries = 500)
    void steps_doWhatTheyDoToADeque(
            @ForAll @IntRange(min = 1, max = 9) int slots, @ForAll @Size(max = 150) List<Op> steps) {
        int capacity = slots;
        Buffer buffer = Buffer.of(capacity);
        Deque<Object> model = new ArrayDeque<>();
        int values = 0;
        for (Op step : steps) {
            if (step == Op.GROW) {
                capacity = capacity < 100 ? 2 * capacity : capacity;
                buffer.resize(capacity);
            } else if (step == Op.SHRINK) {
                capacity = Math.max(1, model.size());
                buffer.resize(capacity);
            } else if (model.size() == capacity && step != Op.TAKE) {
                model.add(values);
                assertEquals(model.remove(), buffer.exchange(values++));
            } else if (step == Op.PUT) {
                model.add(values);
                buffer.put(values++);
            } else if (!model.isEmpty()) {
                assertEquals(model.remove(), buffer.take());
            }
            assertEquals(capacity, buffer.capacity());
            assertEquals(model.size(), buffer.count());
            assertEquals(model.size() == capacity, buffer.isFull());
        }
        Buffer all = buffer.takeAll();
        while (!model.isEmpty()) {
            assertEquals(model.remove(), all.take());
        }
        assertEquals(0, all.count() + buffer.count());
    }
}
