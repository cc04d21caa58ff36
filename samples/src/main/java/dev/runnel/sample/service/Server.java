package dev.runnel.sample.service;

import static dev.runnel.Go.go;
import static dev.runnel.Go.select;

import dev.runnel.GoHandle;
import dev.runnel.channel.RecvChan;
import dev.runnel.net.Listener;
import dev.runnel.net.Net;
import dev.runnel.sample.http.Conversation;
import dev.runnel.sample.http.Handler;
import dev.runnel.sample.http.Tally;
import dev.runnel.sample.http.Wire;
import io.vavr.collection.List;
import java.io.IOException;
import java.time.Duration;

/** An acceptor, and a goroutine for each connection. */
public final class Server {

    private static final int APOLOGIES = 64;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final Listener listener;
    private final Settings settings;
    private final Handler handler;
    private final Tally tally;
    private final Connections connections;
    private final Connections turnedAway = new Connections(APOLOGIES);

    /**
     * Listens; clients can connect from now on, and are served by {@link #run}.
     *
     * @throws IOException if it cannot listen there
     */
    public Server(Settings settings, Handler handler, Tally tally) throws IOException {
        listener = Net.listen("127.0.0.1:" + settings.port());
        this.settings = settings;
        this.handler = handler;
        this.tally = tally;
        connections = new Connections(settings.connections());
    }

    /** The host and port to connect to. */
    public String address() {
        return listener.addressText();
    }

    /** How many connections there are. */
    public int connections() {
        return connections.size();
    }

    /** What each of them is doing. */
    List<String> describe() {
        return connections.describe();
    }

    /**
     * Serves, and ends in order. To be called once, by a goroutine.
     *
     * @param quit closed when it is to end
     * @return what did not end in time
     */
    public List<String> run(RecvChan<Void> quit) throws IOException, InterruptedException {
        GoHandle acceptor = go("acceptor", () -> accept(quit));
        quit.recv();
        listener.close();
        acceptor.join();
        List<String> late = connections.drain(settings.drain());
        return late.appendAll(turnedAway.drain(settings.drain()));
    }

    private void accept(RecvChan<Void> quit) {
        while (!quit.tryRecv().isClosed()) {
            try {
                welcome(new ConnWire(listener.accept()));
            } catch (IOException e) { // no file descriptor is left, say; or the listener is closed, as quit is
                select().recv(quit, () -> {}).after(AFTER_FAILURE, () -> {}).run();
            }
        }
    }

    private void welcome(Wire wire) throws IOException {
        Conversation conversation = new Conversation(wire, settings.limits(), handler, tally);
        if (connections.enter(conversation)) {
            go("connection", () -> connections.run(conversation, conversation::run));
        } else if (turnedAway.enter(conversation)) {
            go("turning away", () -> turnedAway.run(conversation, conversation::turnAway));
        } else {
            tally.turnedAway();
            wire.close();
        }
    }
}
