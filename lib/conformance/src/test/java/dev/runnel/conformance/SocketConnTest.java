package dev.runnel.conformance;

import dev.runnel.net.Conn;
import dev.runnel.net.Listener;
import dev.runnel.net.Net;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What Go asserts of every kind of connection, for those over TCP and Unix sockets. No schedules: the network is no
 * part of them.
 */
class SocketConnTest {

    private static void onSockets(Conns.Assertion assertion) throws Exception {
        try (Listener listener = Net.listen("127.0.0.1:0");
                Conn a = Net.dial(listener.addressText());
                Conn b = listener.accept()) {
            assertion.of(a, b);
        }
        Path folder = Files.createTempDirectory("connections");
        try (Listener listener = Net.listenUnix(folder.resolve("socket"));
                Conn a = Net.dialUnix(folder.resolve("socket"));
                Conn b = listener.accept()) {
            assertion.of(a, b);
        } finally {
            Files.delete(folder);
        }
    }

    @GoTest(value = "x/net/nettest TestTestConn, BasicIO", schedules = 0)
    void bytes_arrive() throws Exception {
        onSockets(Conns::bytesArrive);
    }

    @GoTest(value = "x/net/nettest TestTestConn, PingPong", schedules = 0)
    void requests_areAnswered() throws Exception {
        onSockets(Conns::requestsAreAnswered);
    }

    @GoTest(value = "x/net/nettest TestTestConn, RacyRead", schedules = 0)
    void readersThatTimeOut_mayUseTheirBuffers() throws Exception {
        onSockets(Conns::readersThatTimeOutMayUseTheirBuffers);
    }

    @GoTest(value = "x/net/nettest TestTestConn, RacyWrite", schedules = 0)
    void writersThatTimeOut_mayUseTheirBuffers() throws Exception {
        onSockets(Conns::writersThatTimeOutMayUseTheirBuffers);
    }

    @GoTest(value = "x/net/nettest TestTestConn, ReadTimeout", schedules = 0)
    void readDeadline_leavesWritesAlone() throws Exception {
        onSockets(Conns::readDeadlineLeavesWritesAlone);
    }

    @GoTest(value = "x/net/nettest TestTestConn, WriteTimeout", schedules = 0)
    void writeDeadline_leavesReadsAlone() throws Exception {
        onSockets(Conns::writeDeadlineLeavesReadsAlone);
    }

    @GoTest(value = "x/net/nettest TestTestConn, PastTimeout", schedules = 0)
    void deadlineInThePast_endsWhatBegins() throws Exception {
        onSockets(Conns::deadlineInThePastEndsWhatBegins);
    }

    @GoTest(value = "x/net/nettest TestTestConn, PresentTimeout", schedules = 0)
    void deadlineSetToThePast_endsWhoWaits() throws Exception {
        onSockets((a, b) -> Conns.deadlineSetToThePastEndsWhoWaits(a, "IO wait", "IO wait"));
    }

    @GoTest(value = "x/net/nettest TestTestConn, FutureTimeout", schedules = 0)
    void deadline_comes() throws Exception {
        onSockets(Conns::deadlineComes);
    }

    @GoTest(value = "x/net/nettest TestTestConn, CloseTimeout", schedules = 0)
    void close_endsWhoReadsAndWrites() throws Exception {
        onSockets(Conns::closeEndsWhoReadsAndWrites);
    }

    @GoTest(value = "x/net/nettest TestTestConn, ConcurrentMethods", schedules = 0)
    void all_mayBeCalledAtOnce() throws Exception {
        onSockets(Conns::allMayBeCalledAtOnce);
    }
}
