package dev.runnel.conformance.model;

import static dev.runnel.conformance.model.Op.recv;
import static dev.runnel.conformance.model.Op.select;
import static dev.runnel.conformance.model.Op.send;
import static dev.runnel.conformance.model.Op.tryRecv;
import static dev.runnel.conformance.model.Words.SENT;
import static dev.runnel.conformance.model.Words.close;
import static dev.runnel.conformance.model.Words.got;
import static dev.runnel.conformance.model.Words.look;
import static dev.runnel.conformance.model.Words.on;
import static dev.runnel.conformance.model.Words.seen;
import static dev.runnel.conformance.model.Words.timed;

import dev.runnel.conformance.model.Op.Ending;
import dev.runnel.conformance.model.Outcome.Drained;
import dev.runnel.conformance.model.Outcome.Plain;
import dev.runnel.conformance.model.Outcome.Received;
import java.util.List;
import org.junit.jupiter.api.Test;

/** As {@link CheckerTest}, for selects. */
class CheckerSelectTest {

    @Test
    void selectThatDoesTwoClauses_isNoticed() {
        Op either = select(Ending.WAIT, recv(0), recv(1));
        on(1, 1).does(0, send(0, 1), SENT)
                .does(0, send(1, 2), SENT)
                .does(1, either, new Received(0, 1))
                .does(1, tryRecv(1), Plain.REFUSED)
                .isRefused();
        on(0, 0).calls(0, send(0, 1))
                .calls(1, send(1, 2))
                .calls(2, either)
                .returns(2, new Received(0, 1))
                .returns(0, SENT)
                .returns(1, SENT)
                .isRefused();
    }

    @Test
    void selectThatChoosesWhatIsNotReady_isNoticed() {
        Op either = select(Ending.WAIT, recv(0), recv(1));
        on(1, 1).does(0, send(0, 1), SENT).does(1, either, new Received(1, 1)).isRefused();
        on(1, 1).does(0, send(0, 1), SENT).does(1, either, new Drained(1)).isRefused();
    }

    @Test
    void defaultAlthoughSomethingWasReadyAtEachInstant_isNoticed() {
        Op either = select(Ending.REFUSE, recv(0), recv(1));
        on(1, 1).does(0, send(0, 1), SENT)
                .calls(1, either)
                .does(0, send(1, 2), SENT)
                .does(0, recv(0), got(1))
                .returns(1, Plain.REFUSED)
                .isRefused();
        on(1, 1).does(0, send(0, 1), SENT)
                .calls(1, either)
                .does(0, recv(0), got(1))
                .does(0, send(1, 2), SENT)
                .returns(1, Plain.REFUSED)
                .isAllowed();
    }

    @Test
    void selectThatMeetsItself_isNoticed() {
        on(0).does(0, select(Ending.WAIT, send(0, 1), recv(0)), new Received(1, 1))
                .isRefused();
        on(0).calls(0, select(Ending.WAIT, send(0, 1), recv(0))).endsQuiet().isAllowed();
    }

    @Test
    void selectOfBothDirections_isWokenByTheCloseAsReceiver() {
        Script waiting = on(0).calls(0, select(Ending.WAIT, send(0, 1), recv(0)))
                .does(1, look(0), seen(List.of(0), List.of(0), 0))
                .does(1, close(0), Plain.CLOSED);
        waiting.copy().returns(0, new Drained(1)).isAllowed();
        waiting.copy().returns(0, Plain.SEND_ON_CLOSED).isRefused();
    }

    @Test
    void timeoutOfZero_isAsReadyAsAnyClause() {
        Script full = on(1).does(0, send(0, 1), SENT);
        full.copy()
                .does(1, select(Ending.GIVE_UP_AT_ONCE, recv(0)), Plain.TIMED_OUT)
                .isAllowed();
        full.copy().does(1, select(Ending.GIVE_UP, recv(0)), Plain.TIMED_OUT).isRefused();
    }

    @Test
    void timedOperationThatWaitsForEver_isNoticed() {
        on(0).calls(0, timed(recv(0))).endsQuiet().isRefused();
        on(0).calls(0, select(Ending.WAIT, recv(0), Op.timer())).endsQuiet().isRefused();
    }
}
