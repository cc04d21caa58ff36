package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Map;

/** Programs in which a goroutine waits for the network, and all others for that one. */
final class Network {

    /** How long a deadlock could be reported by mistake; nothing is said about how long it takes. */
    private static final int TIMEOUT_MILLIS = 200;

    static final Map<String, Body> PROGRAMS = Map.of(
            "NetpollDeadlock", Network::acceptsAndReadsInVain, "NetpollWaiters", Network::copiesThenWaitsForEver);

    private Network() {}

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static void acceptsAndReadsInVain() throws IOException {
        Chan<String> accepting = chan();
        Chan<String> reading = chan();
        try (ServerSocket server = listen();
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            server.setSoTimeout(TIMEOUT_MILLIS);
            client.setSoTimeout(TIMEOUT_MILLIS * 2);
            go(() -> {
                try (Socket other = server.accept()) {
                    accepting.send("accepted " + other);
                } catch (SocketTimeoutException e) {
                    accepting.send("nobody called");
                }
            });
            go(() -> {
                try {
                    reading.send("read " + client.getInputStream().read());
                } catch (SocketTimeoutException e) {
                    reading.send("nobody wrote");
                }
            });
            System.out.print(accepting.recv().get() + "\n");
            System.out.print(reading.recv().get() + "\n");
            System.out.print(accepted.isClosed() ? "" : "done\n");
        }
    }

    private static void copiesThenWaitsForEver() throws IOException {
        Chan<Integer> received = chan();
        try (ServerSocket server = listen()) {
            go(() -> {
                int sum = 0;
                try (Socket socket = server.accept();
                        InputStream in = socket.getInputStream()) {
                    for (int b = in.read(); b >= 0; b = in.read()) {
                        sum += b;
                    }
                }
                received.send(sum);
            });
            go(() -> {
                try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    for (int b = 1; b <= 10; b++) {
                        socket.getOutputStream().write(b);
                    }
                }
            });
            System.out.print(received.recv().get());
            received.recv();
        }
    }
}
