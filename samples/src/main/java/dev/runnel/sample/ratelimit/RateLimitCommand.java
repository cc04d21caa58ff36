package dev.runnel.sample.ratelimit;

import dev.runnel.Go;
import dev.runnel.context.Context;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import java.time.Duration;
import java.time.Instant;

/** {@code ratelimit [REQUESTS] [PER_SECOND] [BURST]}: prints when each request was let pass. */
public final class RateLimitCommand implements Command {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int requests = arguments.number("REQUESTS", 20, 1, 1_000_000);
        int perSecond = arguments.number("PER_SECOND", 10, 1, 100_000);
        int burst = arguments.number("BURST", 5, 1, 100_000);
        arguments.end();
        Go.run(() -> {
            try (Limiter limiter = new Limiter(SECOND.dividedBy(perSecond), burst)) {
                Instant begin = Go.now();
                for (int request = 1; request <= requests; request++) {
                    limiter.await(Context.background());
                    terminal.say("request " + request + " after "
                            + Duration.between(begin, Go.now()).toMillis() + " ms");
                }
            }
        });
        return 0;
    }
}
