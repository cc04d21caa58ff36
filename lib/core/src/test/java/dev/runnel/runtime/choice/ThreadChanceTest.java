package dev.runnel.runtime.choice;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chance as select's choice (S3, S8) and the order of stealing (P32) need it, from a thread's own generator. */
class ThreadChanceTest {

    private final Chance chance = ThreadChance.ITS_OWN;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 61, 64, 100})
    void below_isUniform(int bound) {
        Uniform.checkDraws(chance, bound);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void below_isUniformAlsoInPairs(int bound) {
        Uniform.checkPairs(chance, bound);
    }

    /** Also if each thread draws only once. */
    @Test
    void firstDraws_ofManyThreads_areUniform() throws InterruptedException {
        int threads = 5_000;
        int[] drawn = new int[threads];
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int mine = i;
            all[i] = Thread.startVirtualThread(() -> drawn[mine] = chance.below(8));
        }
        int[] counts = new int[8];
        for (int i = 0; i < threads; i++) {
            all[i].join();
            counts[drawn[i]]++;
        }
        Uniform.check(counts, threads);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 1 << 20, Integer.MAX_VALUE})
    void below_staysBelow(int bound) {
        Uniform.checkRange(chance, bound);
    }
}
