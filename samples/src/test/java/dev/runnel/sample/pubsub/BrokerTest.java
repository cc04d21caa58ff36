package dev.runnel.sample.pubsub;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.sample.Ran;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.Interleavings;
import io.vavr.collection.List;
import org.junit.jupiter.api.Test;

class BrokerTest {

    @Interleavings(100)
    void message_goesToThoseOfItsTopic() {
        Broker<String> broker = new Broker<>();
        Subscription<String> first = broker.subscribe("a", 2, Slow.WAIT);
        Subscription<String> second = broker.subscribe("a", 2, Slow.WAIT);
        Subscription<String> other = broker.subscribe("b", 2, Slow.WAIT);

        broker.publish("a", "for a");
        broker.publish("b", "for b");
        broker.publish("c", "for nobody");
        broker.close();

        assertEquals(List.of("for a"), List.ofAll(first.messages()));
        assertEquals(List.of("for a"), List.ofAll(second.messages()));
        assertEquals(List.of("for b"), List.ofAll(other.messages()));
        assertEquals(1, Go.numGoroutine());
    }

    @Interleavings(100)
    void publishers_areEachHeardInTheirOrder() {
        Broker<Integer> broker = new Broker<>();
        Subscription<Integer> subscription = broker.subscribe("n", 1, Slow.WAIT);
        Chan<List<Integer>> heard = chan(1);
        go(() -> heard.send(List.ofAll(subscription.messages())));
        List<GoHandle> publishers = List.of(0, 100)
                .map(from -> go(() -> {
                    for (int n = from; n < from + 5; n++) {
                        assertTrue(broker.publish("n", n));
                    }
                }));
        publishers.forEach(GoHandle::join);
        broker.close();

        List<Integer> all = heard.recv().get();
        assertEquals(List.range(0, 5), all.filter(n -> n < 100));
        assertEquals(List.range(100, 105), all.filter(n -> n >= 100));
    }

    private static List<Integer> sleeper(Slow slow) {
        Broker<Integer> broker = new Broker<>();
        Subscription<Integer> subscription = broker.subscribe("n", 3, slow);
        for (int n = 1; n <= 10; n++) {
            assertTrue(broker.publish("n", n));
        }
        broker.close();
        return List.ofAll(subscription.messages());
    }

    @Interleavings(50)
    void sleeper_getsTheOldest_ifTheNewestAreDropped() {
        assertEquals(List.of(1, 2, 3), sleeper(Slow.DROP_NEWEST));
    }

    @Interleavings(50)
    void sleeper_getsTheNewest_ifTheOldestAreDropped() {
        assertEquals(List.of(8, 9, 10), sleeper(Slow.DROP_OLDEST));
    }

    @Interleavings(50)
    void sleeper_isUnsubscribed_andKeepsWhatHeHas() {
        Broker<Integer> broker = new Broker<>();
        Subscription<Integer> subscription = broker.subscribe("n", 3, Slow.UNSUBSCRIBE);
        for (int n = 1; n <= 5; n++) {
            broker.publish("n", n);
        }

        assertEquals(List.of(1, 2, 3), List.ofAll(subscription.messages())); // ends before the broker does
        broker.unsubscribe(subscription);
        broker.close();
    }

    @Interleavings(100)
    void sleeperWhoIsWaitedFor_holdsUpTheBroker_untilHeLeaves() {
        Broker<Integer> broker = new Broker<>();
        Subscription<Integer> sleeper = broker.subscribe("n", 1, Slow.WAIT);
        Subscription<Integer> listener = broker.subscribe("n", 10, Slow.WAIT);
        GoHandle publisher = go(() -> {
            for (int n = 1; n <= 3; n++) {
                broker.publish("n", n);
            }
        });
        Bubble.await();
        assertFalse(publisher.hasEnded());
        assertEquals(1, listener.messages().len());

        broker.unsubscribe(sleeper);
        publisher.join();
        broker.close();

        assertEquals(List.of(1), List.ofAll(sleeper.messages()));
        assertEquals(List.of(1, 2, 3), List.ofAll(listener.messages()));
    }

    @Interleavings(100)
    void whoHasUnsubscribed_getsNoMore() {
        Broker<Integer> broker = new Broker<>();
        Subscription<Integer> subscription = broker.subscribe("n", 10, Slow.WAIT);
        broker.publish("n", 1);
        broker.unsubscribe(subscription);
        broker.unsubscribe(subscription);
        broker.publish("n", 2);

        assertEquals(List.of(1), List.ofAll(subscription.messages()));
        broker.close();
        broker.unsubscribe(subscription);
    }

    @Interleavings(100)
    void close_whilePublishersArePublishing_losesNothingThatWasTaken() {
        Broker<Integer> broker = new Broker<>();
        Subscription<Integer> subscription = broker.subscribe("n", 100, Slow.DROP_NEWEST);
        Chan<Integer> taken = chan(100);
        GoHandle publisher = go(() -> {
            for (int n = 1; n <= 20 && broker.publish("n", n); n++) {
                taken.send(n);
            }
            taken.close();
        });
        taken.recv();
        broker.close();
        publisher.join();

        assertEquals(List.ofAll(taken).prepend(1), List.ofAll(subscription.messages()));
    }

    @Test
    void closedBroker_takesNothing() {
        Go.run(() -> {
            Broker<String> broker = new Broker<>();
            broker.close();

            assertFalse(broker.publish("a", "too late"));
            assertThrows(IllegalStateException.class, () -> broker.subscribe("a", 1, Slow.WAIT));
        });
    }

    @Test
    void noRoom_isRefused() {
        Go.run(() -> {
            try (Broker<String> broker = new Broker<>()) {
                Exception refused =
                        assertThrows(IllegalArgumentException.class, () -> broker.subscribe("a", 0, Slow.DROP_OLDEST));
                assertEquals("room: '0' is not allowed; allowed: 1 or more", refused.getMessage());
            }
        });
    }

    @Test
    void program_printsWhatEachGot() {
        Ran ran = Ran.program("pubsub", "1000");

        assertEquals("""
                WAIT got 1000, from 1 to 1000
                DROP_NEWEST got 5, from 1 to 5
                DROP_OLDEST got 5, from 996 to 1000
                UNSUBSCRIBE got 5, from 1 to 5
                """, ran.out());
        assertEquals(0, ran.status());
    }
}
