package dev.runnel.sample.load;

import java.io.PrintStream;
import java.util.List;
import java.util.function.IntPredicate;

/** An assault for some time on a server in a process of its own, of which nothing may be left. */
record Siege(int seconds, PrintStream out) {

    private static final int HEALTHY = 16;
    private static final int HOSTILE = 4;
    private static final int PAUSE = 10;
    private static final int SECOND = 1000;

    void run(String carriers) throws Exception {
        try (HostProcess host = new HostProcess(carriers, List.of("-Xmx512m"), List.of("service", "1000", "2000"))) {
            Large.put(host.address());
            Counts before = Settled.await(host);
            long end = System.nanoTime() + seconds * 1_000_000_000L;
            IntPredicate inTime = times -> System.nanoTime() - end < 0;
            Assault assault = new Assault();
            for (Actor actor : Assault.actors(host.address(), HEALTHY, HOSTILE)) {
                assault.start(actor, inTime, actor instanceof Healthy ? 0 : PAUSE);
            }
            assault.start(new Resetter(host.address()), inTime, SECOND);
            assault.start(new Resetter(host.address()), inTime, PAUSE);
            out.println("siege, " + carriers + ", " + seconds + " s: " + assault.join());
            Counts after = Settled.await(host, before);
            out.println("siege, " + carriers + ": before: " + before);
            out.println("siege, " + carriers + ": after: " + after);
            out.println("siege, " + carriers + ": when all is over: " + over(host.stop(), before));
        }
    }

    private static Counts over(Counts counts, Counts before) {
        if (counts.goroutines() != 0
                || counts.sockets() >= before.sockets() // the listener is closed; the JDK keeps one for itself
                || counts.threads() > before.threads()) {
            throw new AssertionError("left at the end: " + counts);
        }
        return counts;
    }
}
