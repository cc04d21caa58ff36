package dev.runnel.sample.pubsub;

import static dev.runnel.Go.chan;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import dev.runnel.scope.Fork;
import dev.runnel.scope.Scope;
import io.vavr.collection.List;

/**
 * {@code pubsub [MESSAGES]}: publishes numbers to one subscriber that listens and three that sleep until all is over;
 * prints what each of them got.
 */
public final class PubSubCommand implements Command {

    private static final String TOPIC = "numbers";
    private static final int ROOM = 5;

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int messages = arguments.number("MESSAGES", 100, 1, 1_000_000);
        arguments.end();
        Go.run(() -> publish(messages, terminal));
        return 0;
    }

    private static void publish(int messages, Terminal terminal) throws Exception {
        try (Scope scope = Scope.open()) {
            Chan<Void> morning = chan();
            List<Fork<String>> subscribers;
            try (Broker<Integer> broker = new Broker<>()) {
                subscribers = List.of(Slow.values()).map(slow -> {
                    Subscription<Integer> subscription = broker.subscribe(TOPIC, ROOM, slow);
                    return scope.fork(() -> {
                        if (slow != Slow.WAIT) {
                            morning.recv();
                        }
                        List<Integer> got = List.ofAll(subscription.messages());
                        return slow + " got " + got.length() + ", from " + got.head() + " to " + got.last();
                    });
                });
                for (int n = 1; n <= messages; n++) {
                    broker.publish(TOPIC, n);
                }
            }
            morning.close();
            scope.join();
            for (Fork<String> subscriber : subscribers) {
                terminal.say(subscriber.get());
            }
        }
    }
}
