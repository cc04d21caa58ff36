package dev.runnel.conformance.model;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.conformance.model.Outcome.Plain;
import dev.runnel.runtime.channel.Glance;
import dev.runnel.runtime.park.Strand;
import dev.runnel.select.Select;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;

/** Does what an {@link Op} says, with the library. */
final class Performer {

    private static final Duration SHORT = Duration.ofNanos(20_000);

    private final List<Chan<Integer>> channels;
    private final ToIntFunction<Strand> numberOf;
    private final List<Integer> undelivered;

    /**
     * @param channels the channels it uses
     * @param numberOf the number of a participant that waits
     * @param undelivered where this participant's channels leave what nobody will receive
     */
    Performer(List<Chan<Integer>> channels, ToIntFunction<Strand> numberOf, List<Integer> undelivered) {
        this.channels = channels;
        this.numberOf = numberOf;
        this.undelivered = undelivered;
    }

    /** Why a channel was closed; it names the channel. */
    @SuppressWarnings("serial")
    private static final class Cause extends Exception {
        private final int channel;

        Cause(int channel) {
            this.channel = channel;
        }
    }

    void pause(Op.Pause pause) {
        switch (pause) {
            case YIELD -> Go.gosched();
            case SLEEP -> Go.sleep(SHORT);
            case AFTER -> Go.after(SHORT).recv();
        }
    }

    Outcome perform(Op op) throws InterruptedException {
        Outcome outcome = performed(op);
        if (outcome instanceof Outcome.Sent(int clause) && !undelivered.isEmpty()) {
            outcome = new Outcome.Displaced(clause, undelivered.remove(0));
        } else if (op instanceof Op.Cancel) {
            outcome = new Outcome.Cancelled(List.copyOf(undelivered));
            undelivered.clear();
        }
        if (!undelivered.isEmpty()) {
            throw new AssertionError(op + " came to " + outcome + ", and dropped " + undelivered);
        }
        return outcome;
    }

    private Outcome performed(Op op) throws InterruptedException {
        try {
            return switch (op) {
                case Op.Single(Clause clause, Op.Ending ending) ->
                    switch (clause.kind()) {
                        case SEND -> send(channels.get(clause.channel()), clause.value(), ending);
                        case RECV -> receive(channels.get(clause.channel()), ending);
                        case TIMER -> throw new IllegalArgumentException("a timer on its own");
                    };
                case Op.Select select -> choose(select);
                case Op.Close(int channel) -> {
                    channels.get(channel).close();
                    yield Plain.CLOSED;
                }
                case Op.Fail(int channel) -> {
                    channels.get(channel).close(new Cause(channel));
                    yield Plain.CLOSED;
                }
                case Op.Cancel(int channel) -> {
                    channels.get(channel).cancel();
                    yield Plain.CLOSED;
                }
                case Op.Look(int channel) -> look(channels.get(channel));
                case Op.Pause pause -> throw new IllegalArgumentException("no operation: " + pause);
            };
        } catch (ChannelException.SendOnClosed e) {
            return Plain.SEND_ON_CLOSED;
        } catch (ChannelException.SendOnCancelled e) {
            return Plain.SEND_ON_CANCELLED;
        } catch (ChannelException.ClosedWithCause e) {
            if (e.getCause() instanceof Cause cause) {
                return new Outcome.Failed(cause.channel);
            }
            throw e;
        } catch (ChannelException.CloseOfClosed e) {
            return Plain.CLOSE_OF_CLOSED;
        }
    }

    private static Outcome send(Chan<Integer> c, int value, Op.Ending ending) throws InterruptedException {
        return switch (ending) {
            case WAIT -> {
                c.send(value);
                yield new Outcome.Sent(0);
            }
            case REFUSE -> c.trySend(value) ? new Outcome.Sent(0) : Plain.REFUSED;
            case GIVE_UP, GIVE_UP_AT_ONCE -> c.trySend(value, SHORT) ? new Outcome.Sent(0) : Plain.TIMED_OUT;
        };
    }

    private static Outcome receive(Chan<Integer> c, Op.Ending ending) throws InterruptedException {
        return switch (ending) {
            case WAIT -> received(0, c.recv());
            case REFUSE -> received(c.tryRecv(), Plain.REFUSED);
            case GIVE_UP, GIVE_UP_AT_ONCE -> received(c.tryRecv(SHORT), Plain.TIMED_OUT);
        };
    }

    private static Outcome received(TryRecv<Integer> answer, Outcome ifEmpty) {
        return switch (answer) {
            case TryRecv.Value<Integer>(Integer value) -> new Outcome.Received(0, value);
            case TryRecv.Closed<Integer>() -> new Outcome.Drained(0);
            case TryRecv.Empty<Integer>() -> ifEmpty;
        };
    }

    private static Outcome received(int clause, Option<Integer> value) {
        return value.isEmpty() ? new Outcome.Drained(clause) : new Outcome.Received(clause, value.get());
    }

    private Outcome choose(Op.Select op) {
        Outcome[] came = {null};
        Select select = Go.select();
        for (int i = 0; i < op.clauses().size(); i++) {
            Clause clause = op.clauses().get(i);
            Chan<Integer> c = channels.get(clause.channel());
            int number = i;
            switch (clause.kind()) {
                case SEND -> select.send(c, clause.value(), () -> happened(came, new Outcome.Sent(number)));
                case RECV -> select.recv(c, value -> happened(came, received(number, value)));
                case TIMER -> select.recv(Go.after(SHORT), () -> happened(came, new Outcome.Fired(number)));
            }
        }
        switch (op.ending()) {
            case WAIT -> {}
            case REFUSE -> select.otherwise(() -> happened(came, Plain.REFUSED));
            case GIVE_UP -> select.after(SHORT, () -> happened(came, Plain.TIMED_OUT));
            case GIVE_UP_AT_ONCE -> select.after(Duration.ZERO, () -> happened(came, Plain.TIMED_OUT));
        }
        select.run();
        if (came[0] == null) {
            throw new AssertionError("no clause happened: " + op);
        }
        return came[0];
    }

    private static void happened(Outcome[] came, Outcome outcome) {
        if (came[0] != null) {
            throw new AssertionError("two clauses happened: " + came[0] + " and " + outcome);
        }
        came[0] = outcome;
    }

    private Outcome look(Chan<Integer> c) {
        Glance glance = Glance.at(c);
        return new Outcome.Seen(numbers(glance.receivers()), numbers(glance.senders()), glance.len());
    }

    private List<Integer> numbers(List<Strand> strands) {
        return strands.stream().mapToInt(numberOf).boxed().toList();
    }
}
