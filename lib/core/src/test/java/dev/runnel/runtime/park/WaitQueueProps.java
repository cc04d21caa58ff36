package dev.runnel.runtime.park;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A queue of records, of plain waiters and of selects, is compared with a list: C31, C33, C54-C56; K5, K6. */
class WaitQueueProps {

    enum Kind {
        /** Enqueues a record of a new strand. */
        ENQUEUE,
        /** Enqueues another record of a strand that stands in the queue, or stood there. */
        ENQUEUE_AGAIN,
        DEQUEUE,
        REMOVE,
        /** Something else ends the wait of a record in the queue. */
        CLAIM
    }

    record Step(Kind kind, int which) {}

    @Property(tries = 500)
    void steps_doWhatTheyDoToAList(@ForAll("steps") List<Step> steps) {
        WaitQueue queue = new WaitQueue();
        List<Waiter> model = new ArrayList<>();
        List<Waiter> gone = new ArrayList<>();
        List<FakeStrand> strands = new ArrayList<>();
        List<Strand> ended = new ArrayList<>();
        for (Step step : steps) {
            switch (step.kind()) {
                case ENQUEUE -> {
                    Waiter waiter = FakeStrand.waiting();
                    strands.add((FakeStrand) waiter.strand);
                    model.add(waiter);
                    queue.enqueue(waiter);
                }
                case ENQUEUE_AGAIN -> {
                    if (!strands.isEmpty()) {
                        Waiter waiter =
                                strands.get(step.which() % strands.size()).record();
                        model.add(waiter);
                        queue.enqueue(waiter);
                    }
                }
                case DEQUEUE -> {
                    Waiter expected = null;
                    while (expected == null && !model.isEmpty()) {
                        Waiter first = model.remove(0);
                        gone.add(first);
                        if (!ended.contains(first.strand)) {
                            expected = first;
                            ended.add(first.strand);
                        }
                    }
                    assertSame(expected, queue.dequeue());
                }
                case REMOVE -> {
                    if (!model.isEmpty()) {
                        Waiter waiter = model.remove(step.which() % model.size());
                        gone.add(waiter);
                        queue.remove(waiter);
                    }
                    gone.forEach(queue::remove);
                }
                case CLAIM -> {
                    if (!model.isEmpty()) {
                        Waiter waiter = model.get(step.which() % model.size());
                        assertEquals(!ended.contains(waiter.strand), waiter.strand.claim(waiter.ticket));
                        ended.add(waiter.strand);
                    }
                }
            }
            assertEquals(model.size(), queue.size());
            assertEquals(model.isEmpty(), queue.isEmpty());
        }
        for (Waiter waiter : model) {
            if (!ended.contains(waiter.strand)) {
                assertSame(waiter, queue.dequeue());
                ended.add(waiter.strand);
            }
        }
        assertSame(null, queue.dequeue());
        assertTrue(queue.isEmpty());
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.of(
                Kind.ENQUEUE,
                Kind.ENQUEUE,
                Kind.ENQUEUE,
                Kind.ENQUEUE_AGAIN,
                Kind.ENQUEUE_AGAIN,
                Kind.DEQUEUE,
                Kind.REMOVE,
                Kind.CLAIM);
        Arbitrary<Integer> which = Arbitraries.integers().between(0, 1_000);
        return Combinators.combine(kinds, which).as(Step::new).list().ofMaxSize(100);
    }
}
