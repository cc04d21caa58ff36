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

/** Whatever is done to it, the heap behaves as a list that is sorted before each look: P62, P66; Q8, Q9. */
class TimerHeapProps {

    enum Kind {
        ADD,
        REMOVE,
        FIRE
    }

    /** A step: its number is a time, or chooses among the timers that are in. */
    record Step(Kind kind, long number) {}

    private static final class Recorder extends TimerHeap.Timer {
        private final List<Recorder> fired;

        Recorder(List<Recorder> fired) {
            this.fired = fired;
        }

        @Override
        protected void fire() {
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
                case REMOVE -> {
                    if (!model.isEmpty()) {
                        Recorder timer = model.remove((int) Math.floorMod(step.number(), (long) model.size()));
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
        gone.forEach(timer -> assertFalse(heap.remove(timer)));
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
        Arbitrary<Kind> kinds =
                Arbitraries.of(Kind.ADD, Kind.ADD, Kind.ADD, Kind.ADD, Kind.REMOVE, Kind.REMOVE, Kind.FIRE);
        Arbitrary<Long> numbers = Arbitraries.oneOf(
                Arbitraries.longs().between(-20, 20),
                Arbitraries.longs().between(-1_000_000, 1_000_000),
                Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE - 1));
        return Combinators.combine(kinds, numbers).as(Step::new).list().ofMaxSize(150);
    }
}
