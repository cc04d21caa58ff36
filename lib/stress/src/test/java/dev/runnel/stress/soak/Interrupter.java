package dev.runnel.stress.soak;

import dev.runnel.stress.Target;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Interrupts those that are open to it, picked at random. */
final class Interrupter implements Runnable {

    private static final int PLACES = 256;

    private final AtomicReferenceArray<Target> targets = new AtomicReferenceArray<>(PLACES);
    private final SplittableRandom random;
    private final Count count;

    Interrupter(long seed, Count count) {
        this.random = new SplittableRandom(seed);
        this.count = count;
    }

    /** The target may be interrupted until the entry is closed; not at all if its place is already taken. */
    Entry enter(Target target) {
        int place = ThreadLocalRandom.current().nextInt(PLACES);
        boolean entered = targets.compareAndSet(place, null, target);
        return () -> {
            if (entered) {
                targets.set(place, null);
            }
        };
    }

    /** A place among the targets. */
    interface Entry extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public void run() {
        for (int i = 0; i < PLACES / 8; i++) {
            Target target = targets.get(random.nextInt(PLACES));
            if (target != null && target.interrupt()) {
                count.interrupts.increment();
            }
        }
    }
}
