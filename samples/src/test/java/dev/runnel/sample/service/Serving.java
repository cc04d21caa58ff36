package dev.runnel.sample.service;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.sample.Goroutines;
import dev.runnel.sample.http.RawClient;
import io.vavr.collection.List;
import java.io.IOException;
import java.net.ConnectException;

/** A service that runs while a test talks to it. */
public final class Serving {

    /** What a test does with it. */
    public interface Talk {
        void with(Service service) throws Exception;
    }

    private Serving() {}

    /** As {@link #late}, and nobody may be cut off. */
    public static void serve(Settings settings, Talk talk) throws IOException {
        assertEquals(List.empty(), late(settings, talk));
    }

    /** Serves, stops when the test has talked, and sees that nothing is left. Gives what did not end in time. */
    public static List<String> late(Settings settings, Talk talk) throws IOException {
        Service service = new Service(settings);
        Chan<List<String>> late = chan(1);
        Go.run(() -> {
            Chan<Service.Ended> ended = chan(1);
            go("service", () -> ended.send(service.run()));
            talk.with(service);
            service.stop("the test is over");
            late.send(ended.recv().get().late());
            assertThrows(ConnectException.class, () -> new RawClient(service.address()).close());
            Goroutines.awaitNoOthers();
        });
        return late.recv().get();
    }
}
