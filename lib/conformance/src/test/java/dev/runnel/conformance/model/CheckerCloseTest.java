package dev.runnel.conformance.model;

import static dev.runnel.conformance.model.Op.recv;
import static dev.runnel.conformance.model.Op.select;
import static dev.runnel.conformance.model.Op.send;
import static dev.runnel.conformance.model.Op.tryRecv;
import static dev.runnel.conformance.model.Op.trySend;
import static dev.runnel.conformance.model.Words.DRAINED;
import static dev.runnel.conformance.model.Words.SENT;
import static dev.runnel.conformance.model.Words.cancel;
import static dev.runnel.conformance.model.Words.cancelled;
import static dev.runnel.conformance.model.Words.close;
import static dev.runnel.conformance.model.Words.fail;
import static dev.runnel.conformance.model.Words.got;
import static dev.runnel.conformance.model.Words.look;
import static dev.runnel.conformance.model.Words.on;
import static dev.runnel.conformance.model.Words.seen;

import dev.runnel.conformance.model.Made.How;
import dev.runnel.conformance.model.Op.Ending;
import dev.runnel.conformance.model.Outcome.Displaced;
import dev.runnel.conformance.model.Outcome.Failed;
import dev.runnel.conformance.model.Outcome.Plain;
import dev.runnel.conformance.model.Outcome.Received;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * As {@link CheckerTest}, for channels that are closed, with a cause or without, or cancelled, and for kinds of
 * buffers.
 */
class CheckerCloseTest {

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
