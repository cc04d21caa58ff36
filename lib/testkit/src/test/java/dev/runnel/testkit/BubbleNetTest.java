package dev.runnel.testkit;

import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.net.Conn;
import dev.runnel.net.Listener;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The network in deterministic runs: in a bubble it is outside, in any other run it is refused. */
class BubbleNetTest {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");

    @Test
    void bubble_waitsForThePeer_andItsClockStandsStill() throws Exception {
        try (Listener listener = Net.listen("127.0.0.1:0")) {
            Thread peer = Thread.ofPlatform().start(() -> {
                try (Conn conn = listener.accept()) {
                    byte[] one = new byte[1];
                    assertEquals(1, conn.read(one));
                    conn.write(one);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            Bubble.run(() -> {
                boolean[] late = {false};
                go(() -> {
                    sleep(Duration.ofHours(1));
                    late[0] = true;
                });
                try (Conn conn = Net.dial(listener.addressText())) {
                    conn.write(new byte[] {5});
                    byte[] answer = new byte[1];
                    assertEquals(1, conn.read(answer));
                    assertEquals(5, answer[0]);
                    assertEquals(-1, conn.read(answer));
                }
                assertEquals(ORIGIN, now());
                assertFalse(late[0]);
                sleep(Duration.ofHours(2));
                assertTrue(late[0]);
            });
            peer.join();
        }
    }

    @Test
    void bothEnds_inOneBubble() {
        Bubble.run(() -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                go(() -> {
                    try (Conn conn = listener.accept()) {
                        conn.write(conn.input().readAllBytes());
                    }
                });
                try (Conn conn = Net.dial(listener.addressText())) {
                    conn.write(new byte[] {1, 2, 3});
                    conn.closeWrite();
                    assertEquals(3, conn.input().readAllBytes().length);
                }
            }
        });
    }

    /** Somebody outside has the turn to read; the bubble's goroutine waits for the turn as for the network. */
    @Test
    void connectionThatIsReadOutsideToo_isReadInTurns() throws Exception {
        try (Listener listener = Net.listen("127.0.0.1:0");
                Conn peer = Net.dial(listener.addressText());
                Conn shared = listener.accept()) {
            int[] outsideGot = {0};
            Thread outside = Thread.ofPlatform().start(() -> {
                try {
                    outsideGot[0] = shared.read(new byte[1]);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            while (outside.getState() != Thread.State.WAITING) {
                Thread.onSpinWait(); // it then waits for the network, and has the turn
            }
            Thread sends = Thread.ofPlatform().unstarted(() -> {
                try {
                    while (!Go.dump().contains("\"reads\" [sync.Mutex.Lock]")) {
                        Thread.onSpinWait();
                    }
                    peer.write(new byte[1]);
                    outside.join();
                    peer.write(new byte[1]);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            sends.start();
            Bubble.run(() -> {
                GoHandle sleeper = go(() -> sleep(Duration.ofHours(1)));
                go("reads", () -> assertEquals(1, shared.read(new byte[1]))).join();
                assertEquals(ORIGIN, now());
                sleeper.join();
            });
            sends.join();
            assertEquals(1, outsideGot[0]);
            shared.setReadDeadline(Duration.ofMillis(1));
            assertThrows(NetException.Timeout.class, () -> shared.read(new byte[1]), "the turn was given back");
        }
    }

    /** Also with a context, whose end may come first. */
    @Test
    void whoWaits_isShownWithWhatItWaitsFor() {
        Bubble.run(() -> {
            try (Listener listener = Net.listen("127.0.0.1:0");
                    CancelContext ctx = Context.withCancel(Context.background())) {
                GoHandle waits =
                        go("accepts", () -> assertThrows(CancelledException.class, () -> listener.accept(ctx)));
                while (!Go.dump().contains("\"accepts\" [IO wait]")) {
                    gosched();
                }
                assertTrue(Go.dump().contains("tcp " + listener.addressText()), Go::dump);
                ctx.cancel();
                waits.join();
            }
        });
    }

    @Test
    void explorationOfSchedules_refusesToWait() {
        try (Listener listener = Net.listen("127.0.0.1:0")) {
            ScheduleFailure failure = assertThrows(
                    ScheduleFailure.class,
                    () -> Schedules.explore(
                            MixedPolicy.of(1), 5, () -> listener.accept().close()));
            assertTrue(
                    failure.getMessage().contains("network I/O in a deterministic run: use Net.pipe(), or a bubble"),
                    failure::getMessage);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
