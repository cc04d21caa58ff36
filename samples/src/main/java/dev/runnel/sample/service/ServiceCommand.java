package dev.runnel.sample.service;

import dev.runnel.Go;
import dev.runnel.context.Context;
import dev.runnel.context.Shutdown;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import dev.runnel.sample.http.Limits;
import java.io.IOException;
import java.time.Duration;

/**
 * {@code service [PORT]}: serves until a client asks it to stop, or the process is told to end (SIGTERM, Ctrl-C). The
 * options are the limits.
 */
public final class ServiceCommand implements Command {

    private static final int PORT = 7007;
    private static final int MOST_CONNECTIONS = 1000;
    private static final int DRAIN = 10;
    private static final int A_DAY = 24 * 60 * 60;

    /** The time for what is still to be done when the drain is over. */
    private static final Duration CLOSING = Duration.ofSeconds(5);

    @Override
    public int run(Arguments arguments, Terminal terminal) throws IOException {
        Settings settings = settings(arguments);
        Service service = listen(settings);
        try (Shutdown shutdown =
                Shutdown.open(Context.background(), settings.drain().plus(CLOSING))) {
            shutdown.context().onDone(() -> service.stop("the process was told to end"));
            terminal.say("listening on " + service.address());
            Go.run(() -> {
                Service.Ended ended = service.run();
                for (String late : ended.late()) {
                    terminal.say(late);
                }
                terminal.say("stopped: " + ended.reason());
            });
        }
        return 0;
    }

    private static Settings settings(Arguments arguments) {
        Limits standard = Limits.STANDARD;
        int connections = arguments.option("--connections", MOST_CONNECTIONS, 1, 1_000_000);
        int body = arguments.option("--body", standard.body(), 0, 64 * 1024 * 1024);
        Duration idle = seconds(arguments, "--idle", standard.idle());
        Duration request = seconds(arguments, "--request", standard.request());
        Duration write = seconds(arguments, "--write", standard.write());
        Duration drain = seconds(arguments, "--drain", Duration.ofSeconds(DRAIN));
        int port = arguments.number("PORT", PORT, 0, 65_535);
        arguments.end();
        return new Settings(port, connections, drain, standard.withBody(body).withTimes(idle, request, write));
    }

    private static Duration seconds(Arguments arguments, String name, Duration otherwise) {
        return Duration.ofSeconds(arguments.option(name, (int) otherwise.toSeconds(), 1, A_DAY));
    }

    private static Service listen(Settings settings) throws IOException {
        try {
            return new Service(settings);
        } catch (IOException e) {
            throw new IOException("cannot listen on port " + settings.port() + ": " + e.getMessage(), e);
        }
    }
}
