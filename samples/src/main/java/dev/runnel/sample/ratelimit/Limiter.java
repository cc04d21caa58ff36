package dev.runnel.sample.ratelimit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;

import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.select.Choice;
import dev.runnel.time.Ticker;
import java.time.Duration;

/** Lets one pass in each period, and more after a pause. Any number of goroutines may use a limiter. */
final class Limiter implements AutoCloseable {

    private enum Token {
        TOKEN
    }

    private final Chan<Token> bucket;
    private final Chan<Void> quit = chan();
    private final GoHandle filler;

    /**
     * A limiter whose bucket is full.
     *
     * @param period the time in which one token comes
     * @param burst how many the bucket holds, 1 or more
     */
    Limiter(Duration period, int burst) {
        bucket = chan(burst);
        while (bucket.trySend(Token.TOKEN)) {
            // until it is full
        }
        Ticker ticker = new Ticker(period); // its first period begins now, not when the filler does
        filler = go("filler", () -> fill(ticker));
    }

    private void fill(Ticker ticker) {
        Choice<Boolean> tick = choose().recv(ticker.c(), () -> {
                    bucket.trySend(Token.TOKEN);
                    return true;
                })
                .recv(quit, () -> false);
        while (tick.get()) {
            // the clause for the tick has done the work
        }
        ticker.stop();
    }

    /**
     * Waits for a token, and takes it. Whoever came first is served first.
     *
     * @throws CancelledException if the context ended first; no token has been taken then
     */
    void await(Context context) throws CancelledException, InterruptedException {
        bucket.recv(context);
    }

    /** Takes a token if there is one. */
    boolean tryPass() {
        return bucket.tryRecv().toOption().isDefined();
    }

    /**
     * Ends the filler. What is left in the bucket may still be taken; after that, a goroutine that waits for a token
     * waits until its context ends.
     */
    @Override
    public void close() {
        quit.close();
        filler.join();
    }
}
