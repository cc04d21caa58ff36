package dev.runnel.sample.philosophers;

import dev.runnel.scheduler.Body;

/** A table, and the manners of those who sit there. */
interface Table {

    /**
     * Takes both forks of a seat, eats, and puts them back. Waits until that is possible; no neighbour eats meanwhile.
     *
     * @param seat 0 and up, to the left; called by one goroutine for each
     * @param meal what is done with the forks in hand
     */
    void eat(int seat, Body meal) throws Exception;
}
