package dev.runnel.sample.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.sample.Goroutines;
import dev.runnel.sample.Ran;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PingPongTest {

    @Test
    void everyRound_isHit() {
        AtomicInteger hits = new AtomicInteger();

        Go.run(() -> hits.set(PingPong.play(1000)));

        assertEquals(1000, hits.get());
    }

    @Test
    void noRounds_endTheOtherSideToo() {
        AtomicInteger hits = new AtomicInteger(-1);

        Go.run(() -> {
            hits.set(PingPong.play(0));
            Goroutines.awaitNoOthers();
        });

        assertEquals(0, hits.get());
    }

    @Test
    void program_printsTheRounds() {
        Ran ran = Ran.program("pingpong", "500");

        assertTrue(ran.out().matches("500 round trips, \\d+ ns each\n"), ran.out());
        assertEquals(0, ran.status());
    }
}
