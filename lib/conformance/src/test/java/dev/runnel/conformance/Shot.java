package dev.runnel.conformance;

import static dev.runnel.Go.afterFunc;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * A timer, and a channel that gets the time when it goes off: its own, or one on which its function sends. Go's tests
 * try both.
 */
record Shot(Timer timer, RecvChan<Instant> c) {

    /** The ways to make one. */
    static final List<Function<Duration, Shot>> KINDS = List.of(Shot::ofChannel, Shot::ofFunction);

    static Shot ofChannel(Duration delay) {
        Timer timer = new Timer(delay);
        return new Shot(timer, timer.c());
    }

    static Shot ofFunction(Duration delay) {
        Chan<Instant> c = Go.chan(1);
        return new Shot(afterFunc(delay, () -> c.send(Go.now())), c);
    }
}
