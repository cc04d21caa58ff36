package dev.runnel.net;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.io.IOException;

/** Goroutines that wait at a pipe, and how that ends. */
final class PipeWaits {

    private PipeWaits() {}

    /**
     * Gives what a goroutine that runs the body throws; the channel is closed if it throws nothing. The goroutine waits
     * in the pipe when this returns.
     */
    static Chan<Throwable> waiting(String reason, Body body) {
        Chan<Throwable> thrown = chan(1);
        go(() -> {
            try {
                body.run();
                thrown.close();
            } catch (IOException | CancelledException | InterruptedException e) {
                thrown.send(e);
            }
        });
        awaitWait(reason);
        return thrown;
    }

    static void awaitWait(String reason) {
        awaitWaits(reason, 1);
    }

    static void awaitWaits(String reason, int least) {
        Await.until(() -> Go.dump().split("\\[" + reason + "]", -1).length > least);
    }

    static void assertFailed(Class<? extends Throwable> type, String message, Chan<Throwable> thrown) {
        Throwable e = assertInstanceOf(type, thrown.recv().get());
        assertEquals(message, e.getMessage().replaceAll("#\\d+", "#N"));
    }
}
