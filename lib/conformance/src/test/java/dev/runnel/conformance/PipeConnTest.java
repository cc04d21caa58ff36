package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.Chan;
import dev.runnel.net.Conn;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import dev.runnel.net.Pipe;
import java.time.Duration;

/** Go's tests of {@code net.Pipe}, also for pipes with a buffer, which Go does not have. */
class PipeConnTest {

    private static final int WRITERS = 4;
    private static final byte[] WORD = {1, 2, 3, 4, 5, 6};

    private static void onPipes(Conns.Assertion assertion) throws Exception {
        for (int buffer : new int[] {0, 700}) {
            try (Pipe pipe = Net.pipe(buffer)) {
                assertion.of(pipe.client(), pipe.server());
            }
        }
    }

    @GoTest(value = "net TestPipe, BasicIO", schedules = 5)
    void bytes_arrive() throws Exception {
        onPipes(Conns::bytesArrive);
    }

    @GoTest(value = "net TestPipe, PingPong", schedules = 5)
    void requests_areAnswered() throws Exception {
        onPipes(Conns::requestsAreAnswered);
    }

    @GoTest(value = "net TestPipe, RacyRead", schedules = 10)
    void readersThatTimeOut_mayUseTheirBuffers() throws Exception {
        onPipes(Conns::readersThatTimeOutMayUseTheirBuffers);
    }

    @GoTest(value = "net TestPipe, RacyWrite", schedules = 10)
    void writersThatTimeOut_mayUseTheirBuffers() throws Exception {
        onPipes(Conns::writersThatTimeOutMayUseTheirBuffers);
    }

    @GoTest("net TestPipe, ReadTimeout")
    void readDeadline_leavesWritesAlone() throws Exception {
        onPipes(Conns::readDeadlineLeavesWritesAlone);
    }

    @GoTest("net TestPipe, WriteTimeout")
    void writeDeadline_leavesReadsAlone() throws Exception {
        onPipes(Conns::writeDeadlineLeavesReadsAlone);
    }

    @GoTest("net TestPipe, PastTimeout")
    void deadlineInThePast_endsWhatBegins() throws Exception {
        onPipes(Conns::deadlineInThePastEndsWhatBegins);
    }

    @GoTest("net TestPipe, PresentTimeout")
    void deadlineSetToThePast_endsWhoWaits() throws Exception {
        onPipes((a, b) -> Conns.deadlineSetToThePastEndsWhoWaits(a, "pipe read", "pipe write"));
    }

    @GoTest("net TestPipe, FutureTimeout")
    void deadline_comes() throws Exception {
        onPipes(Conns::deadlineComes);
    }

    @GoTest("net TestPipe, CloseTimeout")
    void close_endsWhoReadsAndWrites() throws Exception {
        onPipes(Conns::closeEndsWhoReadsAndWrites);
    }

    @GoTest(value = "net TestPipe, ConcurrentMethods", schedules = 10)
    void all_mayBeCalledAtOnce() throws Exception {
        onPipes(Conns::allMayBeCalledAtOnce);
    }

    /**
     * Calls that have nothing to read or to write fail, too. At the peer's end, which is still open, its own deadlines
     * can be set, and a read of nothing returns at once.
     */
    @GoTest("net TestPipeCloseError")
    void closedEnd_failsWhateverIsAsked_andItsPeerIsTold() throws Exception {
        for (int buffer : new int[] {0, 700}) {
            Pipe pipe = Net.pipe(buffer);
            Conn closed = pipe.client();
            Conn peer = pipe.server();
            closed.close();
            closed.close();
            assertThrows(NetException.Closed.class, () -> closed.read(new byte[0]));
            assertThrows(NetException.Closed.class, () -> closed.write(new byte[0]));
            assertThrows(NetException.Closed.class, () -> closed.setDeadline(Duration.ZERO));
            peer.setDeadline(Duration.ofHours(1));
            assertEquals(-1, peer.read(new byte[1]));
            assertThrows(NetException.BrokenPipe.class, () -> peer.write(new byte[1]));
            assertEquals(0, peer.read(new byte[0]));
            peer.close();
            assertThrows(NetException.Closed.class, () -> peer.read(new byte[1]));
        }
    }

    // ---------------------------------------------------------------- by several

    /** What each has written is in one piece, though it is read in several. */
    @GoTest("io TestPipeConcurrent, Write")
    void writesOfMany_areEachInOnePiece() throws Exception {
        onPipes((a, b) -> {
            for (int i = 0; i < WRITERS; i++) {
                go(() -> a.write(WORD));
            }
            for (int i = 0; i < WRITERS; i++) {
                for (int at = 0; at < WORD.length; at += 2) {
                    assertArrayEquals(new byte[] {WORD[at], WORD[at + 1]}, readTwo(b));
                }
            }
        });
    }

    /** Each piece is read once, by one of them. */
    @GoTest("io TestPipeConcurrent, Read")
    void readsOfMany_shareWhatIsWritten() throws Exception {
        onPipes((a, b) -> {
            int readers = WRITERS * WORD.length / 2;
            Chan<Integer> read = chan(readers);
            for (int i = 0; i < readers; i++) {
                go(() -> {
                    byte[] two = readTwo(b);
                    assertEquals(two[0] + 1, two[1]);
                    read.send((int) two[0]);
                });
            }
            for (int i = 0; i < WRITERS; i++) {
                a.write(WORD);
            }
            int[] times = new int[WORD.length];
            for (int i = 0; i < readers; i++) {
                times[read.recv().get()]++;
            }
            assertArrayEquals(new int[] {0, WRITERS, 0, WRITERS, 0, WRITERS}, times);
        });
    }

    private static byte[] readTwo(Conn conn) throws NetException {
        byte[] two = new byte[2];
        assertEquals(2, conn.read(two));
        return two;
    }
}
