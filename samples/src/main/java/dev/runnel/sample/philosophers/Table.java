package dev.runnel.sample.philosophers;

import dev.runnel.scheduler.Body;

/** A table, and the manners of those who sit there. */
interface Table {

    /**
     * Takes both forks of a seat, eats, and puts them back. Waits until that is possible; no neighbour eats meanwhile.
     *
     * @param seat the seats are numbered from 0, to the right; one goroutine calls this for each
     * @param meal what is done with the forks in hand
     */
    void eat(int seat, Body meal) throws Exception;
}
