package dev.runnel.sample.pubsub;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.sync.Once;

/**
 * What a subscriber has.
 *
 * @param <T> the type of the messages
 */
final class Subscription<T> {

    private final String topic;
    private final Chan<T> messages;
    private final Slow slow;
    private final Chan<Void> left = chan();
    private final Once leaving = new Once();

    Subscription(String topic, int room, Slow slow) {
        this.topic = topic;
        this.messages = chan(room);
        this.slow = slow;
    }

    String topic() {
        return topic;
    }

    /** The messages. They end when the subscription has ended and all that were delivered have been taken. */
    RecvChan<T> messages() {
        return messages;
    }

    /** The subscriber wants no more: from now on the broker does not wait for it. */
    void leave() {
        leaving.run(left::close);
    }

    /** For the broker alone; tells whether the subscription goes on. */
    boolean deliver(T message) {
        return switch (slow) {
            case WAIT ->
                messages.trySend(message)
                        || choose().send(messages, message, () -> true)
                                .recv(left, () -> false)
                                .get();
            case DROP_NEWEST -> {
                messages.trySend(message);
                yield true;
            }
            case DROP_OLDEST -> {
                while (!messages.trySend(message)) {
                    messages.tryRecv();
                }
                yield true;
            }
            case UNSUBSCRIBE -> messages.trySend(message);
        };
    }

    /** For the broker alone: there are no more messages. */
    void end() {
        messages.close();
    }
}
