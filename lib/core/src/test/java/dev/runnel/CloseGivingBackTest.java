package dev.runnel;

import static dev.runnel.Closing.await;
import static dev.runnel.Closing.closeMeanwhile;
import static dev.runnel.Closing.onAll;
import static dev.runnel.Closing.runtime;
import static dev.runnel.Go.chan;
import static java.time.Duration.ofDays;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.net.Conn;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import dev.runnel.net.Pipe;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.Scope;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Timer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A goroutine that runs while its runtime is closed is not cut off by the call that gives back what others wait for.
 */
class CloseGivingBackTest {

    /** What a goroutine has, how it gives that back, and whether it has done so. */
    private record Held(Body take, Body giveBack, BooleanSupplier isGivenBack) {}

    static Stream<Arguments> all() {
        Map<String, Supplier<Held>> all = new LinkedHashMap<>();
        all.put("mutex", () -> {
            Mutex mutex = new Mutex();
            return new Held(mutex::lock, mutex::unlock, mutex::tryLock);
        });
        all.put("write lock", () -> {
            RWMutex lock = new RWMutex();
            return new Held(lock::lock, lock::unlock, lock::tryLock);
        });
        all.put("read lock", () -> {
            RWMutex lock = new RWMutex();
            return new Held(lock::readLock, lock::readUnlock, lock::tryLock);
        });
        all.put("permit", () -> {
            Semaphore semaphore = new Semaphore(1);
            return new Held(semaphore::acquire, semaphore::release, semaphore::tryAcquire);
        });
        all.put("work under way", () -> {
            WaitGroup group = new WaitGroup();
            return new Held(
                    () -> group.add(1), group::done, () -> group.toString().endsWith("(counter 0)"));
        });
        all.put("channel", () -> {
            Chan<Integer> channel = chan();
            return new Held(() -> {}, channel::close, () -> channel.tryRecv().isClosed());
        });
        all.put("context", () -> {
            CancelContext context = Context.withCancel(Context.background());
            return new Held(() -> {}, context::cancel, () -> context.err().isDefined());
        });
        all.put("registration", () -> {
            Cancellation.Stop stop = Context.withCancel(Context.background()).onDone(() -> {});
            return new Held(() -> {}, stop::stop, () -> !stop.stop());
        });
        all.put("timer", () -> {
            Timer timer = new Timer(ofDays(1));
            return new Held(() -> {}, timer::stop, () -> !timer.stop());
        });
        all.put("connection", () -> {
            Pipe pipe = Net.pipe(1);
            return new Held(() -> {}, pipe.client()::close, () -> cannotWrite(pipe.server()));
        });
        all.put("connection, to write", () -> {
            Pipe pipe = Net.pipe(1);
            return new Held(() -> {}, pipe.client()::closeWrite, () -> cannotWrite(pipe.client()));
        });
        all.put("connection, to read", () -> {
            Pipe pipe = Net.pipe(1);
            return new Held(() -> {}, pipe.client()::closeRead, () -> cannotWrite(pipe.server()));
        });
        all.put("scope", () -> {
            Scope scope = Scope.open();
            return new Held(() -> {}, scope::close, () -> scope.context().err().isDefined());
        });
        return onAll(all);
    }

    private static boolean cannotWrite(Conn conn) {
        try {
            conn.write(new byte[1]);
            return false;
        } catch (NetException e) {
            return true;
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void close_goroutineRuns_givesBackWhatItHas(Supplier<Held> fresh, int procs) {
        Held held = fresh.get();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean isClosing = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            held.take().run();
            begun.countDown();
            while (!isClosing.get()) {
                Thread.onSpinWait();
            }
            held.giveBack().run();
        });
        await(begun);
        closeMeanwhile(runtime, isClosing);
        assertTrue(held.isGivenBack().getAsBoolean());
    }
}
