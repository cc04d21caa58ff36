package dev.runnel.conformance.fault;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Two goroutines that play ping-pong, whatever goes wrong beside them. */
final class Bystanders {

    private static final int MORE = 10;
    private static final Duration PAUSE = Duration.ofNanos(100_000);

    private final Chan<Integer> ping = Go.chan();
    private final Chan<Integer> pong = Go.chan();
    private final AtomicLong rounds = new AtomicLong();
    private final GoHandle first;
    private final GoHandle second;
    private volatile boolean over;

    Bystanders(Function<Body, GoHandle> start) {
        first = start.apply(() -> {
            while (!over) {
                ping.send(1);
                pong.recv();
                rounds.incrementAndGet();
                Go.sleep(PAUSE); // they are to go on, not to keep the processors busy
            }
            ping.close();
        });
        second = start.apply(() -> ping.forEach(pong::send));
    }

    /** They go on from here. */
    void checkGoOn() {
        long least = rounds.get() + MORE;
        Patiently.until("the bystanders do not go on", () -> rounds.get() >= least);
    }

    void end() {
        over = true;
        Patiently.until("the bystanders do not end", () -> first.hasEnded() && second.hasEnded());
    }
}
