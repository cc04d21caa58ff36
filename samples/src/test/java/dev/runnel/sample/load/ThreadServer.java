package dev.runnel.sample.load;

import dev.runnel.sample.http.Conversation;
import dev.runnel.sample.http.Handler;
import dev.runnel.sample.http.Limits;
import dev.runnel.sample.http.Tally;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** The same HTTP without Runnel: a virtual thread for each connection, and the JDK's blocking sockets. */
final class ThreadServer implements Closeable {

    private static final int BACKLOG = 4096;

    private final ServerSocket listener;
    private final Handler handler;
    private final Tally tally = new Tally();

    ThreadServer(Handler handler) throws IOException {
        this.handler = handler;
        listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    /** Serves until it is closed. */
    void run() {
        try {
            while (true) {
                Conversation conversation =
                        new Conversation(new SocketWire(listener.accept()), Limits.STANDARD, handler, tally);
                Thread.ofVirtual().start(conversation::run);
            }
        } catch (IOException e) {
            // it is closed
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
