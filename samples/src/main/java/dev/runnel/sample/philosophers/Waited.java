package dev.runnel.sample.philosophers;

import dev.runnel.scheduler.Body;
import dev.runnel.sync.Semaphore;

/** A waiter keeps one of the chairs free. So among those who sit there is one with a neighbour who does not. */
final class Waited implements Table {

    private final Forks forks;
    private final Semaphore chairs;

    Waited(int seats) {
        forks = new Forks(seats);
        chairs = new Semaphore(seats - 1);
    }

    @Override
    public void eat(int seat, Body meal) throws Exception {
        chairs.acquire();
        forks.take(forks.left(seat));
        forks.take(forks.right(seat));
        meal.run();
        forks.put(forks.right(seat));
        forks.put(forks.left(seat));
        chairs.release();
    }
}
