package dev.runnel.context;

import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.jvm.ShutdownHooks;
import dev.runnel.runtime.scheduler.Home;
import java.time.Duration;
import java.util.Objects;

/**
 * An orderly end of the process: when the JVM begins to shut down a context ends, and the JVM waits until what was done
 * with that context is over. Go's {@code signal.NotifyContext}.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *     try (Shutdown shutdown = Shutdown.open(Context.background(), Duration.ofSeconds(20))) {
 *         run(() -> serve(shutdown.context()));
 *     }
 * }
 * }</pre>
 *
 * <p>The JVM begins to shut down at SIGTERM, SIGINT (Ctrl-C) or SIGHUP, at {@link System#exit}, and when the last
 * thread that is no daemon has ended. It ends when all its hooks have: that of this class waits for {@link #close}, for
 * as long as was said and no longer. What follows the close may no longer be done. A goroutine that calls
 * {@code System.exit} before the close does not return from that, so whoever waits for it lets the whole time pass.
 *
 * <p>While one is open no deadlock is declared in any runtime of the JVM: a signal may end the wait, as in Go.
 *
 * <p>Any thread may open one, use it and close it. What is done before the JVM begins to shut down by whoever calls
 * {@code System.exit} is visible to whoever finds the context ended; what is done before the close, to the other hooks
 * only if they wait for it in some way of their own.
 */
public final class Shutdown implements AutoCloseable {

    private final Duration grace;
    private final CancelCauseContext context;
    private final Signal closed = new Signal(null, "a shutdown");
    private final Thread hook = new Thread(this::begun, "runnel-shutdown");

    private Shutdown(Context parent, Duration grace) {
        this.grace = grace;
        this.context = Context.withCancelCause(parent);
    }

    /**
     * Opens one. Close it, else it is kept, and the JVM waits in vain as it ends. If the JVM has begun to shut down
     * already, the context has ended when this returns, and the JVM does not wait.
     *
     * @param parent the parent of its context
     * @param grace how long the JVM may wait for the close, from when it begins to shut down; zero for not at all
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code grace} is negative
     * @throws IllegalStateException in a bubble of the test kit, which has a clock of its own and no signals: give what
     *     is tested a context that the test cancels
     */
    public static Shutdown open(Context parent, Duration grace) {
        if (Objects.requireNonNull(grace, "grace").isNegative()) {
            throw new IllegalArgumentException("the grace is negative: " + grace);
        }
        if (Home.ofCaller() != null) {
            throw new IllegalStateException("a bubble does not hear of the JVM's shutdown; use Context.withCancel");
        }
        Shutdown shutdown = new Shutdown(parent, grace);
        shutdown.listen();
        return shutdown;
    }

    private void listen() {
        boolean listens;
        try {
            listens = ShutdownHooks.add(hook);
        } catch (Throwable e) {
            context.cancel();
            throw e;
        }
        if (!listens) {
            closed.closeIfOpen();
            context.cancel(new Begun());
        }
    }

    /** Called by the JVM, on a thread of its own. */
    void begun() {
        try {
            context.cancel(new Begun());
        } finally {
            awaitClose();
        }
    }

    private void awaitClose() {
        try {
            closed.tryRecv(grace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the JVM starts; for tests. */
    Thread hook() {
        return hook;
    }

    /**
     * The context. It ends when the JVM begins to shut down, with a {@link Begun} as its cause; when this is closed; or
     * when its parent ends.
     */
    public Context context() {
        return context;
    }

    /** Cancels the context, if it has not ended, and lets the JVM end. Does nothing the second time. */
    @Override
    public void close() {
        try {
            context.cancel();
        } finally {
            if (closed.closeIfOpen()) {
                ShutdownHooks.remove(hook);
            }
        }
    }

    /** The cause of the context when the JVM has begun to shut down. It has no stack trace. */
    public static final class Begun extends RuntimeException {

        private static final long serialVersionUID = 1;

        Begun() {
            super("the JVM has begun to shut down", null, false, false);
        }
    }
}
