package dev.runnel.runtime.select;

import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.NilChan;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.select.Clause.Kind;
import dev.runnel.select.Producer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The workings of one run of a select; Go's {@code selectgo}. Kept by the select from run to run. */
final class SelectRun {

    static final int OTHERWISE = -1;
    static final int INTERRUPTED = -2;
    private static final int NONE_READY = -3;

    private final Plan plan;
    private final int[] pollOrder;
    private final @Nullable Object[] values;
    private final Waiter[] waiters;
    private final Hchan.Polled polled = new Hchan.Polled();
    private @Nullable Strand self;

    private @Nullable Object received;

    SelectRun(Plan plan) {
        this.plan = plan;
        pollOrder = new int[plan.live.length];
        values = new Object[plan.clauses.length];
        waiters = new Waiter[plan.clauses.length];
    }

    Plan plan() {
        return plan;
    }

    /** The value of the chosen receive; null if the channel was closed. Forgotten with this call. */
    @Nullable Object takeReceived() {
        Object value = received;
        received = null;
        return value;
    }

    /**
     * Chooses a clause and performs its communication.
     *
     * @return the number of the clause, {@link #OTHERWISE} or {@link #INTERRUPTED}
     */
    int choose(boolean interruptible) throws Exception {
        Checkpoint.pass(Act.SELECT, plan);
        for (int i : plan.sources) {
            Producer<?> source = Objects.requireNonNull(plan.clauses[i].source());
            values[i] = Objects.requireNonNull(source.get(), "a channel holds no null");
        }
        try {
            return chooseWithValues(interruptible);
        } finally {
            for (int i : plan.sources) {
                values[i] = null;
            }
        }
    }

    private int chooseWithValues(boolean interruptible) {
        if (plan.live.length == 0 && plan.hasOtherwise) {
            return OTHERWISE;
        }
        Strand strand = Scheduler.strand();
        if (strand != self) {
            bind(strand);
        }
        long deadline = Strand.NO_DEADLINE;
        if (plan.timeout >= 0) {
            deadline = Durations.deadline(strand.nanoTime(), plan.clauses[plan.timeout].delay());
        }
        if (plan.live.length == 0) {
            WakeCause why = NilChan.block(plan.reason, deadline, interruptible);
            return why == WakeCause.INTERRUPT ? INTERRUPTED : plan.timeout;
        }
        for (int i = 0; i < plan.channels.size(); i++) {
            plan.channels.get(i).beforeReceive();
        }
        for (; ; ) {
            lockAll();
            int chosen = pollLocked(strand);
            if (chosen != NONE_READY) {
                settle();
                return chosen;
            }
            if (plan.hasOtherwise) {
                unlockAll();
                return OTHERWISE;
            }
            if (strand.tryEnter()) {
                return waitLocked(strand, deadline, interruptible);
            }
            unlockAll();
            strand.enter();
            strand.leave();
        }
    }

    private void bind(Strand strand) {
        self = strand;
        for (int i : plan.lockOrder) {
            waiters[i] = new Waiter(strand);
            waiters[i].clause = i;
        }
    }

    // ---------------------------------------------------------------- pass 1: is a clause ready?

    /** Performs the first ready clause of a random order; then the locks are given back. */
    private int pollLocked(Strand strand) {
        shuffle(strand);
        for (int i : pollOrder) {
            if (plan.clauses[i].kind() == Kind.AFTER) {
                unlockAll();
                return i;
            }
            Hchan<Object> channel = plan.channel(i);
            boolean receives = plan.clauses[i].kind() == Kind.RECV;
            if (receives ? channel.pollRecv(polled) : pollSend(channel, valueOf(i))) {
                unlockAll();
                if (receives && polled.value == null) {
                    channel.throwIfFailed();
                }
                return i;
            }
        }
        return NONE_READY;
    }

    private boolean pollSend(Hchan<Object> channel, Object value) {
        if (channel.isClosed()) {
            unlockAll();
            throw channel.refusal();
        }
        return channel.pollSend(value, polled);
    }

    /** With no lock held: what the chosen clause came to, and its peer goes on. */
    private void settle() {
        received = polled.value;
        polled.value = null;
        Strand peer = polled.peer;
        if (peer != null) {
            polled.peer = null;
            peer.ready();
        } else if (polled.after != null) {
            Runnable after = polled.after;
            polled.after = null;
            after.run();
        }
    }

    private Object valueOf(int clause) {
        Object fixed = plan.clauses[clause].value();
        return fixed != null ? fixed : Objects.requireNonNull(values[clause]);
    }

    /** Fisher and Yates, from the inside out. */
    private void shuffle(Strand strand) {
        int[] live = plan.live;
        for (int i = 0; i < live.length; i++) {
            int j = i == 0 ? 0 : i - strand.below(i + 1); // a draw of 0 leaves the clause where it stands
            pollOrder[i] = pollOrder[j];
            pollOrder[j] = live[i];
        }
    }

    private void lockAll() {
        for (int i = 0; i < plan.channels.size(); i++) {
            if (i == 0) {
                plan.channels.get(i).lock();
            } else {
                plan.channels.get(i).lockAnother();
            }
        }
    }

    private void unlockAll() {
        for (int i = plan.channels.size() - 1; i >= 0; i--) {
            plan.channels.get(i).unlock();
        }
    }

    // ---------------------------------------------------------------- passes 2 and 3: queue up everywhere, and undo it

    private int waitLocked(Strand strand, long deadline, boolean interruptible) {
        long ticket = strand.openWait();
        for (int i : pollOrder) { // so that clauses on the same channel have the same chance; none is a timeout here
            boolean sends = plan.clauses[i].kind() == Kind.SEND;
            waiters[i].open(ticket, sends ? valueOf(i) : null);
            plan.channel(i).enqueue(waiters[i], sends);
        }
        strand.waiting(plan.reason, plan);
        unlockAll();
        WakeCause why;
        try {
            why = strand.park(deadline, interruptible);
        } finally {
            withdraw();
        }
        try {
            return switch (why) {
                case TIMEOUT -> plan.timeout;
                case INTERRUPT -> INTERRUPTED;
                case CANCEL -> throw new IllegalStateException("a select is not cancelled");
                case WAITER -> fired(Objects.requireNonNull(strand.firedWaiter()));
            };
        } finally {
            for (int i : plan.lockOrder) {
                waiters[i].clear();
            }
        }
    }

    private void withdraw() {
        lockAll();
        for (int i : plan.lockOrder) {
            plan.channel(i).withdraw(waiters[i], plan.clauses[i].kind() == Kind.SEND);
        }
        unlockAll();
        for (int i : plan.lockOrder) {
            if (plan.clauses[i].kind() == Kind.RECV) {
                plan.channel(i).receiverWent();
            }
        }
    }

    private int fired(Waiter waiter) {
        int chosen = waiter.clause;
        boolean success = waiter.success;
        boolean sends = plan.clauses[chosen].kind() == Kind.SEND;
        received = success && !sends ? waiter.element : null;
        if (sends && !success) {
            throw plan.channel(chosen).refusal();
        }
        if (!success) {
            plan.channel(chosen).throwIfFailed();
        }
        return chosen;
    }
}
