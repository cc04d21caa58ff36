package dev.runnel.sample.net;

import static dev.runnel.Go.chan;

import dev.runnel.channel.Chan;

/**
 * Tells a server when the process is to end (SIGTERM, Ctrl-C), and has the JVM wait for it.
 *
 * <pre>{@code
 * try (Shutdown shutdown = new Shutdown(() -> server.stop("the process was told to end"))) {
 *     server.run();
 * }
 * }</pre>
 */
public final class Shutdown implements AutoCloseable {

    private final Chan<Void> drained = chan();
    private final Thread hook;

    /** With what is to be done then; it must not wait. */
    public Shutdown(Runnable stop) {
        hook = new Thread(() -> {
            stop.run();
            drained.recv(); // the JVM ends when its hooks have ended
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The server has ended. */
    @Override
    public void close() {
        drained.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // it runs already
        }
    }
}
