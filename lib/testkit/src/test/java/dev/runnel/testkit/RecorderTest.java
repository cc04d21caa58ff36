package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Once;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Timer;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The words in which steps are told: each call has its own. */
class RecorderTest {

    /** What main does, without the state of what it uses at that time. */
    private static List<String> told(Body body) {
        return told(Schedule.PLAIN, body);
    }

    private static List<String> told(Schedule schedule, Body body) {
        return schedule.replay(body).steps().stream()
                .map(step -> step.replaceAll("goroutine 1 \"main\" ", "").replaceAll(" \\([^)]*\\)", ""))
                .toList();
    }

    @Test
    void callsOnChannels() {
        assertEquals(
                List.of(
                        "tries to send on Chan#1",
                        "tries to receive from Chan#1",
                        "selects:",
                        "looks at Chan#1",
                        "yields",
                        "closes Chan#1",
                        "cancels Chan#2",
                        "returns"),
                told(() -> {
                    Chan<Integer> c = chan(2);
                    c.trySend(1);
                    c.tryRecv();
                    select().otherwise(() -> {}).run();
                    c.len();
                    gosched();
                    c.close();
                    Chan<Integer> other = chan();
                    other.cancel();
                }));
    }

    /** A run that is written down is the same as one that is not. */
    @Test
    void contextOfOnesOwn_maySayNothing_orCallTheLibrary() {
        for (Function<Chan<Integer>, String> text : List.<Function<Chan<Integer>, String>>of(
                c -> "mine",
                c -> null,
                c -> {
                    throw new IllegalStateException("no text");
                },
                c -> "len " + c.len(),
                c -> "received " + c.recv())) {
            for (int[] picks : new int[][] {{}, {1}, {0, 1}, {0, 0, 1}}) {
                Schedule schedule = Schedule.of(picks);
                List<String> order = new ArrayList<>();
                Body body = () -> {
                    Chan<Integer> c = chan(1);
                    c.send(1);
                    go(() -> order.add("other"));
                    Context.afterFunc(new Own(() -> text.apply(c)), () -> {});
                    order.add("main");
                    c.len();
                };
                new Explorer(new ReplayPolicy(schedule)).explore(body);
                List<String> notWrittenDown = List.copyOf(order);
                order.clear();
                List<String> steps = told(schedule, body);
                assertEquals(notWrittenDown, order);
                assertEquals(
                        List.of("sends on Chan#1", "starts goroutine 2", "looks at it", "looks at Chan#1", "returns"),
                        steps.stream()
                                .filter(step -> !step.contains("goroutine 2 ") && !step.contains("is preempted"))
                                .map(step -> step.replaceFirst("^looks at (?!Chan).*#1$", "looks at it"))
                                .toList());
            }
        }
    }

    private record Own(Supplier<String> text) implements Context {

        @Override
        public Option<Instant> deadline() {
            return Option.none();
        }

        @Override
        public RecvChan<Void> done() {
            return nilChan();
        }

        @Override
        public Option<CancelledException> err() {
            return Option.none();
        }

        @Override
        public <T> Option<T> value(ContextKey<T> key) {
            return Option.none();
        }

        @Override
        public String toString() {
            return text.get();
        }
    }

    /** Selects that need not wait say it; one that waits is woken, and that says by whom. */
    @Test
    void selects_sayWhichClauseTheyTake() {
        assertEquals(
                List.of(
                        "sends on Chan#1",
                        "selects: receive from Chan#2, receive from Chan#1: takes clause 2",
                        "selects: receive from Chan#2, receive from Chan#1: takes otherwise",
                        "selects: wait for Mutex#1, receive from Chan#1",
                        "tries to lock Mutex#1",
                        "takes clause 1 of its select",
                        "selects: wait for Mutex#1, receive from Chan#2",
                        "tries to lock Mutex#1",
                        "takes otherwise of its select",
                        "selects: send to Chan#1",
                        "selects: send to Chan#2, receive from Chan#1",
                        "looks at Chan#1",
                        "takes clause 1 of its select",
                        "starts goroutine 2",
                        "yields",
                        "goroutine 2 sends on Chan#1: parks [chan send]",
                        "selects: send to Chan#2, receive from Chan#1: takes clause 2, wakes goroutine 2",
                        "returns"),
                told(() -> {
                    Chan<Integer> full = chan(1);
                    Chan<Integer> c = chan(1);
                    Mutex m = new Mutex();
                    full.send(1);
                    select().recv(c, () -> {}).recv(full, () -> {}).run();
                    select().recv(c, () -> {})
                            .recv(full, () -> {})
                            .otherwise(() -> {})
                            .run();
                    select().on(m.lockEvent(), () -> {}).recv(full, () -> {}).run();
                    select().on(m.lockEvent(), () -> {})
                            .recv(c, () -> {})
                            .otherwise(() -> {})
                            .run();
                    select().send(full, 1, () -> {}).run();
                    select().ordered()
                            .sendFrom(c, full::len, () -> {})
                            .recv(full, () -> {})
                            .run();
                    go(() -> full.send(2));
                    gosched();
                    select().send(c, 1, () -> {}).recv(full, () -> {}).run();
                }));
    }

    @Test
    void callsOnLocks() {
        assertEquals(
                List.of(
                        "tries to lock Mutex#1",
                        "unlocks Mutex#1",
                        "locks RWMutex#1",
                        "unlocks RWMutex#1",
                        "locks for reading RWMutex#1",
                        "ends reading RWMutex#1",
                        "tries to lock for reading RWMutex#1",
                        "ends reading RWMutex#1",
                        "signals Cond#1",
                        "broadcasts to Cond#1",
                        "does Once#1",
                        "locks Mutex#2",
                        "unlocks Mutex#2",
                        "acquires from Semaphore#1",
                        "tries to acquire from Semaphore#1",
                        "releases to Semaphore#1",
                        "adds to WaitGroup#1",
                        "says done to WaitGroup#1",
                        "awaits WaitGroup#1",
                        "returns"),
                told(() -> {
                    Mutex m = new Mutex();
                    m.tryLock();
                    m.unlock();
                    RWMutex rw = new RWMutex();
                    rw.lock();
                    rw.unlock();
                    rw.readLock();
                    rw.readUnlock();
                    rw.tryReadLock();
                    rw.readUnlock();
                    Cond cond = new Cond(m);
                    cond.signal();
                    cond.broadcast();
                    new Once().run(() -> {});
                    Semaphore s = new Semaphore(2);
                    s.acquire();
                    s.tryAcquire();
                    s.release();
                    WaitGroup group = new WaitGroup();
                    group.add(1);
                    group.done();
                    group.await();
                }));
    }

    @Test
    void callsOnTimers() {
        assertEquals(
                List.of("sets the timer afterFunc", "stops the timer afterFunc", "returns"),
                told(() -> Timer.afterFunc(Duration.ofHours(1), () -> {}).stop()));
    }

    /** Calls that need not wait do not say it, nor do calls without a limit. */
    @Test
    void waits_sayHowLongTheyLastAtMost() {
        List<String> told = told(() -> {
            Chan<Integer> c = chan();
            c.tryRecv(Duration.ofMillis(5));
            c.trySend(1, Duration.ofNanos(1_500_000));
            Go.<Integer>nilChan().tryRecv(Duration.ofNanos(7));
            sleep(Duration.ofMinutes(90));
            sleep(Duration.ofSeconds(2), Context.withCancel(Context.background()));
            Mutex m = new Mutex();
            m.lock();
            m.tryLock(Duration.ofMillis(1));
            new Cond(m).await(Duration.ofMillis(2));
            new Semaphore(0).tryAcquire(Duration.ofMillis(3));
            WaitGroup group = new WaitGroup();
            group.add(1);
            group.await(Duration.ofMillis(4));
            go(() -> sleep(Duration.ofHours(1))).join(Duration.ofMillis(1_500));
            select().recv(c, () -> {}).after(Duration.ofMillis(6), () -> {}).run();
            Chan<Integer> full = chan(1);
            full.send(1);
            full.tryRecv(Duration.ofMillis(8));
            go(() -> c.send(1));
            c.recv();
        });
        assertEquals(
                List.of(
                        "receives from Chan#1: parks [chan receive] for at most 5ms",
                        "sends on Chan#1: parks [chan send] for at most 1500us",
                        "receives from the nil channel: parks [chan receive] for at most 7ns",
                        "sleeps: parks [sleep] for 1h30m",
                        "sleeps, at most until context.Background.WithCancel#1 ends: parks [sleep] for 2s",
                        "locks Mutex#1: parks [sync.Mutex.Lock] for at most 1ms",
                        "unlocks Mutex#1: parks [sync.Cond.Wait] for at most 2ms",
                        "acquires from Semaphore#1: parks [semacquire] for at most 3ms",
                        "awaits WaitGroup#1: parks [sync.WaitGroup.Wait] for at most 4ms",
                        "receives from Chan#2: parks [chan receive] for at most 1.5s",
                        "goroutine 2 sleeps: parks [sleep] for 1h",
                        "selects: receive from Chan#1, after PT0.006S: parks [select]",
                        "receives from Chan#1: parks [chan receive]"),
                told.stream().filter(step -> step.contains("parks [")).toList());
    }

    @Test
    void contextOfAWait_isInTheStepOfTheCall() {
        assertEquals(
                List.of(
                        "starts goroutine 2",
                        "receives from Chan#1, at most until context.Background.WithCancel#1 ends: parks [chan receive]",
                        "goroutine 2 sends on Chan#1: wakes goroutine 1 \"main\"",
                        "goroutine 2 ends",
                        "returns"),
                told(() -> {
                    Context context = Context.withCancel(Context.background());
                    Chan<Integer> c = chan();
                    go(() -> c.send(1));
                    c.recv(context);
                }));
    }

    /** Nor is it in the step of the call if the program itself asks to be told. */
    @Test
    void contextOfAWait_isInAStepOfItsOwn_ifOthersHaveRunSinceTheCall() {
        assertEquals(
                List.of(
                        "sends on Chan#1",
                        "is to be told when context.Background.WithCancel#1 ends",
                        "receives from Chan#1",
                        "starts goroutine 2",
                        "receives from Chan#1",
                        "is preempted by goroutine 2",
                        "goroutine 2 sends on Chan#1",
                        "goroutine 2 ends",
                        "is to be told when context.Background.WithCancel#1 ends",
                        "returns"),
                told(Schedule.parse("0 1"), () -> {
                    Context context = Context.withCancel(Context.background());
                    Chan<Integer> c = chan(1);
                    c.send(1);
                    context.onDone(() -> {});
                    c.recv(context);
                    go(() -> c.send(1));
                    c.recv(context);
                }));
    }

    /**
     * Two calls of one name are told apart by a number, and the call is told apart from what it does to each context
     * below.
     */
    @Test
    void cancelOfAContext_isAStep_andTheEndOfEachBelowIsAnother() {
        assertEquals(
                List.of(
                        "cancels context.Background.WithCancel#1",
                        "ends context.Background.WithCancel#1",
                        "cancels context.Background.WithCancel#2",
                        "ends context.Background.WithCancel#2",
                        "ends context.Background.WithCancel.WithCancel#3",
                        "cancels context.Background.WithCancel#1",
                        "returns"),
                told(() -> {
                    CancelContext lone = Context.withCancel(Context.background());
                    CancelContext above = Context.withCancel(Context.background());
                    Context.withCancel(above);
                    lone.cancel();
                    above.cancel();
                    lone.cancel();
                }));
    }

    /** None of the others wakes it. */
    @Test
    void whoHasWaitedUntilNoOtherCanRun_goesOnInAStepOfItsOwn() {
        assertEquals(
                List.of(
                        "starts goroutine 2",
                        "waits until no other can run: parks [synctest.Wait]",
                        "goroutine 2 receives from the nil channel: parks [chan receive]",
                        "goes on, as no other can run",
                        "returns"),
                told(() -> {
                    go(() -> Go.nilChan().recv());
                    Bubble.await();
                }));
    }

    /**
     * Those that wait are told by number, with the call in which they wait, and without the present state of what they
     * wait for.
     */
    @Test
    void waits_areInOrder() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> Schedule.PLAIN.run(() -> {
                    for (int i = 0; i < 14; i++) {
                        go(() -> {});
                        gosched();
                    }
                    RWMutex read = new RWMutex();
                    read.readLock();
                    RWMutex written = new RWMutex();
                    written.lock();
                    Semaphore s = new Semaphore(1);
                    s.acquire();
                    WaitGroup group = new WaitGroup();
                    group.add(1);
                    go(read::lock);
                    go(written::readLock);
                    go(() -> s.acquire());
                    go(read::readLock);
                    group.await();
                }));
        List<String> waits = failure.getMessage()
                .lines()
                .filter(line -> line.startsWith("  goroutine "))
                .map(line -> line.replaceAll("^  goroutine (\\d+)( \"main\")? ", "$1 ")
                        .replaceAll("  at .*", ""))
                .toList();
        assertEquals(
                List.of(
                        "1 [sync.WaitGroup.Wait]: awaits WaitGroup#1",
                        "16 [sync.RWMutex.Lock]: locks RWMutex#1",
                        "17 [sync.RWMutex.RLock]: locks for reading RWMutex#2",
                        "18 [semacquire]: acquires from Semaphore#1",
                        "19 [sync.RWMutex.RLock]: locks for reading RWMutex#1"),
                waits);
    }
}
