package dev.runnel.sample.philosophers;

import static dev.runnel.Go.chan;

import dev.runnel.channel.Chan;
import io.vavr.collection.List;

/** The forks on a table, one on the left of each seat. The place of a fork is a channel that holds it, or is empty. */
final class Forks {

    private enum Fork {
        FORK
    }

    private final List<Chan<Fork>> places;

    Forks(int seats) {
        places = List.fill(seats, () -> chan(1));
        places.forEach(place -> place.send(Fork.FORK));
    }

    /** The number of the fork on the left. */
    int left(int seat) {
        return seat;
    }

    /** The number of the fork on the right. */
    int right(int seat) {
        return (seat + 1) % places.length();
    }

    /** Takes a fork; waits until it is there. */
    void take(int number) {
        places.get(number).recv();
    }

    /** Puts a fork back. */
    void put(int number) {
        places.get(number).send(Fork.FORK);
    }
}
