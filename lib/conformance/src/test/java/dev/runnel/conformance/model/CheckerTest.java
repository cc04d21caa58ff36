package dev.runnel.conformance.model;

import static dev.runnel.conformance.model.Op.recv;
import static dev.runnel.conformance.model.Op.select;
import static dev.runnel.conformance.model.Op.send;
import static dev.runnel.conformance.model.Op.tryRecv;
import static dev.runnel.conformance.model.Op.trySend;

import dev.runnel.conformance.model.Made.How;
import dev.runnel.conformance.model.Op.Ending;
import dev.runnel.conformance.model.Outcome.Cancelled;
import dev.runnel.conformance.model.Outcome.Displaced;
import dev.runnel.conformance.model.Outcome.Drained;
import dev.runnel.conformance.model.Outcome.Failed;
import dev.runnel.conformance.model.Outcome.Plain;
import dev.runnel.conformance.model.Outcome.Received;
import dev.runnel.conformance.model.Outcome.Seen;
import dev.runnel.conformance.model.Outcome.Sent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Histories written by hand: each kind of mistake is noticed, and what only looks like one is not. */
class CheckerTest {

    private static final Outcome SENT = new Sent(0);
    private static final Outcome DRAINED = new Drained(0);

    private static Outcome got(int value) {
        return new Received(0, value);
    }

    private static Op timed(Op plain) {
        return new Op.Single(plain.clauses().getFirst(), Ending.GIVE_UP);
    }

    private static Op look(int channel) {
        return new Op.Look(channel);
    }

    private static Op close(int channel) {
        return new Op.Close(channel);
    }

    private static Op fail(int channel) {
        return new Op.Fail(channel);
    }

    private static Op cancel(int channel) {
        return new Op.Cancel(channel);
    }

    private static Outcome cancelled(Integer... undelivered) {
        return new Cancelled(List.of(undelivered));
    }

    private static Outcome seen(List<Integer> receivers, List<Integer> senders, int len) {
        return new Seen(receivers, senders, len);
    }

    private static Script on(Integer... capacities) {
        return new Script(Stream.of(capacities).map(Made::go).toList());
    }

    private static Script on(Made.How how, int capacity) {
        return new Script(List.of(new Made(how, capacity)));
    }

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

    // ---------------------------------------------------------------- close

    @Test
    void openEmptyChannelThatSaysClosed_isNoticed() {
        on(1).does(0, recv(0), DRAINED).isRefused();
        on(1).does(0, tryRecv(0), DRAINED).isRefused();
    }

    @Test
    void closedChannel_givesTheRestFirst() {
        Script closed = on(1).does(0, send(0, 1), SENT).does(0, close(0), Plain.CLOSED);
        closed.copy()
                .does(1, recv(0), got(1))
                .does(1, recv(0), DRAINED)
                .does(1, recv(0), DRAINED)
                .isAllowed();
        closed.copy().does(1, recv(0), DRAINED).isRefused();
    }

    @Test
    void sendAfterClose_fails() {
        Script closed = on(1).does(0, close(0), Plain.CLOSED);
        closed.copy().does(1, send(0, 1), Plain.SEND_ON_CLOSED).isAllowed();
        closed.copy().does(1, send(0, 1), SENT).isRefused();
        closed.copy().does(1, trySend(0, 1), Plain.REFUSED).isRefused();
        closed.copy().calls(1, send(0, 1)).endsQuiet().isRefused();
    }

    @Test
    void sendOnOpenChannelThatFails_isNoticed() {
        on(1).does(0, send(0, 1), Plain.SEND_ON_CLOSED).isRefused();
    }

    @Test
    void valueOfSenderThatTheCloseFoundWaiting_isLost() {
        Script closed = on(0).calls(0, send(0, 1)).does(1, close(0), Plain.CLOSED);
        closed.copy().returns(0, Plain.SEND_ON_CLOSED).does(1, recv(0), DRAINED).isAllowed();
        closed.copy().returns(0, Plain.SEND_ON_CLOSED).does(1, recv(0), got(1)).isRefused();
        closed.copy().returns(0, SENT).isRefused();
    }

    @Test
    void waiterThatTheCloseForgets_isNoticed() {
        on(0).calls(0, recv(0)).does(1, close(0), Plain.CLOSED).endsQuiet().isRefused();
        on(0).calls(0, recv(0))
                .does(1, close(0), Plain.CLOSED)
                .returns(0, DRAINED)
                .endsQuiet()
                .isAllowed();
    }

    @Test
    void onlyOneClose_succeeds() {
        Script closed = on(0).does(0, close(0), Plain.CLOSED);
        closed.copy().does(1, close(0), Plain.CLOSE_OF_CLOSED).isAllowed();
        closed.copy().does(1, close(0), Plain.CLOSED).isRefused();
        on(0).does(0, close(0), Plain.CLOSE_OF_CLOSED).isRefused();
    }

    @Test
    void closeThatWakesOneAfterTheOther_mayLetAnotherChannelServeTheSecond() {
        Op either = select(Ending.WAIT, recv(0), recv(1));
        Script waiting = on(0, 0).calls(0, either)
                .does(2, look(0), seen(List.of(0), List.of(), 0))
                .calls(1, either)
                .does(2, look(1), seen(List.of(0, 1), List.of(), 0));
        waiting.copy()
                .calls(2, close(0))
                .does(3, trySend(1, 1), SENT)
                .returns(0, DRAINED)
                .returns(1, new Received(1, 1))
                .returns(2, Plain.CLOSED)
                .isAllowed();
        waiting.copy()
                .does(2, close(0), Plain.CLOSED)
                .does(3, trySend(1, 1), SENT)
                .isRefused();
    }

    // ---------------------------------------------------------------- select

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

    // ---------------------------------------------------------------- causes, cancels and kinds of buffers

    @Test
    void causeComesAfterTheValues() {
        Script failed = on(1).does(0, send(0, 1), SENT).does(0, fail(0), Plain.CLOSED);
        failed.copy().does(1, recv(0), got(1)).does(1, recv(0), new Failed(0)).isAllowed();
        failed.copy().does(1, recv(0), new Failed(0)).isRefused();
        failed.copy().does(1, recv(0), got(1)).does(1, recv(0), DRAINED).isRefused();
        failed.copy().does(1, close(0), Plain.CLOSED).isRefused();
        failed.copy().does(1, send(0, 2), Plain.SEND_ON_CLOSED).isAllowed();
        on(0).calls(0, recv(0))
                .does(1, fail(0), Plain.CLOSED)
                .returns(0, DRAINED)
                .isRefused();
        on(0).calls(0, recv(0))
                .does(1, fail(0), Plain.CLOSED)
                .returns(0, new Failed(0))
                .isAllowed();
    }

    @Test
    void cancelDropsTheBuffer_andTellsSenders() {
        Script full = on(How.BOUNDED, 1).does(0, send(0, 1), SENT);
        Script cancelled = full.copy().does(1, cancel(0), cancelled(1));
        cancelled.copy().does(1, recv(0), DRAINED).isAllowed();
        cancelled.copy().does(1, recv(0), got(1)).isRefused();
        cancelled.copy().does(0, send(0, 2), Plain.SEND_ON_CANCELLED).isAllowed();
        cancelled.copy().does(0, send(0, 2), Plain.SEND_ON_CLOSED).isRefused();
        cancelled.copy().does(1, cancel(0), cancelled()).isAllowed();
        cancelled.copy().does(1, cancel(0), cancelled(1)).isRefused();
        full.copy().does(1, cancel(0), cancelled()).isRefused();
        full.copy()
                .calls(2, send(0, 2))
                .does(3, look(0), seen(List.of(), List.of(2), 1))
                .does(1, cancel(0), cancelled(1))
                .returns(2, Plain.SEND_ON_CANCELLED)
                .isAllowed();
        full.copy().calls(2, send(0, 2)).does(1, cancel(0), cancelled(1, 2)).isRefused();
    }

    @Test
    void closeAfterCancel_countsOnce() {
        Script closed = on(1).does(1, cancel(0), cancelled()).does(0, close(0), Plain.CLOSED);
        closed.copy().does(0, close(0), Plain.CLOSED).isRefused();
        closed.copy().does(0, close(0), Plain.CLOSE_OF_CLOSED).isAllowed();
        closed.copy().does(0, send(0, 1), Plain.SEND_ON_CANCELLED).isAllowed();
    }

    @Test
    void buffersThatNeverRefuse() {
        Script sliding = on(How.SLIDING, 1).does(0, send(0, 1), SENT);
        sliding.copy().does(0, trySend(0, 2), Plain.REFUSED).isRefused();
        sliding.copy().does(0, send(0, 2), SENT).isRefused();
        sliding.copy()
                .does(0, send(0, 2), new Displaced(0, 1))
                .does(1, recv(0), got(2))
                .isAllowed();
        sliding.copy().does(0, send(0, 2), new Displaced(0, 2)).isRefused();
        Script dropping = on(How.DROPPING, 1).does(0, send(0, 1), SENT);
        dropping.copy()
                .does(0, send(0, 2), new Displaced(0, 2))
                .does(1, recv(0), got(1))
                .isAllowed();
        dropping.copy().does(0, send(0, 2), new Displaced(0, 1)).isRefused();
        Script unbounded = on(How.UNBOUNDED, 1).does(0, send(0, 1), SENT).does(0, send(0, 2), SENT);
        unbounded.copy().does(1, recv(0), got(1)).does(1, recv(0), got(2)).isAllowed();
        unbounded.copy().does(0, trySend(0, 3), Plain.REFUSED).isRefused();
    }
}
