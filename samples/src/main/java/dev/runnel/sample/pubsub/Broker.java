package dev.runnel.sample.pubsub;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.select.Choice;
import io.vavr.collection.HashMap;
import io.vavr.collection.List;
import io.vavr.collection.Map;

/**
 * Passes messages on to those who have subscribed to their topic.
 *
 * @param <T> the type of the messages
 */
final class Broker<T> implements AutoCloseable {

    private sealed interface Order<T> {}

    private record Subscribe<T>(Subscription<T> subscription) implements Order<T> {}

    private record Unsubscribe<T>(Subscription<T> subscription) implements Order<T> {}

    private record Publish<T>(String topic, T message) implements Order<T> {}

    private final Chan<Order<T>> orders = chan();
    private final Chan<Void> closing = chan();

    /** By topic; only the broker's goroutine uses it. */
    private Map<String, List<Subscription<T>>> subscriptions = HashMap.empty();

    private final GoHandle broker = go("broker", this::run);

    /**
     * Publishes; may have to wait for slow subscribers.
     *
     * @return false if the broker is closed; nobody gets the message then
     */
    boolean publish(String topic, T message) {
        return order(new Publish<>(topic, message));
    }

    /**
     * Subscribes to what is published from now on.
     *
     * @param room how many messages may wait for the subscriber, 1 or more
     * @param slow what happens if there is no more room
     * @throws IllegalStateException if the broker is closed
     */
    Subscription<T> subscribe(String topic, int room, Slow slow) {
        if (room < 1) {
            throw new IllegalArgumentException("room: '" + room + "' is not allowed; allowed: 1 or more");
        }
        Subscription<T> subscription = new Subscription<>(topic, room, slow);
        if (!order(new Subscribe<>(subscription))) {
            throw new IllegalStateException("the broker is closed");
        }
        return subscription;
    }

    /** Ends a subscription; what has been delivered can still be taken. May be called again, and after its end. */
    void unsubscribe(Subscription<T> subscription) {
        subscription.leave();
        order(new Unsubscribe<>(subscription));
    }

    /** Delivers what has been published, then ends all subscriptions; waits for that. To be called once. */
    @Override
    public void close() {
        closing.close();
        broker.join();
    }

    private boolean order(Order<T> order) {
        return choose().send(orders, order, () -> true)
                .recv(closing, () -> false)
                .get();
    }

    private void run() {
        Choice<Boolean> next = choose().<Order<T>, Boolean>recv(orders, order -> {
                    obey(order.get());
                    return true;
                })
                .recv(closing, () -> false);
        while (next.get()) {
            // the order has been obeyed
        }
        subscriptions.values().forEach(all -> all.forEach(Subscription::end));
    }

    private void obey(Order<T> order) {
        switch (order) {
            case Subscribe<T> one -> {
                String topic = one.subscription().topic();
                subscriptions = subscriptions.put(topic, to(topic).append(one.subscription()));
            }
            case Unsubscribe<T> one -> end(one.subscription());
            case Publish<T> one -> {
                for (Subscription<T> subscription : to(one.topic())) {
                    if (!subscription.deliver(one.message())) {
                        end(subscription);
                    }
                }
            }
        }
    }

    private List<Subscription<T>> to(String topic) {
        return subscriptions.getOrElse(topic, List.empty());
    }

    private void end(Subscription<T> subscription) {
        String topic = subscription.topic();
        if (to(topic).contains(subscription)) {
            List<Subscription<T>> others = to(topic).remove(subscription);
            subscriptions = others.isEmpty() ? subscriptions.remove(topic) : subscriptions.put(topic, others);
            subscription.end();
        }
    }
}
