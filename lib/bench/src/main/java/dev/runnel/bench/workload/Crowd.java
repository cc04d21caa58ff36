package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Gate;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Many goroutines that wait at a gate. */
final class Crowd<C> {

    private static final int MULTITUDE = 1_000_000;

    private final Kit<C> kit;
    private final int size;
    private final Gate gate;
    private final Crew crew;
    private final AtomicInteger there = new AtomicInteger();

    Crowd(Kit<C> kit, int size) {
        this.kit = kit;
        this.size = size;
        gate = kit.gate();
        crew = kit.crew(size);
    }

    /** What so many need. */
    static Set<Need> needs(int size) {
        return size < MULTITUDE ? EnumSet.of(Need.SPAWN) : EnumSet.of(Need.SPAWN, Need.MULTITUDE);
    }

    /** Starts them, and says how long it took until all had come to the gate. */
    long gather() {
        long start = System.nanoTime();
        for (int i = 0; i < size; i++) {
            kit.go(() -> {
                there.incrementAndGet();
                gate.await();
                crew.done();
            });
        }
        while (there.get() < size) {
            kit.yield();
        }
        return System.nanoTime() - start;
    }

    /** Lets them go, and says how long it took until all had passed. */
    long release() {
        long start = System.nanoTime();
        gate.open();
        crew.await();
        return System.nanoTime() - start;
    }
}
