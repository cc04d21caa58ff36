package dev.runnel.testkit;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Channels of a bubble, used from outside; B3. */
class BubbleChannelsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** The operations of TestChannelMovedOutOfBubble, and all others. */
    enum Use {
        SEND("send on", c -> c.send(1)),
        SEND_INTERRUPTIBLY("send on", c -> c.sendInterruptibly(1)),
        TRY_SEND("send on", c -> c.trySend(1)),
        TRY_SEND_A_WHILE("send on", c -> c.trySend(1, SECOND)),
        RECEIVE("receive on", c -> c.recv()),
        RECEIVE_INTERRUPTIBLY("receive on", c -> c.recvInterruptibly()),
        TRY_RECEIVE("receive on", c -> c.tryRecv()),
        TRY_RECEIVE_A_WHILE("receive on", c -> c.tryRecv(SECOND)),
        RANGE("receive on", c -> c.forEach(value -> {})),
        ITERATE("receive on", c -> c.iterator().hasNext()),
        CLOSE("close of", c -> c.close()),
        CANCEL("cancel of", c -> c.cancel()),
        SELECT("select on", c -> select().send(c, 1, () -> {}).run()),
        SELECT_MIXED(
                "select on",
                c -> choose().recv(chan(1), () -> 1)
                        .recv(c, () -> 2)
                        .otherwise(() -> 3)
                        .get());

        private final String words;
        private final Operation operation;

        Use(String words, Operation operation) {
            this.words = words;
            this.operation = operation;
        }
    }

    interface Operation {
        void on(Chan<Integer> c) throws Exception;
    }

    /** A thread, a goroutine of the default runtime, and the main goroutine of another bubble. */
    private static final List<Consumer<Body>> OUTSIDERS = List.of(
            body -> Thread.ofPlatform().start(() -> run(body)),
            Go::go,
            body -> Thread.ofPlatform().start(() -> Bubble.run(body)));

    private static void run(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** It fails for the one that tries, in Go's words; the bubble goes on, and so does the channel. */
    @ParameterizedTest
    @EnumSource
    void channelMovedOutOfBubble_cannotBeUsedThere(Use use) {
        for (Consumer<Body> outsider : OUTSIDERS) {
            Chan<Chan<Integer>> handedOut = chan();
            Chan<String> said = chan(1);
            outsider.accept(() -> {
                Chan<Integer> c = handedOut.recv().get();
                try {
                    use.operation.on(c);
                    said.send("nothing");
                } catch (ChannelException.OutsideBubble e) {
                    said.send(e.getMessage());
                }
            });
            Bubble.run(() -> {
                Chan<Integer> mine = chan(1);
                handedOut.send(mine);
                assertEquals(
                        use.words + " synctest channel from outside bubble",
                        said.recv().get());
                assertEquals(0, mine.len());
                mine.send(7);
                assertEquals(7, mine.recv().get());
                mine.close();
            });
        }
    }

    /** Looking at it does not count as using it, as in Go. */
    @Test
    void lengthAndCapacity_canBeAskedFromOutside() {
        Chan<Integer>[] made = newArray();
        Chan<Integer> goOn = chan();
        Chan<Boolean> begun = chan();
        Thread.ofPlatform().start(() -> {
            begun.recv();
            assertEquals(1, made[0].len());
            assertEquals(3, made[0].cap());
            goOn.close();
        });
        Bubble.run(() -> {
            made[0] = chan(3);
            made[0].send(1);
            begun.send(true);
            goOn.recv();
        });
    }

    @SuppressWarnings("unchecked")
    private static Chan<Integer>[] newArray() {
        return new Chan[1];
    }

    /** The channel of TestTimerFromInsideBubble; stop and reset are in {@link BubbleTimersTest}. */
    @Test
    void timerFromInside_cannotBeReadOutside() {
        Chan<RecvChan<Instant>> handedOut = chan();
        Chan<String> said = chan();
        go(() -> said.send(assertThrows(
                        ChannelException.OutsideBubble.class,
                        () -> handedOut.recv().get().recv())
                .getMessage()));
        Bubble.run(() -> {
            RecvChan<Instant> timer = after(SECOND);
            handedOut.send(timer);
            assertEquals(
                    "receive on synctest channel from outside bubble",
                    said.recv().get());
            assertTrue(timer.recv().isDefined());
        });
    }

    /** A channel of the bubble tells the end of a goroutine of the bubble. */
    @Test
    void goroutineOfABubble_cannotBeJoinedFromOutside() {
        Chan<GoHandle> handedOut = chan();
        Chan<String> said = chan();
        go(() -> said.send(assertThrows(
                        ChannelException.OutsideBubble.class,
                        () -> handedOut.recv().get().join())
                .getMessage()));
        Bubble.run(() -> {
            GoHandle sleeper = go(() -> sleep(SECOND));
            handedOut.send(sleeper);
            assertEquals(
                    "receive on synctest channel from outside bubble",
                    said.recv().get());
            sleeper.join();
        });
    }

    /** A failure inside a bubble because of another bubble's channel is like any other. */
    @Test
    void channelOfAnotherBubble_failsTheBubbleThatUsesIt() {
        Chan<Integer>[] made = newArray();
        Bubble.run(() -> made[0] = chan(1));
        ChannelException.OutsideBubble failure =
                assertThrows(ChannelException.OutsideBubble.class, () -> Bubble.run(() -> made[0].send(1)));
        assertEquals("send on synctest channel from outside bubble", failure.getMessage());
    }

    /** Runs of Schedules are no bubbles: their channels belong to nobody. */
    @Test
    void channelOfARunOfSchedules_canBeUsedAnywhere() {
        Chan<Integer>[] made = newArray();
        Schedule.PLAIN.run(() -> {
            made[0] = chan(1);
            made[0].send(1);
        });
        Bubble.run(() -> assertEquals(1, made[0].recv().get()));
        Schedule.PLAIN.run(() -> made[0].send(2));
        assertEquals(2, made[0].recv().get());
    }
}
