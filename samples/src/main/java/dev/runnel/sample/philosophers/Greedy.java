package dev.runnel.sample.philosophers;

import dev.runnel.Go;
import dev.runnel.scheduler.Body;
import java.time.Duration;

/** Everybody takes the fork on his left, looks forward to the meal for a while, and takes the other. */
final class Greedy implements Table {

    private static final Duration A_WHILE = Duration.ofMillis(1);

    private final Forks forks;

    Greedy(int seats) {
        forks = new Forks(seats);
    }

    @Override
    public void eat(int seat, Body meal) throws Exception {
        forks.take(forks.left(seat));
        Go.sleep(A_WHILE);
        forks.take(forks.right(seat)); // waits for ever if all have come to this line
        meal.run();
        forks.put(forks.right(seat));
        forks.put(forks.left(seat));
    }
}
