package dev.runnel.runtime.select;

import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.Touching;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.select.Clause.Kind;
import dev.runnel.select.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What can be worked out about a select before it runs. Immutable; shared by its runs. */
final class Plan implements Touching {

    final Clause[] clauses;
    final boolean hasOtherwise;

    /**
     * The numbers of the clauses that may be ready when the select looks: of the timeouts those of zero or less, or all
     * of them if the select asks for values before it looks.
     */
    final int[] live;

    /** The live clauses that have a channel, in the order in which their channels are locked. */
    final int[] lockOrder;

    /** The channels, each once, in the order in which they are locked: by increasing {@linkplain Hchan#id() id}. */
    final Hchan<Object>[] channels;

    /**
     * Whether some channel has a buffer for more than one value: then a goroutine on another processor need not wait
     * for each step of this one, and both do more if they do not take turns.
     */
    final boolean isPatient;

    /** The numbers of the clauses whose value is asked for at each entry, in the order written. */
    final int[] sources;

    /** The clause with the shortest timeout; -1 if there is none. */
    final int timeout;

    /** The numbers of the clauses on events, in the order written. */
    final int[] events;

    final Policy policy;

    /** Whose turn it is, if the select rotates. */
    final @Nullable Turn turn;

    final WaitReason reason;

    @SuppressWarnings("unchecked") // there is no array of a generic type
    Plan(List<Clause> written, boolean hasOtherwise, Policy policy, @Nullable Turn turn) {
        this.clauses = written.toArray(Clause[]::new);
        this.hasOtherwise = hasOtherwise;
        this.policy = policy;
        this.turn = turn;
        List<Integer> liveOnes = new ArrayList<>();
        List<Integer> withChannel = new ArrayList<>();
        List<Integer> withSource = new ArrayList<>();
        List<Integer> withEvent = new ArrayList<>();
        int shortest = -1;
        boolean asks = written.stream().anyMatch(clause -> clause.source() != null);
        for (int i = 0; i < clauses.length; i++) {
            Clause clause = clauses[i];
            if (clause.isLive() || (asks && clause.kind() == Kind.AFTER)) {
                liveOnes.add(i);
            }
            if (clause.channel() != null) {
                withChannel.add(i);
            }
            if (clause.source() != null) {
                withSource.add(i);
            }
            if (clause.event() != null) {
                withEvent.add(i);
            }
            if (clause.kind() == Kind.AFTER && (shortest < 0 || clause.delay() < clauses[shortest].delay())) {
                shortest = i;
            }
        }
        withChannel.sort(Comparator.comparingLong(i -> channel(i).id()));
        live = toInts(liveOnes);
        lockOrder = toInts(withChannel);
        sources = toInts(withSource);
        events = toInts(withEvent);
        channels = withChannel.stream().map(this::channel).distinct().toArray(Hchan[]::new);
        isPatient = Arrays.stream(channels).anyMatch(channel -> channel.cap() > 1);
        timeout = shortest;
        reason = reason();
    }

    Hchan<Object> channel(int clause) {
        Hchan<Object> channel = clauses[clause].channel();
        if (channel == null) {
            throw new IllegalStateException("clause " + clause + " has no channel");
        }
        return channel;
    }

    Event<?> event(int clause) {
        return Objects.requireNonNull(clauses[clause].event());
    }

    @Override
    public List<? extends Hchan<?>> channels() {
        return List.of(channels);
    }

    /** False with events, and with a turn, which other runs of the select may move. */
    @Override
    public boolean isOnChannelsAlone() {
        return events.length == 0 && turn == null;
    }

    @Override
    public boolean hasLimit() {
        for (Clause clause : clauses) {
            if (clause.hasLimit()) {
                return true;
            }
        }
        return false;
    }

    /** A single clause waits like the plain operation that it is. */
    private WaitReason reason() {
        if (clauses.length == 0) {
            return WaitReason.SELECT_NO_CASES;
        }
        Kind kind = clauses[0].kind();
        if (clauses.length > 1 || kind == Kind.AFTER || kind == Kind.EVENT) {
            return WaitReason.SELECT;
        }
        boolean isNil = clauses[0].channel() == null;
        if (kind.isReceive()) {
            return isNil ? WaitReason.CHAN_RECEIVE_NIL : WaitReason.CHAN_RECEIVE;
        }
        return isNil ? WaitReason.CHAN_SEND_NIL : WaitReason.CHAN_SEND;
    }

    private static int[] toInts(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** What a dump shows of a select that waits. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Clause clause : clauses) {
            text.append(text.isEmpty() ? "" : ", ").append(clause.words());
        }
        return text.toString();
    }
}
