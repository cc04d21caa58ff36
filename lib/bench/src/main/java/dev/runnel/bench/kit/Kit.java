package dev.runnel.bench.kit;

import dev.runnel.bench.tool.Tools;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What workloads are written against. A process loads one concrete kit, so that the JIT compiler sees one target for
 * each call of it, and a channel is the contender's own object: nothing is wrapped.
 *
 * @param <C> the contender's channel
 */
public abstract class Kit<C> {

    /** Whether a workload makes sense here. */
    public abstract boolean fits(Set<Need> needs, int capacity);

    /** A new channel. */
    public abstract C chan(int capacity);

    /** Sends. */
    public abstract void send(C channel, Object value);

    /** Receives; null if the channel is closed and drained. */
    public abstract Object recv(C channel);

    /** Sends if that is possible at once. */
    public abstract boolean trySend(C channel, Object value);

    /** Receives if that is possible at once, else null. */
    public abstract Object tryRecv(C channel);

    /** Receives, or gives up after the time and returns null. */
    public abstract Object recvWithin(C channel, Duration limit);

    /** Closes a channel. */
    public abstract void close(C channel);

    /**
     * A select to keep.
     *
     * @param receives channels to receive from
     * @param sends channels to send to
     * @param timeout whether it also has a timeout that never comes
     */
    public abstract Picker picker(List<C> receives, List<C> sends, boolean timeout);

    /** Starts a goroutine. */
    public abstract void go(Task task);

    /** Sleeps. */
    public abstract void sleep(Duration duration);

    /** Lets others run. */
    public abstract void yield();

    /** For what a contender cannot do: {@link #fits} keeps workloads that need it away. */
    final UnsupportedOperationException cannot(String what) {
        return new UnsupportedOperationException(getClass().getSimpleName() + " has no " + what);
    }

    /** What it has besides channels. */
    public Tools<C> tools() {
        throw cannot("tools");
    }

    /** What all goroutines are doing, for a run that hangs. */
    public String dump() {
        return "";
    }

    /** A new gate. */
    public Gate gate() {
        return new ChannelGate<>(this);
    }

    /** A new crew. */
    public Crew crew(int members) {
        return new ChannelCrew<>(this, members);
    }
}
