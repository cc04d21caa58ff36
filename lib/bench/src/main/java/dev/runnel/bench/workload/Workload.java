package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.EnumSet;
import java.util.Set;

/**
 * Something to measure. Each has its twin under {@code lib/bench/go}, with the same name, goroutines, channels and values.
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
    public final boolean possible(int capacity) {
        return kit.fits(needs, capacity);
    }

    /** Does it, as a goroutine. */
    public abstract void run(Round round);

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
