package dev.runnel.bench.micro;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import dev.runnel.select.Select;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Operations that do not wait for another goroutine, except for the last two. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Operations {

    private static final Object VALUE = "value";

    private final Chan<Object> buffered = Go.chan(1);
    private final Chan<Object> empty = Go.chan(1);
    private final Chan<Object> full = Go.chan(1);
    private final Chan<Object> unbuffered = Go.chan();
    private Object seen;
    private final Select ready =
            Go.select().sendFrom(buffered, () -> VALUE, () -> seen = VALUE).recv(buffered, () -> seen = null);
    private final Select notReady = Go.select()
            .recv(empty, () -> seen = null)
            .send(full, VALUE, () -> seen = VALUE)
            .otherwise(() -> seen = this);

    /** Fills the channel that is to be full. */
    public Operations() {
        full.send(VALUE);
    }

    /** A send and a receive, with room and with a value. */
    @Benchmark
    public Object sendRecv() {
        buffered.send(VALUE);
        return buffered.recvOrNull();
    }

    /** A send that is tried and works, and likewise a receive, whose value is taken. */
    @Benchmark
    public Object tryDone() {
        buffered.trySend(VALUE);
        return buffered.tryRecv() instanceof TryRecv.Value<Object> received ? received.value() : null;
    }

    /** A send that is tried in vain. */
    @Benchmark
    public boolean trySendFull() {
        return full.trySend(VALUE);
    }

    /** A receive that is tried in vain. */
    @Benchmark
    public TryRecv<Object> tryRecvEmpty() {
        return empty.tryRecv();
    }

    /** A kept select of two clauses, one of which is ready. */
    @Benchmark
    public Object selectReady() {
        ready.run();
        return seen;
    }

    /** A kept select of two clauses, neither of which is ready, and an otherwise. */
    @Benchmark
    public Object selectOtherwise() {
        notReady.run();
        return seen;
    }

    /** A new channel. */
    @Benchmark
    public Chan<Object> create() {
        return Go.chan(1);
    }

    /** A goroutine that sends, and a receive from it. */
    @Benchmark
    public Object goAndRecv() {
        Go.go(() -> unbuffered.send(VALUE));
        return unbuffered.recvOrNull();
    }

    /** A goroutine that does nothing, and a turn for it. */
    @Benchmark
    public void goAndYield() {
        Go.go(() -> {});
        Go.gosched();
    }
}
