package dev.runnel.sample.philosophers;

import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import io.vavr.collection.List;

/**
 * Forks are given, not taken. Each seat has a hand, a goroutine that talks to those beside it. A hand that is asked for
 * a dirty fork washes it and gives it away; a clean one it keeps until it has been used. So whoever has eaten lets his
 * neighbours go first. The hands live as long as the run.
 */
final class Polite implements Table {

    private final List<Hand> hands;

    Polite(int seats) {
        List<Chan<Hand.Word>> inboxes = List.fill(seats, Hand::newInbox);
        hands = List.range(0, seats).map(seat -> {
            int left = (seat + seats - 1) % seats;
            int right = (seat + 1) % seats;
            return new Hand(
                    inboxes.get(seat),
                    new Hand.Side(seat, inboxes.get(left), seat < left),
                    new Hand.Side(right, inboxes.get(right), seat < right));
        });
        hands.forEach(hand -> go("hand", hand::run));
    }

    @Override
    public void eat(int seat, Body meal) throws Exception {
        Hand hand = hands.get(seat);
        hand.inbox().send(new Hand.Hungry());
        hand.ready().recv();
        meal.run();
        hand.inbox().send(new Hand.Sated());
    }
}
