package dev.runnel.sample.service;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The server: an acceptor, its connections, and the store. See the package for how they stop. */
final class Service {

    private static final int MOST_KEYS = 100_000;
    private static final int BACKLOG = 128;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private enum Slot {
        SLOT
    }

    private final ServerSocket server;
    private final Chan<Slot> slots;
    private final Chan<Store.Call> calls = chan();
    private final Chan<String> stop = chan(1);
    private final Chan<Void> quit = chan();

    /**
     * Listens on the loopback interface; clients can connect from now on, and are served by {@link #run()}.
     *
     * @param port where; 0 is any that is free
     * @param mostConnections how many clients are served at a time
     * @throws IOException if it cannot listen there
     */
    Service(int port, int mostConnections) throws IOException {
        server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        slots = chan(mostConnections);
    }

    /** The host and port to connect to. */
    String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    /** Makes {@link #run()} come to its end; from any thread, and as often as one likes. */
    void stop(String reason) {
        stop.trySend(reason);
    }

    /**
     * Serves until someone stops it. To be called once, by a goroutine.
     *
     * @return why it was stopped
     */
    String run() throws IOException {
        GoHandle store = go("store", () -> new Store(MOST_KEYS).run(calls));
        GoHandle acceptor = go("acceptor", this::accept);
        String reason = stop.recv().get();
        quit.close();
        server.close();
        acceptor.join();
        for (int i = 0; i < slots.cap(); i++) {
            slots.send(Slot.SLOT);
        }
        calls.close();
        store.join();
        return reason;
    }

    private void accept() {
        while (!quit.tryRecv().isClosed()) {
            try {
                Socket client = server.accept();
                if (slots.trySend(Slot.SLOT)) {
                    go("connection", () -> converse(client));
                } else {
                    turnAway(client);
                }
            } catch (IOException e) { // no file descriptor is left, say; or the socket is closed, as quit is
                select().recv(quit, () -> {}).after(AFTER_FAILURE, () -> {}).run();
            }
        }
    }

    private void converse(Socket client) {
        try {
            new Connection(client, calls, stop, quit).run();
        } finally {
            slots.recv();
        }
    }

    private void turnAway(Socket client) {
        try (client) {
            String sorry = Connection.error("there are " + slots.cap() + " connections, and no room for more\n");
            client.getOutputStream().write(sorry.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // the client is gone
        }
    }
}
