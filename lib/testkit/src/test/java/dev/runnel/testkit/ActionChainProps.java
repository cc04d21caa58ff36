package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;

/**
 * A channel against a model, as chains of actions: each starts a goroutine with one operation, lets all run until they
 * wait, and compares who has got what, and who waits.
 */
class ActionChainProps {

    private static final int LONGEST = 30;

    /** The real channel and its model; an operation is known by its number, and what came of it is a text. */
    static final class World {
        private static final String WAITS = "waits";

        final Chan<Integer> channel;
        final int capacity;
        final List<String> happened = new ArrayList<>();

        final List<String> expected = new ArrayList<>();
        final Deque<Integer> buffer = new ArrayDeque<>();
        final Deque<Integer> senders = new ArrayDeque<>();
        final Deque<Integer> receivers = new ArrayDeque<>();
        boolean closed;

        World(int capacity, IntFunction<Chan<Integer>> make) {
            this.capacity = capacity;
            this.channel = make.apply(capacity);
        }

        private int begin() {
            happened.add(WAITS);
            expected.add(WAITS);
            return happened.size() - 1;
        }

        World send() {
            int id = begin();
            go(() -> {
                try {
                    channel.send(id);
                    happened.set(id, "sent");
                } catch (ChannelException e) {
                    happened.set(id, e.getMessage());
                }
            });
            if (closed) {
                expected.set(id, "send on closed channel");
            } else if (!receivers.isEmpty()) {
                expected.set(receivers.remove(), "got " + id);
                expected.set(id, "sent");
            } else if (buffer.size() < capacity) {
                buffer.add(id);
                expected.set(id, "sent");
            } else {
                senders.add(id);
            }
            return compared();
        }

        World recv() {
            int id = begin();
            go(() -> {
                Option<Integer> got = channel.recv();
                happened.set(id, got.map(value -> "got " + value).getOrElse("closed"));
            });
            if (!buffer.isEmpty()) {
                expected.set(id, "got " + buffer.remove());
                if (!senders.isEmpty()) {
                    int sender = senders.remove();
                    buffer.add(sender);
                    expected.set(sender, "sent");
                }
            } else if (!senders.isEmpty()) {
                int sender = senders.remove();
                expected.set(id, "got " + sender);
                expected.set(sender, "sent");
            } else if (closed) {
                expected.set(id, "closed");
            } else {
                receivers.add(id);
            }
            return compared();
        }

        World close() {
            channel.close();
            closed = true;
            receivers.forEach(id -> expected.set(id, "closed"));
            senders.forEach(id -> expected.set(id, "send on closed channel"));
            receivers.clear();
            senders.clear();
            return compared();
        }

        private World compared() {
            Bubble.await();
            assertEquals(expected, happened);
            assertEquals(buffer.size(), channel.len());
            return this;
        }
    }

    @Property(tries = 300)
    void channel_doesWhatTheModelSays(@ForAll("ofChannels") ActionChain<World> chain, @ForAll Schedule schedule) {
        schedule.run(chain::run);
    }

    @Provide
    static Arbitrary<ActionChain<World>> ofChannels() {
        return chains(capacity -> chan(capacity));
    }

    private static Arbitrary<ActionChain<World>> chains(IntFunction<Chan<Integer>> make) {
        return Arbitraries.integers()
                .between(0, 3)
                .flatMap(capacity -> ActionChain.startWith(() -> new World(capacity, make))
                        .withAction(3, action("send", World::send))
                        .withAction(3, action("recv", World::recv))
                        .withAction(
                                1,
                                Action.<World>when(world -> !world.closed)
                                        .describeAs("close")
                                        .just(Transformer.transform("close", World::close)))
                        .withMaxTransformations(LONGEST));
    }

    private static Action.Independent<World> action(String name, java.util.function.Function<World, World> step) {
        return () -> Arbitraries.just(Transformer.transform(name, step));
    }

    @Example
    void wrongModel_isFound_andShrunkToItsShortestChain() {
        Throwable failure =
                Launched.method(Wrong.class, "channel_doesWhatTheModelSays").failure();
        ScheduleFailure found = assertInstanceOf(ScheduleFailure.class, failure);
        assertTrue(String.valueOf(found.getMessage()).contains("expected: <[sent, sent]>"), found::getMessage);
    }

    /** Run only by the example above: the channels have one slot less than the model is told. */
    static class Wrong {

        @Property(tries = 300, seed = "1")
        void channel_doesWhatTheModelSays(@ForAll("ofSmaller") ActionChain<World> chain, @ForAll Schedule schedule) {
            schedule.run(chain::run);
        }

        @Provide
        static Arbitrary<ActionChain<World>> ofSmaller() {
            return chains(capacity -> chan(Math.min(capacity, 1)));
        }
    }
}
