package dev.runnel.runtime.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.scheduler.Body;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What comes between a try and the wait for another try, and what comes during the wait. */
class GateTest {

    private static Outcome await(Gate gate) throws IOException {
        return gate.await(false, null);
    }

    /** The deadline is there to end a wait that should not take place. */
    @Test
    void newsBeforeTheWait_areWorthOneTry_alsoIfTheDeadlineComesAfterThem() {
        Runtimes.runOnAll(() -> {
            Gate gate = PipeEnd.pair()[0].in();
            gate.retry();
            gate.retry();
            gate.setDeadline(Current.now());
            assertEquals(Outcome.READY, await(gate));
            assertEquals(Outcome.TIMEOUT, await(gate));
        });
    }

    @Test
    void newsBeforeTheWait_areWorthOneTry_alsoIfTheCloseComesAfterThem() {
        Runtimes.runOnAll(() -> {
            PipeEnd end = PipeEnd.pair()[0];
            end.out().retry();
            end.close();
            assertEquals(Outcome.READY, await(end.out()));
            assertEquals(Outcome.CLOSED, await(end.out()));
            assertEquals(Outcome.CLOSED, await(end.in()));
        });
    }

    private static Chan<Outcome> waits(Gate gate) {
        Chan<Outcome> outcome = Go.chan(1);
        Go.go(() -> outcome.send(await(gate)));
        Await.until(() -> Go.dump().contains("[pipe read]"));
        return outcome;
    }

    private static void assertOutcome(Outcome expected, Gate gate, Body meanwhile) throws Exception {
        Chan<Outcome> outcome = waits(gate);
        meanwhile.run();
        assertEquals(expected, outcome.recv().get());
    }

    /** News that comes after what has ended the wait is for the next wait. */
    @Test
    void whoWaits_isToldWhatHasEndedTheWait() {
        Runtimes.runOnAll(() -> {
            PipeEnd end = PipeEnd.pair()[0];
            Gate gate = end.in();
            assertOutcome(Outcome.READY, gate, gate::retry);
            assertOutcome(Outcome.TIMEOUT, gate, () -> {
                gate.setDeadline(Current.now());
                gate.retry();
            });
            gate.setDeadline(Strand.NO_DEADLINE);
            assertEquals(Outcome.READY, await(gate));
            assertOutcome(Outcome.CLOSED, gate, () -> {
                end.close();
                gate.retry();
            });
        });
    }
}
