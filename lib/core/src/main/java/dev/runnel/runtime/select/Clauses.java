package dev.runnel.runtime.select;

import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.channel.Batch;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.select.Clause.Kind;
import dev.runnel.select.Event;
import dev.runnel.select.Producer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The clauses of a select as they are written, and the plan made from them at the first run. */
final class Clauses {

    /** As many as Go allows. */
    static final int MOST = 65_536;

    private static final String NO_BODY = "the body of a clause is null";

    private final List<Clause> clauses = new ArrayList<>(4);
    private @Nullable Object otherwise;
    private Policy policy = Policy.RANDOM;

    /** The turn of a select that rotates; it outlasts the plans. */
    private @Nullable Turn turn;

    private volatile @Nullable Plan plan;

    void recv(@Nullable RecvChan<?> channel, Object body, boolean wantsValue) {
        add(Clause.on(Kind.RECV, real(channel), Objects.requireNonNull(body, NO_BODY), wantsValue));
    }

    void recvUpTo(@Nullable RecvChan<?> channel, int most, Object body) {
        Batch.check(most);
        add(new Clause(
                Kind.RECV_UP_TO, real(channel), null, null, null, most, Objects.requireNonNull(body, NO_BODY), true));
    }

    void send(@Nullable SendChan<?> channel, @Nullable Object value, Object body) {
        Hchan<Object> real = real(channel);
        if (real != null) {
            value(clauses.size(), real, value);
        }
        add(new Clause(Kind.SEND, real, value, null, null, 0, Objects.requireNonNull(body, NO_BODY), false));
    }

    /** What a clause sends; on a channel that is not nil it cannot be null. */
    static Object value(int clause, Hchan<Object> channel, @Nullable Object value) {
        if (value == null) {
            throw new NullPointerException(
                    "a channel holds no null: clause " + (clause + 1) + ", a send to " + channel);
        }
        return value;
    }

    void sendFrom(@Nullable SendChan<?> channel, Producer<?> source, Object body) {
        Objects.requireNonNull(source, "the source of a clause that sends is null");
        add(new Clause(Kind.SEND, real(channel), null, source, null, 0, Objects.requireNonNull(body, NO_BODY), false));
    }

    void on(@Nullable Event<?> event, Object body, boolean wantsValue) {
        add(new Clause(Kind.EVENT, null, null, null, event, 0, Objects.requireNonNull(body, NO_BODY), wantsValue));
    }

    void after(Duration delay, Object body) {
        long nanos = Durations.nanos(delay);
        add(new Clause(Kind.AFTER, null, null, null, null, nanos, Objects.requireNonNull(body, NO_BODY), false));
    }

    /** Sets the order in which to look. */
    void look(Policy how) {
        if (policy != Policy.RANDOM) {
            throw new IllegalStateException("a select has one order at most");
        }
        policy = how;
        turn = how == Policy.ROTATING ? new Turn() : null;
        plan = null;
    }

    void otherwise(Object body) {
        if (otherwise != null) {
            throw new IllegalStateException("a select has one otherwise at most");
        }
        otherwise = Objects.requireNonNull(body, NO_BODY);
        plan = null;
    }

    @Nullable Object otherwise() {
        return otherwise;
    }

    Plan plan() {
        Plan made = plan;
        if (made == null) {
            made = new Plan(clauses, otherwise != null, policy, turn);
            plan = made;
        }
        return made;
    }

    private void add(Clause clause) {
        if (clauses.size() == MOST) {
            throw new IllegalArgumentException("too many cases (max " + MOST + ")");
        }
        clauses.add(clause);
        plan = null;
    }

    @SuppressWarnings("unchecked") // the clause's value has the channel's type, by the signatures of the select
    private static @Nullable Hchan<Object> real(@Nullable Object channel) {
        return channel instanceof Hchan<?> real ? (Hchan<Object>) real : null;
    }

    /** The clauses as they are written. Makes no plan, and takes no lock. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < clauses.size(); i++) { // no iterator, which would fail if one is added meanwhile
            text.add(clauses.get(i).words());
        }
        if (otherwise != null) {
            text.add("otherwise");
        }
        if (policy != Policy.RANDOM) {
            text.add(policy == Policy.ORDERED ? "ordered" : "rotating");
        }
        return text.toString();
    }
}
