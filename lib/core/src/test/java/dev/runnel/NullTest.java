package dev.runnel;

import static dev.runnel.scheduler.GoroutineInfo.State.RUNNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.Buffering;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import dev.runnel.net.Pipe;
import dev.runnel.scheduler.BlockingAction;
import dev.runnel.scheduler.BlockingCall;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.GoroutineGroup;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.scheduler.Reports;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.scope.ErrGroup;
import dev.runnel.scope.Scope;
import dev.runnel.scope.UnjoinedFailureException;
import dev.runnel.select.Event;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Once;
import dev.runnel.sync.WaitGroup;
import dev.runnel.trace.FlightRecord;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Whatever refuses a null names what must not be null. */
class NullTest {

    private static final FlightRecord.About ABOUT = new FlightRecord.About(1, false, false, true, 0, 0, List.of());

    private static final GoroutineDump NOBODY = new GoroutineDump(Instant.EPOCH, List.of(), 0, 0);

    private record Call(String names, Executable call) {}

    private static <T> List<T> listOf(T only) {
        return Collections.singletonList(only);
    }

    private static SchedulerSnapshot snapshot(
            List<SchedulerSnapshot.Proc> procs,
            SchedulerSnapshot.Goroutines goroutines,
            SchedulerSnapshot.Machines machines) {
        return new SchedulerSnapshot(procs, goroutines, machines, 0, 0, 0, 0, 0);
    }

    @Test
    void null_isNamed() throws NetException {
        try (GoRuntime runtime = new GoRuntime();
                Pipe pipe = Net.pipe();
                Scope scope = Scope.open()) {
            ErrGroup group = new ErrGroup();
            GoHandle g = runtime.go(() -> {});
            SchedulerSnapshot snapshot = runtime.snapshot();
            List<Call> calls = List.of(
                    new Call("how", () -> Go.chan((Buffering) null)),
                    new Call("how", () -> Go.chan(null, value -> {})),
                    new Call("undelivered", () -> Go.chan(Buffering.sliding(1), null)),
                    new Call("a channel holds no null", () -> Go.chan(1).trySend(null)),
                    new Call(
                            "a channel holds no null",
                            () -> Go.chan(Buffering.dropping(1)).trySend(null)),
                    new Call("onCrossed", () -> Go.chan(Buffering.unbounded(1, null))),
                    new Call("name", () -> Go.go(null, () -> {})),
                    new Call("name", () -> runtime.go(null, () -> {})),
                    new Call("call", () -> Go.blocking((BlockingCall<?, ?>) null)),
                    new Call("call", () -> Go.blocking((BlockingAction<?>) null)),
                    new Call("name", () -> scope.fork(null, () -> 1)),
                    new Call("task", () -> scope.fork(null)),
                    new Call("name", () -> scope.go(null, () -> {})),
                    new Call("task", () -> scope.go(null)),
                    new Call("name", () -> group.go(null, () -> {})),
                    new Call("name", () -> group.tryGo(null, () -> {})),
                    new Call("name", () -> new WaitGroup().go(null, () -> {})),
                    new Call("go of nil func value", () -> new WaitGroup().go(null)),
                    new Call("go of nil func value", () -> group.go(null)),
                    new Call("go of nil func value", () -> group.tryGo(null)),
                    new Call("go of nil func value", () -> Context.afterFunc(Context.background(), null)),
                    new Call("body", () -> new Once().run(null)),
                    new Call("body", () -> Once.func(null)),
                    new Call("producer", () -> Once.value(null)),
                    new Call("locker", () -> new Cond(null)),
                    new Call("body", () -> new Mutex().locked(null)),
                    new Call("producer", () -> new Mutex().lockedValue(null)),
                    new Call("wake", () -> new Mutex().lockEvent().onReady(null)),
                    new Call("olderThan", () -> runtime.leaks(null)),
                    new Call("timeout", () -> Context.withTimeout(Context.background(), null)),
                    new Call("the cancellation is null", () -> Event.cancelled(null)),
                    new Call("the cancellation is null", () -> Go.chan(1).send(1, null)),
                    new Call("the cancellation is null", () -> Go.chan().recv(null)),
                    new Call("the cancellation is null", () -> Go.nilChan().recv(null)),
                    new Call("the cancellation is null", () -> Go.sleep(Duration.ZERO, null)),
                    new Call("the cancellation is null", () -> new Mutex().lock(null)),
                    new Call("the cancellation is null", () -> g.join((Context) null)),
                    new Call("the cancellation is null", () -> pipe.client().read(ByteBuffer.allocate(1), null)),
                    new Call("target", () -> pipe.client().read((byte[]) null)),
                    new Call("target", () -> pipe.client().read((ByteBuffer) null)),
                    new Call("target", () -> pipe.client().read(null, Context.background())),
                    new Call("source", () -> pipe.client().write((byte[]) null)),
                    new Call("source", () -> pipe.client().write((ByteBuffer) null)),
                    new Call("source", () -> pipe.client().write(null, Context.background())),
                    new Call("timeSlice", () -> RuntimeConfig.fromProperties().withTimeSlice(null)),
                    new Call(
                            "closeTimeout", () -> RuntimeConfig.fromProperties().withCloseTimeout(null)),
                    new Call("schedTrace", () -> Reports.NONE.withSchedTrace(null)),
                    new Call("address", () -> Net.dial((String) null)),
                    new Call("address", () -> Net.listen((InetSocketAddress) null)),
                    new Call("deadline", () -> pipe.client().setDeadline((Instant) null)),
                    new Call("name", () -> ContextKey.of(null)),
                    new Call("cancellation", () -> pipe.client().input(null)),
                    new Call("cancellation", () -> pipe.client().output(null)),
                    new Call("client", () -> new Pipe(null, pipe.server())),
                    new Call("server", () -> new Pipe(pipe.client(), null)),
                    new Call("value", () -> new TryRecv.Value<>(null)),
                    new Call("cause", () -> new ChannelException.ClosedWithCause(null)),
                    new Call("cause", () -> new ChannelException.SendOnClosed(null)),
                    new Call("operation", () -> new ChannelException.OutsideBubble(null)),
                    new Call("what", () -> new ChannelException.SizeOutOfRange(null, 1, 1, 1)),
                    new Call("why", () -> new Canceled().thrownBecauseOf(null)),
                    new Call("why", () -> new DeadlineExceeded().thrownBecauseOf(null)),
                    new Call("cause", () -> new UnjoinedFailureException(null)),
                    new Call("dump", () -> new DeadlockException("x", (String) null)),
                    new Call("goroutines", () -> new DeadlockException("x", (GoroutineDump) null, null)),
                    new Call("dump", () -> new GoroutineFailedException("x", new Exception(), (String) null)),
                    new Call(
                            "goroutines",
                            () -> new GoroutineFailedException("x", new Exception(), (GoroutineDump) null, null)),
                    new Call("message", () -> new DeadlockException(null, "")),
                    new Call("message", () -> new DeadlockException(null, NOBODY, null)),
                    new Call("message", () -> new GoroutineFailedException(null, new Exception(), "")),
                    new Call("message", () -> new GoroutineFailedException(null, new Exception(), NOBODY, null)),
                    new Call("cause", () -> new GoroutineFailedException("x", null, "")),
                    new Call("cause", () -> new GoroutineFailedException("x", null, NOBODY, null)),
                    new Call("at", () -> new GoroutineDump(null, List.of(), 0, 0)),
                    new Call("goroutines", () -> new GoroutineDump(Instant.EPOCH, null, 0, 0)),
                    new Call("a null in goroutines", () -> new GoroutineDump(Instant.EPOCH, listOf(null), 0, 0)),
                    new Call("state", () -> new GoroutineGroup(null, null, List.of(), List.of(), List.of())),
                    new Call("goroutines", () -> new GoroutineGroup(RUNNING, null, List.of(), List.of(), null)),
                    new Call("site", () -> new GoroutineGroup(RUNNING, null, List.of(), null, List.of())),
                    new Call("stack", () -> new GoroutineGroup(RUNNING, null, null, List.of(), List.of())),
                    new Call(
                            "a null in goroutines",
                            () -> new GoroutineGroup(RUNNING, null, List.of(), List.of(), listOf(null))),
                    new Call(
                            "a null in site",
                            () -> new GoroutineGroup(RUNNING, null, List.of(), listOf(null), List.of())),
                    new Call(
                            "a null in stack",
                            () -> new GoroutineGroup(RUNNING, null, listOf(null), List.of(), List.of())),
                    new Call(
                            "state", () -> new GoroutineInfo(1, null, null, null, null, null, 0, List.of(), List.of())),
                    new Call(
                            "a null in site",
                            () -> new GoroutineInfo(1, null, RUNNING, null, null, null, 0, listOf(null), List.of())),
                    new Call(
                            "a null in stack",
                            () -> new GoroutineInfo(1, null, RUNNING, null, null, null, 0, List.of(), listOf(null))),
                    new Call("site", () -> new GoroutineInfo(1, null, RUNNING, null, null, null, 0, null, List.of())),
                    new Call("stack", () -> new GoroutineInfo(1, null, RUNNING, null, null, null, 0, List.of(), null)),
                    new Call("procs", () -> snapshot(null, snapshot.goroutines(), snapshot.machines())),
                    new Call(
                            "a null in procs",
                            () -> snapshot(listOf(null), snapshot.goroutines(), snapshot.machines())),
                    new Call("goroutines", () -> snapshot(List.of(), null, snapshot.machines())),
                    new Call("machines", () -> snapshot(List.of(), snapshot.goroutines(), null)),
                    new Call("tracing", () -> runtime.observed().startRecording(null)),
                    new Call("listener", () -> runtime.observed().removeListener(null)),
                    new Call(
                            "a null in reasons",
                            () -> new FlightRecord.About(1, false, false, true, 0, 0, listOf(null))),
                    new Call("a null in goroutines", () -> new FlightRecord(ABOUT, listOf(null), new long[0])),
                    new Call("reasons", () -> new FlightRecord.About(1, false, false, true, 0, 0, null)),
                    new Call("about", () -> new FlightRecord(null, List.of(), new long[0])),
                    new Call("goroutines", () -> new FlightRecord(ABOUT, null, new long[0])),
                    new Call("events", () -> new FlightRecord(ABOUT, List.of(), null)));
            for (Call call : calls) {
                assertEquals(
                        call.names,
                        assertThrows(NullPointerException.class, call.call).getMessage());
            }
        }
    }
}
