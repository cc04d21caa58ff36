package dev.runnel.sample.deadlock;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import io.vavr.collection.List;

/** A table with a fork between any two neighbours. The place of a fork is a channel that holds it, or is empty. */
final class Philosophers {

    private enum Fork {
        FORK
    }

    private Philosophers() {}

    /** Dines. Never returns. */
    static void dine(List<String> names) {
        int seats = names.length();
        List<Chan<Fork>> forks = List.fill(seats, () -> {
            Chan<Fork> place = chan(1);
            place.send(Fork.FORK);
            return place;
        });
        Chan<String> hungry = chan(seats);
        Chan<Void> grace = chan();
        List<GoHandle> diners = names.zipWithIndex((name, seat) -> go(name, () -> {
            Chan<Fork> left = forks.get(seat);
            Chan<Fork> right = forks.get((seat + 1) % seats);
            Fork first = left.recv().get();
            hungry.send(name);
            grace.recv();
            Fork second = right.recv().get(); // waits for ever: the neighbour holds it
            right.send(second);
            left.send(first);
        }));
        names.forEach(name -> hungry.recv());
        grace.close(); // everyone has one fork now
        diners.forEach(GoHandle::join);
    }
}
