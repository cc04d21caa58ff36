package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.context.ContextGlance.children;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.testkit.ExhaustivePolicy;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.Schedule;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * Operations with a context under chosen schedules: whatever ends it and whenever, it has happened, or has not and says
 * so. On the real scheduler, with interrupts, {@code CancelledWaitProps} of the core does this.
 */
class ContextWaitProps {

    /** How a party uses the channel, and what ends that. */
    private enum Party {
        SEND,
        SEND_TIMED,
        RECEIVE,
        RECEIVE_TIMED,
        SELECT_SEND,
        SELECT_RECEIVE,
        SELECT_EITHER,
        RANGE,
        SLEEP,
        PLAIN_SEND,
        PLAIN_RECEIVE
    }

    /** One run. */
    private static final class Exchange {
        private final Chan<Integer> c;
        private final CancelContext all = Context.withCancel(Context.background());
        private final List<Integer> sent = new ArrayList<>();
        private final List<Integer> received = new ArrayList<>();
        private int last;

        Exchange(int capacity) {
            c = chan(capacity);
        }

        void play(Party party) throws InterruptedException {
            try (CancelContext mine = Context.withCancel(all);
                    CancelContext timed = Context.withTimeout(mine, Duration.ofNanos(1 + last))) {
                switch (party) {
                    case SEND -> send(mine);
                    case SEND_TIMED -> send(timed);
                    case RECEIVE -> receive(mine);
                    case RECEIVE_TIMED -> receive(timed);
                    case SELECT_SEND -> select(mine, true, false);
                    case SELECT_RECEIVE -> select(timed, false, true);
                    case SELECT_EITHER -> select(timed, true, true);
                    case RANGE -> c.until(timed).forEach(received::add);
                    case SLEEP -> Go.sleep(Duration.ofNanos(2), timed);
                    case PLAIN_SEND -> send();
                    case PLAIN_RECEIVE -> c.recv().forEach(received::add);
                }
            } catch (CancelledException e) {
                // has not happened
            } catch (ChannelException.SendOnClosed e) {
                // nor has this
            }
        }

        private void send(Context context) throws CancelledException, InterruptedException {
            int value = ++last;
            c.send(value, context);
            sent.add(value);
        }

        private void send() {
            int value = ++last;
            c.send(value);
            sent.add(value);
        }

        private void receive(Context context) throws CancelledException, InterruptedException {
            Option<Integer> value = c.recv(context);
            value.forEach(received::add);
        }

        private void select(Context context, boolean sends, boolean receives)
                throws CancelledException, InterruptedException {
            int value = ++last;
            Go.select()
                    .send(sends ? c : null, value, () -> sent.add(value))
                    .recv(receives ? c : null, v -> v.forEach(received::add))
                    .run(context);
        }

        void checkEnded() {
            for (Option<Integer> left = c.recv(); left.isDefined(); left = c.recv()) {
                received.add(left.get());
            }
            sent.sort(null);
            received.sort(null);
            assertEquals(sent, received);
            assertEquals(0, children(all));
        }
    }

    private static void run(int capacity, List<Party> parties, boolean closesFirst) {
        Exchange exchange = new Exchange(capacity);
        List<GoHandle> all = new ArrayList<>();
        for (Party party : parties) {
            all.add(go(party.name(), () -> exchange.play(party)));
        }
        Go.sleep(Duration.ofNanos(1));
        if (closesFirst) {
            exchange.c.close();
            exchange.all.cancel();
        } else {
            exchange.all.cancel();
            exchange.c.close();
        }
        all.forEach(GoHandle::join);
        exchange.checkEnded();
    }

    @Property(tries = 500, shrinking = ShrinkingMode.BOUNDED)
    void noValueIsLostOrMadeUp_underAnySchedule(
            @ForAll Schedule schedule,
            @ForAll @IntRange(max = 2) int capacity,
            @ForAll @Size(max = 8) List<Party> parties,
            @ForAll boolean closesFirst) {
        schedule.run(() -> run(capacity, parties, closesFirst));
    }

    @Property(tries = 40, shrinking = ShrinkingMode.BOUNDED)
    void noValueIsLostOrMadeUp_underAllSchedulesWithFewPreemptions(
            @ForAll @IntRange(max = 1) int capacity,
            @ForAll @Size(min = 2, max = 3) List<Party> parties,
            @ForAll boolean closesFirst) {
        new Explorer(new ExhaustivePolicy(2))
                .withRuns(300)
                .withChecksRuntime(true)
                .explore(() -> run(capacity, parties, closesFirst));
    }

    /** A cancel that comes between the look at the context and the wait ends that wait. */
    @Test
    void cancelBeforeTheWait_isNotMissed() {
        new Explorer(new ExhaustivePolicy(3)).withRuns(2_000).explore(() -> {
            CancelContext context = Context.withCancel(Context.background());
            Chan<Integer> c = chan();
            GoHandle receiver = go(() -> {
                try {
                    c.recv(context);
                } catch (Canceled e) {
                    return;
                }
                throw new AssertionError("received");
            });
            context.cancel();
            receiver.join(); // else a deadlock
        });
    }

    /** X4: whoever cancels, and whatever is under way, everything below is done when the call returns. */
    @Test
    void cancels_ofParentAndChild_returnWhenAllBelowIsDone() {
        new Explorer(new ExhaustivePolicy(2)).withRuns(3_000).explore(() -> {
            CancelContext parent = Context.withCancel(Context.background());
            CancelContext child = Context.withCancel(parent);
            Context grandchild = Context.withCancel(child);
            grandchild.done();
            child.done();
            List<GoHandle> all = new ArrayList<>();
            for (CancelContext one : List.of(child, parent, child)) {
                all.add(go(() -> {
                    one.cancel();
                    assertTrue(grandchild.done().tryRecv().isClosed());
                }));
            }
            while (grandchild.err().isEmpty()) {
                Go.sleep(Duration.ofNanos(1));
            }
            assertTrue(grandchild.done().tryRecv().isClosed());
            all.forEach(GoHandle::join);
        });
    }
}
