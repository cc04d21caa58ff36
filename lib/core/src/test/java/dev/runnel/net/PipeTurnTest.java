package dev.runnel.net;

import static dev.runnel.Go.go;
import static dev.runnel.net.PipeWaits.awaitWait;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.runtime.net.Gate;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.net.PipeEnd;
import org.junit.jupiter.api.Test;

/** The turn at an end of a pipe, and who comes before whom. */
class PipeTurnTest {

    /** Else all that come later would wait until they are told that the turn is free. */
    @Test
    void whoHasWaited_andHasHadItsTurn_isBeforeNobodyAnyMore() {
        Runtimes.runOnAll(() -> {
            Gate free = PipeEnd.pair()[0].toRead();
            PipeTurn turn = new PipeTurn(free);
            turn.take();
            GoHandle next = go(() -> {
                turn.take();
                turn.giveBack();
            });
            awaitWait("pipe read");
            turn.giveBack();
            next.join();
            assertEquals(Outcome.READY, free.await(false, null)); // and nobody is told after that
            turn.take();
            turn.giveBack();
        });
    }
}
