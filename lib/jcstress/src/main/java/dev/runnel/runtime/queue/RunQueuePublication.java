package dev.runnel.runtime.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * What an owner did before it put an element is visible to the thief that takes it: a goroutine's fields are plain.
 *
 * <p>For the ring the edge is {@code tail}: the owner stores it after the slot, a thief reads it before. For
 * {@code next} it is the slot itself. If a thief saw a half-made element, one of the two stores, or of the two loads,
 * could pass the other.
 */
public class RunQueuePublication {

    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Nothing there yet.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Taken, and seen.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Taken before it was made.")
    @Outcome(id = "-2", expect = FORBIDDEN, desc = "Gone: the thief took a slot that was not written yet.")
    @State
    public static class Ring {
        private final RunQueue<Item> queue = new RunQueue<>(2);
        private final RunQueue<Item> thiefs = new RunQueue<>(2);

        @Actor
        public void owner() {
            queue.owner().put(new Item(1), shed -> {});
        }

        @Actor
        public void thief(I_Result r) {
            r.r1 = Item.value(thiefs.owner().stealHalf(queue.thief()));
        }

        @Arbiter
        public void end(I_Result r) {
            if (r.r1 == -1 && queue.owner().take() == null) {
                r.r1 = -2;
            }
        }
    }

    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Nothing there yet.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Taken, and seen.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Taken before it was made.")
    @State
    public static class Next {
        private final RunQueue<Item> queue = new RunQueue<>(2);

        @Actor
        public void owner() {
            queue.owner().putNext(new Item(1), shed -> {});
        }

        @Actor
        public void thief(I_Result r) {
            r.r1 = Item.value(queue.thief().takeNext());
        }
    }

    static final class Item {
        private int value;

        Item(int value) {
            this.value = value;
        }

        static int value(@Nullable Item item) {
            return item == null ? -1 : item.value;
        }
    }
}
