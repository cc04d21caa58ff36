package dev.runnel.sample.service;

import dev.runnel.Go;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import dev.runnel.sample.net.Shutdown;
import java.io.IOException;

/** {@code service [PORT]}: serves until a client says SHUTDOWN, or the process is told to end (SIGTERM, Ctrl-C). */
public final class ServiceCommand implements Command {

    private static final int PORT = 7007;
    private static final int MOST_CONNECTIONS = 256;

    @Override
    public int run(Arguments arguments, Terminal terminal) throws IOException {
        int port = arguments.number("PORT", PORT, 0, 65_535);
        arguments.end();
        Service service = listen(port);
        try (Shutdown shutdown = new Shutdown(() -> service.stop("the process was told to end"))) {
            terminal.say("listening on " + service.address());
            Go.run(() -> terminal.say("stopped: " + service.run()));
        }
        return 0;
    }

    private static Service listen(int port) throws IOException {
        try {
            return new Service(port, MOST_CONNECTIONS);
        } catch (IOException e) {
            throw new IOException("cannot listen on port " + port + ": " + e.getMessage(), e);
        }
    }
}
