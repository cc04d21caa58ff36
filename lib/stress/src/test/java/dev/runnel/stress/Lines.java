package dev.runnel.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The lines of a round. Whoever closes one puts another in its place. */
final class Lines {

    private static final int[] CAPACITIES = {0, 0, 0, 1, 2, 3, 8, 64};

    private final Tally tally;
    private final int workers;
    private final AtomicReferenceArray<Line> slots;
    private final Queue<Line> retired = new ConcurrentLinkedQueue<>();

    Lines(int number, int workers, SplittableRandom random, Tally tally) {
        this.tally = tally;
        this.workers = workers;
        slots = new AtomicReferenceArray<>(number);
        for (int i = 0; i < number; i++) {
            slots.set(i, fresh(random));
        }
    }

    private Line fresh(SplittableRandom random) {
        tally.count(Tally.Kind.CHANNELS);
        return new Line(CAPACITIES[random.nextInt(CAPACITIES.length)], workers);
    }

    /** Some line, for use until {@link Line#leave()}. */
    Line enter(SplittableRandom random) {
        for (; ; ) {
            Line line = slots.get(random.nextInt(slots.length()));
            if (line.enter()) {
                return line;
            }
        }
    }

    /** Closes some line; another takes its place. */
    void closeOne(SplittableRandom random) {
        int i = random.nextInt(slots.length());
        Line line = slots.get(i);
        if (slots.compareAndSet(i, line, fresh(random))) {
            retired.add(line); // first: a worker that is unwound now leaves it to the audit to close it
            line.retire();
            tally.count(Tally.Kind.CLOSE);
        }
    }

    /** Checks all lines, and audits those that are not used any more. */
    void inspect() {
        for (int i = 0; i < slots.length(); i++) {
            slots.get(i).check();
        }
        retired.removeIf(line -> line.audit(tally));
    }

    /** To be called when all workers have gone. */
    void closeAll() {
        List<Line> all = new ArrayList<>();
        for (int i = 0; i < slots.length(); i++) {
            all.add(slots.get(i));
        }
        all.forEach(Line::retire);
        retired.addAll(all);
        retired.removeIf(line -> line.audit(tally));
        if (!retired.isEmpty()) {
            throw new AssertionError("still in use although all workers have gone: " + retired.size() + " lines");
        }
    }
}
