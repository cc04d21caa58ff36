package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever is done to it, the heap behaves like a list that is sorted before each look: P62, P66; Q8, Q9. */
class TimerHeapProps {

    enum Kind {
        ADD,
        MOVE,
        REMOVE,
        FIRE
    }

    /** A step: its number is a time, its choice is among the timers that are in. */
    record Step(Kind kind, int choice, long number) {}

    private static final class Recorder extends TimerHeap.Timer {
        private final List<Recorder> fired;

        Recorder(List<Recorder> fired) {
            this.fired = fired;
        }

        @Override
        protected void fire(TimerHeap from) {
            fired.add(this);
        }
    }

    @Property(tries = 500)
    void steps_doWhatTheyDoToASortedList(@ForAll("steps") List<Step> steps) {
        TimerHeap heap = new TimerHeap();
        List<Recorder> model = new ArrayList<>();
        List<Recorder> gone = new ArrayList<>();
        List<Recorder> fired = new ArrayList<>();
        for (Step step : steps) {
            switch (step.kind()) {
                case ADD -> {
                    Recorder timer = new Recorder(fired);
                    boolean earliest = model.stream().allMatch(other -> step.number() < other.when());
                    assertEquals(earliest, heap.add(timer, step.number()));
                    model.add(timer);
                }
                case MOVE -> {
                    if (!model.isEmpty()) {
                        Recorder timer = model.get(step.choice() % model.size());
                        assertTrue(heap.move(timer, step.number()));
                        assertEquals(step.number(), timer.when());
                    }
                }
                case REMOVE -> {
                    if (!model.isEmpty()) {
                        Recorder timer = model.remove(step.choice() % model.size());
                        assertTrue(heap.remove(timer));
                        gone.add(timer);
                    }
                }
                case FIRE -> {
                    fired.clear();
                    List<Recorder> due = model.stream()
                            .filter(timer -> timer.when() <= step.number())
                            .toList();
                    assertEquals(due.size(), heap.fireDue(step.number()));
                    assertEquals(whens(due), fired.stream().map(Recorder::when).toList());
                    model.removeAll(fired);
                    gone.addAll(fired);
                }
            }
            assertEquals(model.size(), heap.count());
            assertEquals(model.stream().mapToLong(Recorder::when).min().orElse(TimerHeap.NEVER), heap.earliest());
        }
        heap.check();
        gone.forEach(timer -> assertFalse(heap.remove(timer)));
        gone.forEach(timer -> assertFalse(heap.move(timer, 0)));
        fired.clear();
        heap.fireDue(Long.MAX_VALUE - 1);
        assertEquals(whens(model), fired.stream().map(Recorder::when).toList());
    }

    private static List<Long> whens(List<Recorder> timers) {
        return timers.stream()
                .map(Recorder::when)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(4, Kind.ADD), Tuple.of(3, Kind.MOVE), Tuple.of(2, Kind.REMOVE), Tuple.of(1, Kind.FIRE));
        Arbitrary<Long> numbers = Arbitraries.oneOf(
                Arbitraries.longs().between(-20, 20),
                Arbitraries.longs().between(-1_000_000, 1_000_000),
                Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE - 1));
        Arbitrary<Integer> choices = Arbitraries.integers().between(0, 200);
        return Combinators.combine(kinds, choices, numbers).as(Step::new).list().ofMaxSize(150);
    }
}
