package dev.runnel.sample.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Answers per second of the same handler on Runnel and on plain virtual threads, in turns. */
record Speed(int connections, int rounds, PrintStream out) {

    private static final long WARM_UP = 5_000_000_000L;
    private static final long ROUND = 1_000_000_000L;

    void run() throws Exception {
        try (HostProcess shared = host("shared", "server");
                HostProcess dedicated = host("dedicated", "server");
                HostProcess threads = host("shared", "threads")) {
            for (String path : List.of("/small", "/large")) {
                try (Contender first = contender("shared", shared, path);
                        Contender second = contender("dedicated", dedicated, path);
                        Contender last = contender("threads", threads, path)) {
                    List<Contender> all = List.of(first, second, last);
                    measure(all);
                    out.println(path + ", " + connections + " connections, " + rounds + " rounds in turns");
                    out.println(
                            "| | answers/s, median | from-to | CPU us/answer | answers/s to threads' | threads' CPU to it |");
                    all.forEach(contender -> out.println(contender.row(last)));
                }
            }
        }
    }

    private HostProcess host(String carriers, String kind) throws IOException {
        List<String> args = List.of(kind, Integer.toString(connections + 10), "10000");
        return new HostProcess(carriers, List.of("-Xmx512m"), args);
    }

    private Contender contender(String name, HostProcess host, String path) throws IOException {
        return new Contender(name, host, path, connections, rounds);
    }

    private void measure(List<Contender> contenders) throws IOException {
        for (Contender contender : contenders) {
            contender.run(WARM_UP);
        }
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < contenders.size(); i++) {
                contenders.get((round + i) % contenders.size()).run(ROUND, round); // nobody is always the first
            }
        }
    }
}
