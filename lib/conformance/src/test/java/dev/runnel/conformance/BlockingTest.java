package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.conformance.Waiting.blocks;
import static dev.runnel.conformance.Waiting.ends;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.SendOnClosed;
import dev.runnel.select.Action;
import io.vavr.control.Option;

/** What waits for ever, what never waits and what fails: Go's table in {@code test/chan/select3.go}. */
class BlockingTest {

    private static final String GO = "test/chan/select3.go";
    private static final String SEND = "chan send";
    private static final String RECEIVE = "chan receive";
    private static final String NIL_SEND = "chan send (nil chan)";
    private static final String NIL_RECEIVE = "chan receive (nil chan)";
    private static final Action UNREACHABLE = () -> fail("this clause cannot proceed");

    private final Chan<Integer> nil = nilChan();
    private final Chan<Integer> closed = chan();

    BlockingTest() {
        closed.close();
    }

    @GoTest(
            value = GO,
            covers = {"C8", "C15", "C63"})
    void nilChannel_blocksForEver() {
        blocks(NIL_SEND, () -> nil.send(7));
        blocks(NIL_RECEIVE, () -> nil.recv());
        blocks(NIL_RECEIVE, () -> nil.recvOrNull());
        blocks(NIL_RECEIVE, () -> nil.iterator().hasNext());
    }

    @GoTest(
            value = GO,
            covers = {"C36", "C37", "S5"},
            everySchedule = true)
    void nilChannel_isNeverChosen() {
        ends(() -> {
            select().send(nil, 7, UNREACHABLE).otherwise(() -> {}).run();
            select().recv(nil, UNREACHABLE).otherwise(() -> {}).run();
            select().send(null, 7, UNREACHABLE).otherwise(() -> {}).run();
            select().recv(null, UNREACHABLE).otherwise(() -> {}).run();
            assertFalse(nil.trySend(7));
            assertTrue(nil.tryRecv().isEmpty());
        });
    }

    @GoTest(
            value = GO,
            covers = {"C2", "C10"},
            everySchedule = true)
    void sendToFreeBuffer_neverBlocks() {
        ends(() -> chan(1).send(7));
    }

    @GoTest(
            value = GO,
            covers = {"C16", "C23"},
            everySchedule = true)
    void receiveFromClosed_neverBlocks() {
        ends(() -> {
            for (int i = 0; i < 10; i++) {
                assertEquals(Option.none(), closed.recv());
                assertTrue(closed.tryRecv().isClosed());
            }
        });
    }

    @GoTest(
            value = GO,
            covers = {"C9", "C37", "S7"},
            everySchedule = true)
    void sendToClosed_fails() {
        assertThrows(SendOnClosed.class, () -> closed.send(7));
        assertThrows(SendOnClosed.class, () -> closed.trySend(7));
        assertThrows(
                SendOnClosed.class, () -> select().send(closed, 7, UNREACHABLE).run());
        assertThrows(
                SendOnClosed.class,
                () -> select().send(closed, 7, UNREACHABLE)
                        .otherwise(UNREACHABLE)
                        .run());
    }

    @GoTest(
            value = GO,
            covers = {"C10", "C17", "C63"})
    void unreadyChannel_blocks() {
        blocks(RECEIVE, () -> chan().recv());
        blocks(SEND, () -> chan().send(1));
        blocks(RECEIVE, () -> chan(1).recv());
        blocks(SEND, () -> {
            Chan<Integer> full = chan(1);
            full.send(1);
            full.send(2);
        });
    }

    @GoTest(
            value = GO,
            covers = {"S6", "S18"},
            everySchedule = true)
    void selectWithoutClauses_blocksForEver() {
        blocks("select (no cases)", () -> select().run());
    }

    @GoTest(
            value = GO,
            covers = {"S5", "S17", "S18"})
    void selectOfNilChannels_blocksForEver() {
        blocks(NIL_RECEIVE, () -> select().recv(nil, UNREACHABLE).run());
        blocks(NIL_SEND, () -> select().send(nil, 7, UNREACHABLE).run());
        blocks(
                "select",
                () -> select().recv(nil, UNREACHABLE).send(nil, 7, UNREACHABLE).run());
    }

    @GoTest(
            value = GO,
            covers = {"S3", "S18"})
    void selectOfUnreadyChannels_blocks() {
        Chan<Integer> other = chan();
        blocks(RECEIVE, () -> select().recv(chan(), UNREACHABLE).run());
        blocks(SEND, () -> select().send(chan(), 7, UNREACHABLE).run());
        blocks(
                "select",
                () -> select().recv(chan(), UNREACHABLE)
                        .send(other, 7, UNREACHABLE)
                        .run());
    }

    @GoTest(
            value = GO,
            covers = {"S3", "S6"},
            everySchedule = true)
    void selectWithDefault_neverBlocks() {
        ends(() -> {
            assertEquals("default", choose().otherwise(() -> "default").get());
            assertEquals(
                    "default",
                    choose().recv(nil, v -> "nil").otherwise(() -> "default").get());
            assertEquals(
                    "default",
                    choose().send(nil, 7, () -> "nil")
                            .otherwise(() -> "default")
                            .get());
            assertEquals(
                    "default",
                    choose().recv(chan(), v -> "open")
                            .otherwise(() -> "default")
                            .get());
        });
    }

    @GoTest(
            value = GO,
            covers = {"S3", "S11"},
            everySchedule = true)
    void selectOfReadyChannel_doesNotTakeDefault() {
        ends(() -> {
            Chan<Integer> c = chan(1);
            select().send(c, 7, () -> {}).otherwise(UNREACHABLE).run();
            select().recv(c, v -> assertEquals(Option.some(7), v))
                    .otherwise(UNREACHABLE)
                    .run();
        });
    }

    @GoTest(
            value = GO,
            covers = {"S7", "C23"},
            everySchedule = true)
    void selectOfClosedChannel_isLikeThePlainReceive() {
        ends(() -> {
            select().recv(closed, () -> {}).run();
            select().recv(closed, v -> assertEquals(Option.none(), v)).run();
            assertEquals(
                    Option.none(),
                    choose().recv(closed, v -> v).recv(nil, v -> v).get());
        });
    }

    @GoTest(
            value = GO,
            covers = {"S19", "S20"},
            everySchedule = true)
    void selectThatSeesItself_blocks() {
        Chan<Integer> c = chan();
        blocks(
                "select",
                () -> select().send(c, 1, UNREACHABLE).recv(c, UNREACHABLE).run());
    }
}
