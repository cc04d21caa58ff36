package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.runnel.runtime.Racers;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;

/** What only few goroutines have is kept apart from them. */
class ParticularsTest {

    private static final int ROUNDS = 20_000;

    private static Goroutine named(String name) {
        return new Goroutine(null, 7, 1, Particulars.of(name, List.of()), () -> {});
    }

    @Test
    void name_isKept() {
        assertEquals("worker", named("worker").name());
        assertNull(named(null).name());
    }

    @Test
    void whatIsAdded_staysWithTheName() {
        Goroutine g = named("worker");
        g.particulars().stamp = 5;
        assertEquals(5, g.particulars().stamp);
        assertEquals("worker", g.name());
    }

    @Test
    void oneWithout_hasItsOwnOnceSomethingIsAdded() {
        Goroutine g = named(null);
        assertSame(Particulars.NONE, g.knownParticulars());
        assertNotSame(Particulars.NONE, g.particulars());
        assertSame(g.particulars(), g.knownParticulars());
    }

    /** The two are the goroutine itself, and whoever records that its P is taken. */
    @Test
    void twoThatAddAtOnce_addToTheSame() throws Exception {
        Goroutine[] all = new Goroutine[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            all[i] = named(null);
        }
        List<AtomicReferenceArray<Particulars>> seen =
                List.of(new AtomicReferenceArray<>(ROUNDS), new AtomicReferenceArray<>(ROUNDS));
        Racers.race(seen.stream()
                .map(mine -> (Racers.Part) () -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        mine.set(i, all[i].particulars());
                    }
                })
                .toList());
        for (int i = 0; i < ROUNDS; i++) {
            assertSame(seen.get(0).get(i), seen.get(1).get(i));
        }
    }
}
