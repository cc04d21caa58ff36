package dev.runnel.sample.philosophers;

import dev.runnel.scheduler.Body;

/**
 * Everybody takes the fork with the lower number first. Whoever holds the highest fork of all that are taken has both
 * of his, or finds the other one free; so there is always somebody who can go on.
 */
final class Ordered implements Table {

    private final Forks forks;

    Ordered(int seats) {
        forks = new Forks(seats);
    }

    @Override
    public void eat(int seat, Body meal) throws Exception {
        int first = Math.min(forks.left(seat), forks.right(seat));
        int second = Math.max(forks.left(seat), forks.right(seat));
        forks.take(first);
        forks.take(second);
        meal.run();
        forks.put(second);
        forks.put(first);
    }
}
