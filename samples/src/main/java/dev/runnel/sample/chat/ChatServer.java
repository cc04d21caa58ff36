package dev.runnel.sample.chat;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.WaitGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/** The server: an acceptor, its connections, and the room. See the package for how they stop. */
final class ChatServer {

    private static final int BACKLOG = 128;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final ServerSocket server;
    private final int linesBehind;
    private final Chan<Room.Event> events = chan();
    private final Chan<String> stop = chan(1);
    private final WaitGroup connections = new WaitGroup();

    /**
     * Listens on the loopback interface; clients are served by {@link #run()}.
     *
     * @param port the port; 0 means any free one
     * @param linesBehind how many lines a client may be behind before it is cut off
     * @throws IOException if it cannot listen there
     */
    ChatServer(int port, int linesBehind) throws IOException {
        server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        this.linesBehind = linesBehind;
    }

    /** The host and port to connect to. */
    String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    /** Makes {@link #run()} end. May be called by any thread, and any number of times. */
    void stop(String reason) {
        stop.trySend(reason);
    }

    /**
     * Serves until someone stops it. To be called once, by a goroutine.
     *
     * @return why it was stopped
     */
    String run() throws IOException {
        try (CancelContext context = Context.withCancel(Context.background())) {
            GoHandle room = go("room", () -> new Room().run(events));
            GoHandle acceptor = go("acceptor", () -> accept(context));
            String reason = stop.recv().get();
            events.send(new Room.Close());
            context.cancel();
            server.close();
            acceptor.join();
            connections.await();
            events.close();
            room.join();
            return reason;
        }
    }

    private void accept(Context context) throws InterruptedException {
        while (context.err().isEmpty()) {
            try {
                Socket client = server.accept();
                connections.go(() -> new Connection(client, events, linesBehind).run(context));
            } catch (IOException e) {
                pause(context);
            }
        }
    }

    /** After a failure: no file descriptor is left, say; or the socket is closed, as the context has ended. */
    private static void pause(Context context) throws InterruptedException {
        try {
            Go.sleep(AFTER_FAILURE, context);
        } catch (CancelledException e) {
            // the server ends
        }
    }
}
