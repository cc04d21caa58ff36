package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Tickers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Many goroutines, each with a ticker of one to ten milliseconds, run for the same time. An operation is a tick. */
final class TickerLoop<C> extends Workload<C> {

    TickerLoop(Kit<C> kit) {
        super(kit, Need.TOOLS);
    }

    private static final int LONGEST = 10;

    @Override
    public void run(Round round) {
        run(round, kit.tools().tickers());
    }

    private <K> void run(Round round, Tickers<K> tickers) {
        AtomicInteger number = new AtomicInteger();
        LongAdder tooEarly = new LongAdder();
        long ticks = onEach(round.size(), () -> {
            int millis = 1 + number.getAndIncrement() % LONGEST;
            Duration period = Duration.ofMillis(millis);
            long wanted = Math.max(1, round.n() * LONGEST / millis);
            long start = System.nanoTime();
            K ticker = tickers.start(period);
            for (long k = 1; k <= wanted; k++) {
                tickers.await(ticker);
                if (System.nanoTime() - start < k * period.toNanos()) {
                    tooEarly.increment();
                }
            }
            tickers.stop(ticker);
            return wanted;
        });
        round.check("too early", 0, tooEarly.sum());
        round.did(ticks);
    }
}
