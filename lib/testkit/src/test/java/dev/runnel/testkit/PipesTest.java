package dev.runnel.testkit;

import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.ChannelException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.net.Conn;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import dev.runnel.net.Pipe;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scope.ErrGroup;
import dev.runnel.sync.WaitGroup;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Connections in memory, in bubbles and explorations: they belong to the run, as channels do. */
class PipesTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");
    private static final int RUNS = 20_000;

    // ---------------------------------------------------------------- bubbles

    @Test
    void deadline_passesOnTheBubblesClock() {
        Bubble.run(() -> {
            Pipe pipe = Net.pipe();
            pipe.client().setReadDeadline(HOUR);
            assertThrows(NetException.Timeout.class, () -> pipe.client().read(new byte[1]));
            assertEquals(ORIGIN.plus(HOUR), now());
            pipe.server().setWriteDeadline(now().plus(HOUR));
            ByteBuffer source = ByteBuffer.allocate(5);
            assertThrows(NetException.Timeout.class, () -> pipe.server().write(source));
            assertEquals(ORIGIN.plus(HOUR.multipliedBy(2)), now());
            assertEquals(0, source.position());
        });
    }

    @Test
    void clockGoesOn_whileAllWaitInPipes_orForTheirTurn() {
        Bubble.run(() -> {
            Pipe pipe = Net.pipe();
            WaitGroup writers = new WaitGroup();
            for (int i = 0; i < 2; i++) {
                writers.go(() -> pipe.client().write(new byte[] {1, 2}));
            }
            sleep(HOUR);
            assertEquals(4, pipe.server().input().readNBytes(4).length);
            writers.await();
            assertEquals(ORIGIN.plus(HOUR), now());
        });
    }

    @Test
    void context_endsTheWaitByTheBubblesClock() {
        Bubble.run(() -> {
            Pipe pipe = Net.pipe();
            try (var ctx = Context.withTimeout(Context.background(), HOUR)) {
                assertThrows(DeadlineExceeded.class, () -> pipe.client().read(ByteBuffer.allocate(1), ctx));
            }
            assertEquals(ORIGIN.plus(HOUR), now());
        });
    }

    @Test
    void allWaitForGood_isADeadlock() {
        DeadlockException deadlock = assertThrows(
                DeadlockException.class,
                () -> Bubble.run(() -> {
                    Pipe pipe = Net.pipe();
                    go(() -> pipe.server().read(new byte[1]));
                    pipe.client().read(new byte[1]);
                }));
        assertTrue(deadlock.dump().contains("[pipe read"), deadlock::dump);
    }

    /** The one that ends the wait may be outside: the clock stands still, and nothing is a deadlock. */
    @Test
    void contextFromOutside_theClockStandsStill() throws Exception {
        try (CancelContext outside = Context.withCancel(Context.background())) {
            Thread cancels = Thread.ofPlatform().unstarted(outside::cancel);
            Bubble.run(() -> {
                Pipe pipe = Net.pipe();
                boolean[] late = {false};
                go(() -> {
                    sleep(HOUR);
                    late[0] = true;
                });
                cancels.start();
                assertThrows(CancelledException.class, () -> pipe.client().read(ByteBuffer.allocate(1), outside));
                assertEquals(ORIGIN, now());
                assertFalse(late[0]);
                sleep(HOUR.multipliedBy(2));
                assertTrue(late[0]);
            });
            cancels.join();
        }
    }

    private interface Use {
        void of(Conn conn) throws Exception;
    }

    private static String refusal(Conn conn, Use use) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                use.of(conn);
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return assertInstanceOf(ChannelException.OutsideBubble.class, thrown.get())
                .getMessage();
    }

    @Test
    void pipeOfABubble_isNobodyElses() {
        Bubble.run(() -> {
            Conn client = Net.pipe(1).client();
            String bubble = " synctest " + client + " from outside bubble";
            assertEquals("read of" + bubble, refusal(client, c -> c.read(new byte[1])));
            assertEquals("write to" + bubble, refusal(client, c -> c.write(new byte[1])));
            assertEquals("deadline of" + bubble, refusal(client, c -> c.setReadDeadline(HOUR)));
            assertEquals("close of" + bubble, refusal(client, Conn::closeRead));
            assertEquals("close of" + bubble, refusal(client, Conn::closeWrite));
            assertEquals("close of" + bubble, refusal(client, Conn::close));
            assertTrue(client.isOpen());
        });
    }

    // ---------------------------------------------------------------- explorations

    private interface Program {
        String run() throws Exception;
    }

    private static Set<String> outcomes(Policy policy, Program program) {
        Set<String> all = new HashSet<>();
        Exploration done = new Explorer(policy).withRuns(RUNS).explore(() -> all.add(program.run()));
        assertTrue(done.complete(), done::toString);
        return all;
    }

    private static void assertOutcomes(Set<String> expected, Program program) {
        assertEquals(expected, outcomes(new ExhaustivePolicy(Integer.MAX_VALUE), program));
        assertEquals(expected, outcomes(new PartialOrderPolicy(), program));
    }

    private static int one(Conn conn) throws NetException {
        byte[] one = new byte[1];
        int n = conn.read(one);
        return n < 0 ? n : one[0];
    }

    @Test
    void twoReaders_eitherMayBeFirst() {
        assertOutcomes(Set.of("1 2", "2 1"), () -> {
            Pipe pipe = Net.pipe();
            int[] got = new int[2];
            WaitGroup readers = new WaitGroup();
            for (int i = 0; i < 2; i++) {
                int mine = i;
                readers.go(() -> got[mine] = one(pipe.server()));
            }
            pipe.client().write(new byte[] {1, 2});
            readers.await();
            return got[0] + " " + got[1];
        });
    }

    @Test
    void closeOfTheReader_comesBeforeOrAfterTheWrite() {
        assertOutcomes(Set.of("written", "broken"), () -> {
            Pipe pipe = Net.pipe(1);
            WaitGroup closed = new WaitGroup();
            closed.go(() -> pipe.server().close());
            String how;
            try {
                pipe.client().write(new byte[1]);
                how = "written";
            } catch (NetException.BrokenPipe e) {
                how = "broken";
            }
            closed.await();
            return how;
        });
    }

    /** The writer may not be waiting yet when the close comes. */
    @Test
    void whatWasReadBeforeTheClose_isWritten() {
        assertOutcomes(Set.of("1 written"), () -> {
            Pipe pipe = Net.pipe();
            String[] how = {"?"};
            try (CancelContext ctx = Context.withCancel(Context.background())) {
                WaitGroup writer = new WaitGroup();
                writer.go(() -> {
                    try {
                        pipe.client().write(ByteBuffer.wrap(new byte[] {1}), ctx);
                        how[0] = "written";
                    } catch (NetException.Closed e) {
                        how[0] = "closed";
                    }
                });
                int got = one(pipe.server());
                pipe.client().close();
                writer.await();
                return got + " " + how[0];
            }
        });
    }

    /** On the reader's side: what it had not read is lost, but that is not the end of what the peer sends. */
    @Test
    void closeOfTheReader_isNoEnd() {
        assertOutcomes(Set.of("1", "closed"), () -> {
            Pipe pipe = Net.pipe(1);
            String[] how = {""};
            WaitGroup reader = new WaitGroup();
            reader.go(() -> {
                try {
                    how[0] = one(pipe.client()) + "";
                } catch (NetException.Closed e) {
                    how[0] = "closed";
                }
            });
            pipe.server().write(new byte[] {1});
            pipe.client().close();
            reader.await();
            return how[0];
        });
    }

    /** One that has timed out, and has not gone on yet, waits for the new deadline. */
    @Test
    void deadlineThatIsMovedAsItPasses_countsNoMore() {
        assertOutcomes(Set.of("timeout, moved", "moved, 1"), () -> {
            Pipe pipe = Net.pipe(1);
            List<String> events = new ArrayList<>();
            pipe.client().setReadDeadline(HOUR);
            WaitGroup reader = new WaitGroup();
            reader.go(() -> {
                try {
                    events.add(one(pipe.client()) + "");
                } catch (NetException.Timeout e) {
                    events.add("timeout");
                }
            });
            sleep(HOUR);
            pipe.client().setReadDeadline(Instant.MAX);
            events.add("moved");
            pipe.server().write(new byte[] {1});
            reader.await();
            return String.join(", ", events);
        });
    }

    @Test
    void requestAndAnswer_alwaysTheSame() {
        assertOutcomes(Set.of("3"), () -> {
            Pipe pipe = Net.pipe();
            go(() -> {
                try (Conn conn = pipe.server()) {
                    conn.write(new byte[] {(byte) (one(conn) + 1)});
                }
            });
            pipe.client().write(new byte[] {2});
            int answer = one(pipe.client());
            assertEquals(-1, one(pipe.client()));
            return answer + "";
        });
    }

    /** Both write first: over a network with its buffers that goes well for a while. */
    @Test
    void bothWriteFirst_isADeadlockWithoutBuffer() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(new RandomPolicy(1)).withRuns(10).explore(() -> talkBothAtOnce(0)));
        String steps = failure.interleaving().toString();
        assertTrue(steps.contains("writes to pipe#1 client") && steps.contains("[pipe write]"), steps);
        String message = failure.getMessage();
        assertTrue(message.contains("[pipe write]: writes to pipe#1 client"), message);
        assertOutcomes(Set.of(""), () -> {
            talkBothAtOnce(1);
            return "";
        });
    }

    /** This holds with a context, while it waits for its turn, and when it waits once more in the same call, too. */
    @Test
    void whoWaits_isShownWithWhatItHasCalled() {
        String reads = "[pipe read]: reads from pipe#1 client";
        String writes = "[pipe write]: writes to pipe#1 client";
        Context ctx = Context.withCancel(Context.background());
        assertDeadlock(reads, () -> Net.pipe().client().read(ByteBuffer.allocate(1), ctx));
        assertDeadlock(writes, () -> Net.pipe().client().write(ByteBuffer.allocate(1), ctx));
        assertDeadlock(writes, () -> {
            Pipe pipe = Net.pipe(1);
            go(() -> pipe.server().read(new byte[1]));
            pipe.client().write(new byte[3]);
        });
        assertDeadlock(writes, () -> {
            Pipe pipe = Net.pipe();
            go(() -> pipe.client().write(new byte[1]));
            gosched();
            pipe.client().write(ByteBuffer.allocate(1), ctx);
        });
    }

    private static void assertDeadlock(String waits, Body body) {
        ScheduleFailure failure = assertThrows(ScheduleFailure.class, () -> Schedule.PLAIN.run(body));
        assertInstanceOf(DeadlockException.class, failure.getCause());
        assertTrue(failure.getMessage().contains("\"main\" " + waits), failure::getMessage);
    }

    private static void talkBothAtOnce(int buffer) throws Exception {
        Pipe pipe = Net.pipe(buffer);
        ErrGroup both = new ErrGroup();
        for (Conn conn : List.of(pipe.client(), pipe.server())) {
            both.go(() -> {
                conn.write(new byte[1]);
                one(conn);
            });
        }
        both.await();
    }

    // ---------------------------------------------------------------- what is told

    private static List<String> steps(Body body) {
        return Schedule.PLAIN.replay(body).steps();
    }

    @Test
    void halfClose_isToldAsSuch() {
        List<String> steps = steps(() -> {
            Pipe pipe = Net.pipe();
            pipe.client().closeWrite();
            pipe.client().closeRead();
            pipe.client().close();
        });
        assertEquals("goroutine 1 \"main\" ends what pipe#1 client sends", steps.get(0));
        assertEquals("goroutine 1 \"main\" ends what pipe#1 client receives", steps.get(1));
        assertEquals("goroutine 1 \"main\" closes pipe#1 client", steps.get(2));
    }

    /** The context may end the wait; nothing is received from it. */
    @Test
    void contextOfAWait_isToldAsSuch() {
        List<String> steps = steps(() -> {
            Pipe pipe = Net.pipe();
            try (var ctx = Context.withCancel(Context.background())) {
                go(() -> pipe.server().write(new byte[1]));
                pipe.client().read(ByteBuffer.allocate(1), ctx);
            }
        });
        assertEquals(
                "goroutine 1 \"main\" reads from pipe#1 client, at most until context.Background.WithCancel#1 ends: parks [pipe read]",
                steps.get(1));
    }

    @Test
    void deadlock_tellsTheReadAndTheWrite_notTheirContext() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> Schedule.PLAIN.run(() -> {
                    Pipe pipe = Net.pipe();
                    try (var ctx = Context.withCancel(Context.background())) {
                        go(() -> pipe.client().write(ByteBuffer.allocate(1), ctx));
                        pipe.client().read(ByteBuffer.allocate(1), ctx);
                    }
                }));
        String text = failure.getMessage();
        assertTrue(text.contains("[pipe read]: reads from pipe#1 client"), text);
        assertTrue(text.contains("[pipe write]: writes to pipe#1 client"), text);
    }
}
