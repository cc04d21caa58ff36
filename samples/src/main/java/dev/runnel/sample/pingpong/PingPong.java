package dev.runnel.sample.pingpong;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;

/** A ball that goes to and fro between two goroutines. */
final class PingPong {

    private PingPong() {}

    /**
     * Plays.
     *
     * @param rounds how often the ball goes there and back
     * @return how often the other side has hit it
     */
    static int play(int rounds) {
        Chan<Integer> ping = chan();
        Chan<Integer> pong = chan();
        go("pong", () -> {
            for (int hits : ping) {
                pong.send(hits + 1);
            }
            pong.close();
        });
        int hits = 0;
        for (int i = 0; i < rounds; i++) {
            ping.send(hits);
            hits = pong.recv().get();
        }
        ping.close();
        pong.recv(); // none: the other side has seen the close, and ended
        return hits;
    }
}
