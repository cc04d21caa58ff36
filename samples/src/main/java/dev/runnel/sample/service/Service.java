package dev.runnel.sample.service;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.sample.http.Tally;
import io.vavr.collection.List;
import java.io.IOException;

/** The key-value service: a server, and the store behind it. See the package for how they stop. */
public final class Service {

    private static final int MOST_KEYS = 100_000;

    /**
     * How the service ended.
     *
     * @param reason why it was stopped
     * @param late what did not end in time
     */
    public record Ended(String reason, List<String> late) {}

    private final Chan<Store.Call> calls = chan();
    private final Chan<String> stop = chan(1);
    private final Chan<Void> quit = chan();
    private final Tally tally = new Tally();
    private final Server server;

    /**
     * Listens; clients can connect from now on, and are served by {@link #run()}.
     *
     * @throws IOException if it cannot listen there
     */
    public Service(Settings settings) throws IOException {
        server = new Server(settings, new Routes(calls, stop, this::stats, this::connections), tally);
    }

    /** The host and port to connect to. */
    public String address() {
        return server.address();
    }

    /** Makes {@link #run()} end. May be called by any thread, and any number of times. */
    public void stop(String reason) {
        stop.trySend(reason);
    }

    /** Serves until someone stops it. To be called once, by a goroutine. */
    public Ended run() {
        GoHandle store = go("store", () -> new Store(MOST_KEYS).run(calls));
        Chan<List<String>> late = chan(1);
        GoHandle serving = go("server", () -> late.send(server.run(quit)));
        String reason = stop.recv().get();
        quit.close();
        serving.join();
        calls.close();
        store.join();
        return new Ended(reason, late.recv().get());
    }

    /** A line for each connection. */
    String connections() {
        return server.describe().map(line -> line + "\n").mkString();
    }

    /** A line for each counter. */
    public String stats() {
        return tally.counts()
                .put("connections open", (long) server.connections())
                .put("goroutines", Go.numGoroutine())
                .map(count -> count._2() + " " + count._1() + "\n")
                .mkString();
    }
}
