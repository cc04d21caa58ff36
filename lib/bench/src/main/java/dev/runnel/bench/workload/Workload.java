package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Something to measure. Each has its twin under {@code lib/bench/go}, with the same name, goroutines, channels and
 * values.
 *
 * @param <C> the contender's channel
 */
public abstract class Workload<C> {

    final Kit<C> kit;
    private final Set<Need> needs = EnumSet.noneOf(Need.class);

    Workload(Kit<C> kit, Need... needs) {
        this.kit = kit;
        this.needs.addAll(Set.of(needs));
    }

    /** Whether the contender can do this. */
    public final boolean possible(int size, int capacity) {
        return kit.fits(needs(size), capacity);
    }

    /** What it needs at that size. */
    Set<Need> needs(int size) {
        return needs;
    }

    /** Does it, as a goroutine. */
    public abstract void run(Round round);

    /** Runs so many goroutines, and adds up what they return. */
    final long onEach(int count, LongSupplier body) {
        Crew crew = kit.crew(count);
        LongAdder sum = new LongAdder();
        for (int i = 0; i < count; i++) {
            kit.go(() -> {
                sum.add(body.getAsLong());
                crew.done();
            });
        }
        crew.await();
        return sum.sum();
    }

    /** Receives n values and adds them up. */
    final long drain(C channel, long n) {
        long sum = 0;
        for (long i = 0; i < n; i++) {
            sum += Values.number(kit.recv(channel));
        }
        return sum;
    }

    /** Sends the first n values. */
    final void feed(C channel, long n) {
        for (long i = 0; i < n; i++) {
            kit.send(channel, Values.of(i));
        }
    }
}
