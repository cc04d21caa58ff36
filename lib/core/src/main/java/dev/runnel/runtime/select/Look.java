package dev.runnel.runtime.select;

import dev.runnel.runtime.channel.Batch;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.Polled;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Peer;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.select.Clause.Kind;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a run of a select looks at its clauses, and performs the first that is ready; pass 1 of Go's {@code selectgo}.
 */
abstract class Look {

    static final int NONE_READY = -3;

    final Plan plan;
    final int[] pollOrder;
    final @Nullable Object[] values;
    private final Polled polled = new Polled();

    /**
     * When this run began, on the clock of the strand that runs it. For a select with timeouts that asks for values.
     */
    long entered;

    /** In a select that rotates: where this run begins to look. */
    private int began;

    @Nullable Object received;

    Look(Plan plan) {
        this.plan = plan;
        pollOrder = plan.live.clone();
        values = new Object[plan.clauses.length];
    }

    // ---------------------------------------------------------------- in which order

    /** A run begins. */
    final void begin() {
        if (plan.turn != null) {
            began = plan.turn.next();
        }
    }

    /** In a select that rotates, the clause that was chosen comes last next time, even if it throws. */
    final void passTurn(int chosen) {
        if (plan.turn != null && chosen >= 0) {
            plan.turn.passed(began, chosen);
        }
    }

    /** The order in which to look. With no lock held: a director is asked, who may fail. */
    final void arrange(Strand strand) {
        switch (plan.policy) {
            case RANDOM -> shuffle(strand);
            case ORDERED -> {} // as it was made
            case ROTATING -> rotate();
        }
    }

    private void rotate() {
        int[] live = plan.live;
        int first = Arrays.binarySearch(live, began);
        first = first < 0 ? -first - 1 : first;
        for (int i = 0; i < live.length; i++) {
            pollOrder[i] = live[(first + i) % live.length];
        }
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

    // ---------------------------------------------------------------- is a clause ready?

    /** Performs the first ready clause in the order that was arranged; then the locks are given back. */
    final int pollLocked() {
        return pollLocked(0, pollOrder.length);
    }

    /** The same for a part of that order, without the events in it. */
    private int pollLocked(int from, int to) {
        for (int k = from; k < to; k++) {
            int i = pollOrder[k];
            if (isReadyOrUnlock(i)) {
                unlockAll();
                throwIfFailed(i, plan.clauses[i].kind());
                return i;
            }
        }
        return NONE_READY;
    }

    /**
     * Whether a clause is ready. Where that throws, the locks are given back, and the clause comes last next time: a
     * send on a channel that is closed, or something for which there is no memory.
     */
    private boolean isReadyOrUnlock(int i) {
        try {
            return isReady(i, plan.clauses[i]);
        } catch (Throwable e) {
            unlockAll();
            passTurn(i);
            throw e;
        }
    }

    private boolean isReady(int i, Clause clause) {
        return switch (clause.kind()) {
            case RECV -> plan.channel(i).pollRecv(polled);
            case RECV_UP_TO -> plan.channel(i).pollRecvUpTo((int) clause.amount(), polled);
            case SEND -> pollSend(plan.channel(i), valueOf(i));
            case AFTER -> isOver(clause);
            case EVENT -> false;
        };
    }

    /** Whether a timeout needs no wait, or was over before the select looked. */
    private boolean isOver(Clause timeout) {
        if (timeout.delay() <= 0) {
            return true;
        }
        long due = Durations.deadline(entered, timeout.delay());
        return due != Strand.NO_DEADLINE && Current.now() - due >= 0;
    }

    /** The same for an event, by code of the user. */
    private boolean isReady(int event) {
        try {
            received = plan.event(event).poll();
            return received != null;
        } catch (Throwable e) {
            passTurn(event);
            throw e;
        }
    }

    private boolean pollSend(Hchan<Object> channel, Object value) {
        if (channel.isClosed()) {
            throw channel.refusal();
        }
        return channel.pollSend(value, polled);
    }

    /**
     * The clause is chosen, and no lock held. It may be a receive that found the end of its channel, and the end may
     * have a cause.
     */
    private void throwIfFailed(int clause, Kind kind) {
        Batch batch = polled.batch;
        boolean ended = batch == null ? kind == Kind.RECV && polled.value == null : batch.isEmpty();
        if (ended) {
            try {
                plan.channel(clause).throwIfFailed();
            } catch (Throwable e) { // the caller may be unwound
                passTurn(clause);
                throw e;
            }
        }
    }

    /**
     * With no lock held: keeps what the chosen clause came to, and lets its peer go on. Code of the user that is called
     * here may throw; the clause has had its turn all the same.
     */
    final void settle(int chosen) {
        takes(chosen);
        try {
            settle();
        } catch (Throwable e) {
            passTurn(chosen);
            throw e;
        }
    }

    /** Notes what was chosen, where there was a choice, and gives it back. */
    final int takes(int chosen) {
        if (plan.clauses.length > 1 || plan.hasOtherwise) {
            Checkpoint.takes(chosen);
        }
        return chosen;
    }

    private void settle() {
        received = polled.value;
        polled.value = null;
        Peer peer = polled.peer;
        if (peer != null) {
            polled.peer = null;
            peer.ready();
        } else {
            polled.tell();
        }
        Batch batch = polled.batch;
        if (batch != null) {
            polled.batch = null;
            batch.readyPeers();
            received = batch.toList();
        }
    }

    final Object valueOf(int clause) {
        Object fixed = plan.clauses[clause].value();
        return fixed != null ? fixed : Objects.requireNonNull(values[clause]);
    }

    /**
     * Performs the first ready clause in the order of the policy. Channels are looked at under all locks, and all of
     * them at one instant after the last event if nothing was ready; events are tried without any lock. If nothing is
     * ready, the locks are held afterwards.
     */
    final int look(Strand strand) {
        beforeReceive();
        arrange(strand);
        int from = 0;
        for (int k = 0; k < pollOrder.length; k++) {
            int i = pollOrder[k];
            if (plan.clauses[i].kind() != Kind.EVENT) {
                continue;
            }
            if (from < k) {
                lockAll();
                int chosen = pollLocked(from, k);
                if (chosen != NONE_READY) {
                    settle(chosen);
                    return chosen;
                }
                unlockAll();
            }
            if (isReady(i)) {
                return takes(i);
            }
            from = k + 1;
        }
        lockAll();
        int chosen = pollLocked();
        if (chosen != NONE_READY) {
            settle(chosen);
        }
        return chosen;
    }

    final void beforeReceive() {
        for (Hchan<Object> channel : plan.channels) {
            channel.beforeReceive();
        }
    }

    // ---------------------------------------------------------------- the locks

    final void lockAll() {
        for (int i = 0; i < plan.channels.length; i++) {
            if (i > 0) {
                plan.channels[i].lockAnother();
            } else if (plan.isPatient) {
                plan.channels[i].lockPatiently();
            } else {
                plan.channels[i].lock();
            }
        }
    }

    final void unlockAll() {
        for (int i = plan.channels.length - 1; i >= 0; i--) {
            plan.channels[i].unlock();
        }
    }
}
