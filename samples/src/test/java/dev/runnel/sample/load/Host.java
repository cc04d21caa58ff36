package dev.runnel.sample.load;

import static dev.runnel.Go.chan;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.sample.http.Limits;
import dev.runnel.sample.http.Tally;
import dev.runnel.sample.service.Server;
import dev.runnel.sample.service.Service;
import dev.runnel.sample.service.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.time.Duration;

/**
 * A server in a process of its own: {@code service}, {@code server} or {@code threads}, then how many connections, then
 * how many milliseconds a request and an answer may take. Prints its address; then prints counts for each line that it
 * reads; stops when its input ends, and counts once more.
 */
final class Host {

    private static final PrintStream OUT = new PrintStream(System.out, true, US_ASCII);
    private static final BufferedReader IN = new BufferedReader(new InputStreamReader(System.in, US_ASCII));

    private Host() {}

    public static void main(String[] args) throws Exception {
        int connections = Integer.parseInt(args[1]);
        Duration time = Duration.ofMillis(Long.parseLong(args[2]));
        Limits limits = Limits.STANDARD.withTimes(Duration.ofMinutes(10), time, time);
        Settings settings = Settings.ofConnections(connections).withLimits(limits);
        switch (args[0]) {
            case "service" -> service(new Service(settings));
            case "server" -> server(new Server(settings, Pages::page, new Tally()));
            case "threads" -> threads();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void service(Service service) throws Exception {
        onRuntime(service.address(), () -> service.run().late().forEach(OUT::println), () -> service.stop("end"));
    }

    private static void server(Server server) throws Exception {
        Chan<Void> quit = chan();
        onRuntime(server.address(), () -> server.run(quit).forEach(OUT::println), quit::close);
    }

    private static void onRuntime(String address, dev.runnel.scheduler.Body main, Runnable stop) throws Exception {
        try (GoRuntime runtime = new GoRuntime()) {
            Thread running = Thread.ofPlatform().start(() -> runtime.run(main));
            answer(address, runtime);
            stop.run();
            running.join();
            OUT.println(Counts.now(runtime.stats().goroutines()).line());
        }
    }

    private static void answer(String address, GoRuntime runtime) throws IOException {
        OUT.println(address);
        while (IN.readLine() != null) {
            OUT.println(Counts.now(runtime.stats().goroutines()).line());
        }
    }

    private static void threads() throws Exception {
        try (ThreadServer server = new ThreadServer(Pages::page)) {
            Thread.ofPlatform().daemon().start(server::run);
            OUT.println(server.address());
            while (IN.readLine() != null) {
                OUT.println(Counts.now(0).line());
            }
        }
    }
}
