package dev.runnel.runtime.select;

import dev.runnel.channel.Cancellation;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.Batch;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.NilChan;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.select.Clause.Kind;
import dev.runnel.select.Producer;
import io.vavr.control.Option;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The workings of one run of a select; Go's {@code selectgo}. Kept by the select from run to run. */
final class SelectRun extends Look {

    static final int OTHERWISE = Director.OTHERWISE;
    static final int INTERRUPTED = -2;
    static final int CANCELLED = -6;
    private static final int LOOK_AGAIN = -4;
    private static final int QUEUED = -5;

    private final Waiter[] waiters;
    private @Nullable Strand self;

    /** When the timeout comes, on the clock of the strand. */
    private long deadline;

    SelectRun(Plan plan) {
        super(plan);
        waiters = new Waiter[plan.clauses.length];
    }

    Plan plan() {
        return plan;
    }

    /**
     * What the chosen clause got: the value of a receive, null if the channel was closed; the list of a receive of
     * several; what was taken from an event. Forgotten with this call.
     */
    @Nullable Object takeReceived() {
        Object value = received;
        received = null;
        return value;
    }

    /**
     * Chooses a clause and performs its communication.
     *
     * @param cancellation what else ends the wait; null for nothing
     * @return the number of the clause, {@link #OTHERWISE}, {@link #INTERRUPTED} or {@link #CANCELLED}
     */
    int choose(boolean interruptible, @Nullable Cancellation cancellation) throws Exception {
        enter();
        try {
            int chosen = chooseOrQueueUp(interruptible, cancellation);
            if (chosen == QUEUED) {
                chosen = waitInQueues(interruptible, null);
            } else if (chosen == NONE_READY) {
                chosen = waitAmongEvents(interruptible, cancellation);
            }
            passTurn(chosen);
            return chosen;
        } finally {
            forgetValues();
        }
    }

    /** Apart, so that a strand that waits has no frame with the room that is asked for here. */
    private void enter() throws Exception {
        Checkpoint.pass(Act.SELECT, plan);
        if (plan.sources.length > 0) {
            askSources();
        }
    }

    private void askSources() throws Exception {
        entered = plan.timeout < 0 ? 0 : Current.now();
        for (int i : plan.sources) {
            Clause clause = plan.clauses[i];
            Producer<?> source = Objects.requireNonNull(clause.source());
            Object value = source.get();
            Hchan<Object> channel = clause.channel();
            if (channel != null) { // else the value was asked for in its turn, and is not needed
                values[i] = Clauses.value(i, channel, value);
            }
        }
    }

    private void forgetValues() {
        for (int i : plan.sources) {
            values[i] = null;
        }
    }

    /**
     * Gives {@link #QUEUED} if the run is in the queues of its channels from now on, and is to wait;
     * {@link #NONE_READY} if it is in none yet, and is to wait for events as well.
     */
    private int chooseOrQueueUp(boolean interruptible, @Nullable Cancellation cancellation) {
        begin();
        if (plan.live.length == 0 && plan.hasOtherwise) {
            return OTHERWISE;
        }
        Strand strand = Scheduler.strand();
        if (strand != self) {
            bind(strand);
        }
        deadline = plan.timeout < 0 ? Strand.NO_DEADLINE : deadline(strand);
        if (plan.events.length > 0 || cancellation != null) {
            return chooseAmongEvents(strand);
        }
        if (plan.live.length == 0) {
            WakeCause why = NilChan.block(plan.reason, deadline, interruptible);
            return why == WakeCause.INTERRUPT ? INTERRUPTED : plan.timeout;
        }
        beforeReceive();
        arrange(strand);
        for (; ; ) {
            lockAll();
            int chosen = pollLocked();
            if (chosen != NONE_READY) {
                settle(chosen);
                return chosen;
            }
            if (plan.hasOtherwise) {
                unlockAll();
                return takes(OTHERWISE);
            }
            if (strand.tryEnter()) {
                queueUp(strand, null);
                return QUEUED;
            }
            unlockAll();
            strand.enter();
            strand.leave();
        }
    }

    private long deadline(Strand strand) {
        long begin = plan.sources.length > 0 ? entered : strand.nanoTime();
        return Durations.deadline(begin, plan.clauses[plan.timeout].delay());
    }

    private void bind(Strand strand) {
        self = strand;
        for (int i : plan.lockOrder) {
            waiters[i] = new Waiter(strand);
            waiters[i].clause = (char) i;
        }
    }

    // ---------------------------------------------------------------- passes 2 and 3: queue up everywhere, and undo it

    /** Under all locks, which are given back. */
    private void queueUp(Strand strand, @Nullable EventWatch watch) {
        tellReceiversCome(strand);
        long ticket = strand.openWait();
        for (int i : pollOrder) { // so that clauses on the same channel have the same chance
            Hchan<Object> channel = plan.clauses[i].channel();
            if (channel != null) {
                boolean sends = plan.clauses[i].kind() == Kind.SEND;
                waiters[i].open(ticket, sends ? valueOf(i) : null);
                channel.enqueue(waiters[i], sends);
            }
        }
        strand.waitingBriefly(plan.reason, watch == null ? plan : watch);
        unlockAll();
    }

    /** Apart from all else, as every goroutine that waits keeps the frame (decision 50). */
    private int waitInQueues(boolean interruptible, @Nullable EventWatch watch) {
        Strand strand = Objects.requireNonNull(self);
        WakeCause why;
        try {
            if (watch != null) {
                watch.waits(strand.openTicket());
            }
            why = strand.park(deadline, interruptible);
        } finally {
            withdraw();
        }
        return waited(strand, why);
    }

    private int waited(Strand strand, WakeCause why) {
        try {
            if (why == WakeCause.WAITER) { // not by the switch, which takes memory the first time
                return fired(Objects.requireNonNull(strand.firedWaiter()));
            }
            return switch (why) {
                case TIMEOUT -> plan.timeout;
                case INTERRUPT -> INTERRUPTED;
                case EVENT -> LOOK_AGAIN;
                case CANCEL, WAITER -> throw new IllegalStateException(why + " ends no select here");
            };
        } finally {
            for (int i : plan.lockOrder) {
                waiters[i].clear();
            }
        }
    }

    /** Done before anything else, since there may be no memory for it; then the locks and the P are given back. */
    private void tellReceiversCome(Strand strand) {
        int told = 0;
        try {
            for (; told < plan.lockOrder.length; told++) {
                int clause = plan.lockOrder[told];
                if (plan.clauses[clause].kind().isReceive()) {
                    plan.channel(clause).receiverCame();
                }
            }
        } catch (Throwable e) {
            unlockAll();
            strand.leave();
            receiversWent(told);
            throw e;
        }
    }

    private void withdraw() {
        lockAll();
        for (int i : plan.lockOrder) {
            plan.channel(i).withdraw(waiters[i], plan.clauses[i].kind() == Kind.SEND);
        }
        unlockAll();
        receiversWent(plan.lockOrder.length);
    }

    /** The first {@code n} go on. No lock held. */
    private void receiversWent(int n) {
        for (int i = 0; i < n; i++) {
            int clause = plan.lockOrder[i];
            if (plan.clauses[clause].kind().isReceive()) {
                plan.channel(clause).receiverWent();
            }
        }
    }

    private int fired(Waiter waiter) {
        int chosen = waiter.clause;
        boolean success = waiter.success;
        boolean sends = plan.clauses[chosen].kind() == Kind.SEND;
        received = success && !sends ? waiter.element : null;
        if (sends && !success) {
            passTurn(chosen);
            throw plan.channel(chosen).refusal();
        }
        if (!success) {
            passTurn(chosen);
            plan.channel(chosen).throwIfFailed();
        }
        if (plan.clauses[chosen].kind() == Kind.RECV_UP_TO) {
            Batch batch = new Batch((int) plan.clauses[chosen].amount());
            if (received != null) {
                batch.goOnBehind(received, plan.channel(chosen));
            }
            received = batch.toList();
        }
        return chosen;
    }

    // ---------------------------------------------------------------- with events

    /**
     * As without events, but nothing is registered for a wait yet: a clause that is ready at once needs none of that.
     */
    private int chooseAmongEvents(Strand strand) {
        int chosen = look(strand);
        if (chosen == NONE_READY) {
            unlockAll();
            if (plan.hasOtherwise) {
                return takes(OTHERWISE);
            }
        }
        return chosen;
    }

    /**
     * Whoever may have made an event ready ends the wait, and the select looks anew. Once registered with the events,
     * it looks before it waits: the look sees what became ready before that, and what becomes ready later is told. A
     * cancellation is told of in the same way; it ends the run if no clause is ready then.
     */
    private int waitAmongEvents(boolean interruptible, @Nullable Cancellation cancellation) {
        Strand strand = Objects.requireNonNull(self);
        try (EventWatch watch = new EventWatch(plan, strand, cancellation)) {
            int chosen;
            do {
                watch.register(); // anew each time, as a call uses it up
                Checkpoint.pass(Act.SELECT, plan);
                chosen = lookOrQueueUp(strand, watch);
                if (chosen == QUEUED) {
                    chosen = waitInQueues(interruptible, watch);
                }
                if (chosen == LOOK_AGAIN) {
                    chosen = lookAgain(strand, interruptible, cancellation);
                }
            } while (chosen == NONE_READY);
            return chosen;
        }
    }

    private int lookOrQueueUp(Strand strand, EventWatch watch) {
        for (; ; ) {
            int chosen = look(strand);
            if (chosen != NONE_READY) {
                return chosen;
            }
            if (strand.tryEnter()) {
                queueUp(strand, watch);
                return QUEUED;
            }
            unlockAll();
            strand.enter();
            strand.leave();
        }
    }

    /** After a call. What else would have ended the wait does so if no clause is ready. */
    private int lookAgain(Strand strand, boolean interruptible, @Nullable Cancellation cancellation) {
        int chosen = look(strand);
        if (chosen != NONE_READY) {
            return chosen;
        }
        unlockAll();
        if (cancellation != null && Asked.err(cancellation).isDefined()) {
            return CANCELLED;
        }
        if (isOver(strand)) {
            return plan.timeout;
        }
        boolean interrupted = interruptible && Thread.currentThread().isInterrupted();
        return interrupted ? INTERRUPTED : NONE_READY;
    }

    private boolean isOver(Strand strand) {
        return deadline != Strand.NO_DEADLINE && strand.nanoTime() - deadline >= 0;
    }

    /** What the body of the chosen clause is given. */
    static Object argument(Clause clause, @Nullable Object value) {
        if (clause.kind() != Kind.RECV) {
            return Objects.requireNonNull(value);
        }
        return value == null ? Option.none() : Option.some(value);
    }
}
