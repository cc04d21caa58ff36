package dev.runnel.conformance.model;

import static dev.runnel.conformance.model.Op.recv;
import static dev.runnel.conformance.model.Op.select;
import static dev.runnel.conformance.model.Op.send;
import static dev.runnel.conformance.model.Op.tryRecv;
import static dev.runnel.conformance.model.Op.trySend;
import static dev.runnel.conformance.model.Words.DRAINED;
import static dev.runnel.conformance.model.Words.SENT;
import static dev.runnel.conformance.model.Words.close;
import static dev.runnel.conformance.model.Words.got;
import static dev.runnel.conformance.model.Words.look;
import static dev.runnel.conformance.model.Words.on;
import static dev.runnel.conformance.model.Words.seen;
import static dev.runnel.conformance.model.Words.timed;

import dev.runnel.conformance.model.Op.Ending;
import dev.runnel.conformance.model.Outcome.Plain;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Histories of sends and receives, written by hand: each kind of mistake is noticed, and what only looks like a mistake
 * is allowed.
 */
class CheckerTest {

    // ---------------------------------------------------------------- buffered channels

    @Test
    void bufferedChannel_isFifo() {
        on(2).does(0, send(0, 1), SENT)
                .does(0, send(0, 2), SENT)
                .does(1, recv(0), got(1))
                .does(1, recv(0), got(2))
                .isAllowed();
        on(2).does(0, send(0, 1), SENT)
                .does(0, send(0, 2), SENT)
                .does(1, recv(0), got(2))
                .does(1, recv(0), got(1))
                .isRefused();
    }

    @Test
    void overlappingSends_mayBeInEitherOrder() {
        for (int first = 1; first <= 2; first++) {
            on(2).calls(0, send(0, 1))
                    .calls(1, send(0, 2))
                    .returns(0, SENT)
                    .returns(1, SENT)
                    .does(2, recv(0), got(first))
                    .does(2, recv(0), got(3 - first))
                    .isAllowed();
        }
    }

    @Test
    void lostValue_isNoticed() {
        on(1).does(0, send(0, 1), SENT).calls(1, recv(0)).endsQuiet().isRefused();
        on(2).does(0, send(0, 1), SENT)
                .does(0, send(0, 2), SENT)
                .does(1, recv(0), got(2))
                .isRefused();
    }

    @Test
    void duplicatedValue_isNoticed() {
        on(2).does(0, send(0, 1), SENT)
                .does(1, recv(0), got(1))
                .does(1, recv(0), got(1))
                .isRefused();
    }

    @Test
    void valueOutOfThinAir_isNoticed() {
        on(1).does(0, recv(0), got(7)).isRefused();
        on(1).does(0, send(0, 1), SENT).does(1, recv(0), got(7)).isRefused();
    }

    @Test
    void valueReceivedBeforeItsSend_isNoticed() {
        on(1).does(1, recv(0), got(1)).does(0, send(0, 1), SENT).isRefused();
    }

    @Test
    void sendIntoFullBuffer_isNoticed() {
        on(1).does(0, send(0, 1), SENT).does(0, send(0, 2), SENT).isRefused();
    }

    @Test
    void sendThatWaitsAlthoughThereIsRoom_isNoticed() {
        on(1).calls(0, send(0, 1)).endsQuiet().isRefused();
        on(1).does(0, send(0, 1), SENT).calls(0, send(0, 2)).endsQuiet().isAllowed();
    }

    // ---------------------------------------------------------------- unbuffered channels

    @Test
    void rendezvous_isWithinBothCalls() {
        on(0).calls(0, send(0, 1))
                .calls(1, recv(0))
                .returns(0, SENT)
                .returns(1, got(1))
                .isAllowed();
        on(0).does(0, send(0, 1), SENT).does(1, recv(0), got(1)).isRefused();
    }

    @Test
    void rendezvousOfThree_isNoticed() {
        on(0).calls(0, send(0, 1))
                .calls(1, recv(0))
                .calls(2, recv(0))
                .returns(0, SENT)
                .returns(1, got(1))
                .returns(2, got(1))
                .isRefused();
    }

    @Test
    void partnersThatBothWait_areNoticed() {
        on(0).calls(0, send(0, 1)).calls(1, recv(0)).endsQuiet().isRefused();
        on(0).calls(0, send(0, 1)).calls(1, send(0, 2)).endsQuiet().isAllowed();
    }

    // ---------------------------------------------------------------- queues

    @Test
    void senderThatWasSeenWaiting_isServedFirst() {
        Script waiting = on(0).calls(0, send(0, 1))
                .does(2, look(0), seen(List.of(), List.of(0), 0))
                .calls(1, send(0, 2))
                .does(2, look(0), seen(List.of(), List.of(0, 1), 0));
        waiting.copy().does(2, recv(0), got(1)).returns(0, SENT).isAllowed();
        waiting.copy().does(2, recv(0), got(2)).returns(1, SENT).isRefused();
    }

    @Test
    void receiverThatWasSeenWaiting_isServedFirst() {
        Script waiting = on(1).calls(0, recv(0))
                .does(2, look(0), seen(List.of(0), List.of(), 0))
                .calls(1, recv(0))
                .does(2, send(0, 1), SENT);
        waiting.copy().returns(0, got(1)).isAllowed();
        waiting.copy().returns(1, got(1)).isRefused();
    }

    @Test
    void newcomerThatTakesTheSlotOfWhoWaits_isNoticed() {
        Script waiting = on(1).does(0, send(0, 1), SENT)
                .calls(0, send(0, 2))
                .does(2, look(0), seen(List.of(), List.of(0), 1))
                .does(2, recv(0), got(1));
        waiting.copy()
                .does(1, trySend(0, 3), Plain.REFUSED)
                .does(2, recv(0), got(2))
                .isAllowed();
        waiting.copy().does(1, trySend(0, 3), SENT).isRefused();
    }

    @Test
    void bufferThatIsNotRefilledByWhoWaits_isNoticed() {
        on(1).does(0, send(0, 1), SENT)
                .calls(0, send(0, 2))
                .does(2, look(0), seen(List.of(), List.of(0), 1))
                .does(2, recv(0), got(1))
                .does(2, look(0), seen(List.of(), List.of(), 0))
                .isRefused();
    }

    @Test
    void traceOfClauseThatLost_isNoticed() {
        Script chosen = on(0, 0).calls(0, select(Ending.WAIT, recv(0), recv(1)))
                .does(1, look(1), seen(List.of(0), List.of(), 0))
                .does(1, send(0, 1), SENT);
        chosen.copy().does(1, look(1), seen(List.of(), List.of(), 0)).isAllowed();
        chosen.copy().does(1, look(1), seen(List.of(0), List.of(), 0)).isRefused();
    }

    // ---------------------------------------------------------------- tries and timeouts

    @Test
    void tryThatFailsThoughItCouldProceedThroughout_isNoticed() {
        on(1).does(0, trySend(0, 1), Plain.REFUSED).isRefused();
        on(1).does(0, send(0, 1), SENT).does(1, tryRecv(0), Plain.REFUSED).isRefused();
        on(0).calls(0, recv(0))
                .does(1, look(0), seen(List.of(0), List.of(), 0))
                .does(1, trySend(0, 1), Plain.REFUSED)
                .isRefused();
    }

    @Test
    void tryThatFailsWhileItsPartnerComes_isAllowed() {
        on(0).calls(0, recv(0)).does(1, trySend(0, 1), Plain.REFUSED).isAllowed();
        on(1).calls(0, send(0, 1))
                .does(1, tryRecv(0), Plain.REFUSED)
                .returns(0, SENT)
                .isAllowed();
    }

    @Test
    void tryOnValueThenClosed_mustSeeOneOfThem() {
        Script racing = on(1).does(0, send(0, 1), SENT)
                .calls(1, tryRecv(0))
                .does(0, close(0), Plain.CLOSED)
                .does(0, recv(0), got(1));
        racing.copy().returns(1, DRAINED).isAllowed();
        racing.copy().returns(1, Plain.REFUSED).isRefused();
    }

    @Test
    void timeoutThoughItCouldProceedThroughout_isNoticed() {
        on(1).does(0, send(0, 1), SENT).does(1, timed(recv(0)), Plain.TIMED_OUT).isRefused();
        on(1).does(1, timed(recv(0)), Plain.TIMED_OUT).isAllowed();
    }

    @Test
    void valueOfSendThatTimedOut_mustNotArrive() {
        on(1).does(0, send(0, 1), SENT)
                .does(0, timed(send(0, 2)), Plain.TIMED_OUT)
                .does(1, recv(0), got(1))
                .does(1, recv(0), got(2))
                .isRefused();
    }
}
