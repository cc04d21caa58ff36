package dev.runnel.sample.chat;

import dev.runnel.Go;
import dev.runnel.context.Context;
import dev.runnel.context.Shutdown;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import java.io.IOException;
import java.time.Duration;

/** {@code chat [PORT]}: serves until the process is told to end (SIGTERM, Ctrl-C). */
public final class ChatCommand implements Command {

    private static final int PORT = 7008;
    private static final int LINES_BEHIND = 256;

    /** How long it may take to tell everyone in the chat of the end. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    @Override
    public int run(Arguments arguments, Terminal terminal) throws IOException {
        int port = arguments.number("PORT", PORT, 0, 65_535);
        arguments.end();
        ChatServer server = listen(port);
        try (Shutdown shutdown = Shutdown.open(Context.background(), GRACE)) {
            shutdown.context().onDone(() -> server.stop("the process was told to end"));
            terminal.say("listening on " + server.address());
            Go.run(() -> terminal.say("stopped: " + server.run()));
        }
        return 0;
    }

    private static ChatServer listen(int port) throws IOException {
        try {
            return new ChatServer(port, LINES_BEHIND);
        } catch (IOException e) {
            throw new IOException("cannot listen on port " + port + ": " + e.getMessage(), e);
        }
    }
}
