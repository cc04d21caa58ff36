package dev.runnel.bench.tool;

import dev.runnel.time.Ticker;
import java.time.Duration;

final class RunnelTickers extends Tickers<Ticker> {

    @Override
    public Ticker start(Duration period) {
        return new Ticker(period);
    }

    @Override
    public void await(Ticker ticker) {
        ticker.c().recvOrNull();
    }

    @Override
    public void stop(Ticker ticker) {
        ticker.stop();
    }
}
