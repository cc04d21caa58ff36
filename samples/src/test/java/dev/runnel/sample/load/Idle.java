package dev.runnel.sample.load;

import dev.runnel.sample.http.RawClient;
import java.io.PrintStream;
import java.util.List;

/** Many idle connections: what they cost, and that they work, and that nothing of them is left. */
record Idle(int connections, PrintStream out) {

    private static final long MOST_MB = 300;

    void run(String carriers) throws Exception {
        List<String> args = List.of("service", Integer.toString(connections + 10), "10000");
        try (HostProcess host = new HostProcess(carriers, List.of("-Xmx192m"), args)) {
            try (RawClient client = new RawClient(host.address())) {
                client.ask("GET", "/", ""); // all that a first request brings is there
            }
            Counts before = Settled.await(host);
            Counts full;
            try (Crowd crowd = new Crowd(host.address(), connections)) {
                full = host.counts();
                crowd.askAll();
            }
            Counts after = Settled.await(host, before);
            out.println("idle, " + carriers + ": before: " + before);
            out.println("idle, " + carriers + ": " + connections + " connections: " + full);
            out.println("idle, " + carriers + ": after: " + after);
            out.println("idle, " + carriers + ": when all is over: " + host.stop());
            if (full.sockets() < connections) {
                throw new AssertionError("not all are connected: " + full);
            }
            if (full.heapMb() >= MOST_MB || full.rssMb() >= MOST_MB) {
                throw new AssertionError("more than " + MOST_MB + " MB: " + full);
            }
        }
    }
}
