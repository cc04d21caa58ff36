package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;

import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.net.Conn;
import dev.runnel.net.Listener;
import dev.runnel.net.Net;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.scope.ErrGroup;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Programs that leave goroutines behind, each in a runtime of its own, under the names of Go's programs. Prints for
 * each which goroutines are found that nobody can reach.
 */
final class Leaking {

    /**
     * A program.
     *
     * @param waiting how many goroutines wait when all that will happen has happened
     * @param leaked how many of them nobody can reach
     * @param isRun whether it is the main goroutine of a run
     */
    private record Program(int waiting, int leaked, Body body, boolean isRun) {}

    private static final int MANY = 1000;

    private static final Map<String, Program> PROGRAMS = new LinkedHashMap<>();

    /** What some wait for; it can be reached. */
    private static final Chan<Integer> KNOWN = chan();

    private static volatile @Nullable Object kept;

    static {
        // First, and not one of Go's: run while the code of an M that has nothing to do is interpreted.
        has("HandedOver", 1, 1, Leaking::isRunByAnIdleMachine);
        has("NilRecv", 1, 1, () -> go("a", () -> Leaking.<Integer>none().recv()));
        has("NilSend", 1, 1, () -> go("a", () -> Leaking.<Integer>none().send(0)));
        has("SelectNoCases", 1, 1, () -> go("a", () -> select().run()));
        PROGRAMS.put("SelectNoCasesMain", new Program(2, 1, Leaking::forgetsItsChannelAndWaits, true));
        has("ChanRecv", 1, 1, () -> go("a", () -> chan().recv()));
        has("ChanSend", 1, 1, () -> go("a", () -> Leaking.<Integer>fresh().send(0)));
        has(
                "Select",
                1,
                1,
                () -> go(
                        "a",
                        () -> select().send(Leaking.<Integer>fresh(), 0, () -> {})
                                .recv(chan(), () -> {})
                                .run()));
        has("WaitGroup", 1, 1, () -> go("a", () -> awaits(new WaitGroup())));
        has("MutexStack", MANY, MANY, () -> times(MANY, () -> go("a", () -> locksTwice(new Mutex()))));
        has(
                "MutexHeap",
                MANY,
                MANY,
                () -> times(
                        MANY,
                        () -> go(() -> {
                            Mutex mutex = new Mutex();
                            go("a", () -> locksTwice(mutex));
                        })));
        has(
                "RWMutexRLock",
                1,
                1,
                () -> go("a", () -> {
                    RWMutex lock = new RWMutex();
                    lock.lock();
                    lock.readLock();
                }));
        has(
                "RWMutexLock",
                1,
                1,
                () -> go("a", () -> {
                    RWMutex lock = new RWMutex();
                    lock.lock();
                    lock.lock();
                }));
        has(
                "Cond",
                1,
                1,
                () -> go("a", () -> {
                    Cond cond = new Cond(new Mutex());
                    cond.locker().lock();
                    cond.await();
                }));
        has("Mixed", 2, 2, () -> go("a", Leaking::eachWaitsForTheOther));
        has("NoLeakGlobal", 1, 0, () -> go("a", KNOWN::recv));
        has("SpawnGC", 10, 10, () -> tree(3));
        has("DaisyChain", MANY + 1, 0, () -> go(() -> chain(MANY, chan(1))));

        has("NoCloseRange", 4, 4, () -> {
            go("feeder", () -> feeds(0));
            go(() -> feeds(3));
        });
        has("MethodContractViolation", 1, 1, Leaking::neverStops);
        has("DoubleSend", 1, 1, Leaking::sendsTwice);
        has("EarlyReturn", 1, 1, () -> go(Leaking::doesNotWait));
        has("NCastLeak", 5, 5, () -> {
            go("first", () -> firstOf(0));
            go(() -> firstOf(5));
        });
        has("Timeout", 100, 100, Leaking::waitsNoLonger);

        // Not one of Go's.
        has(
                "Semaphore",
                1,
                1,
                () -> go("a", () -> {
                    Semaphore permits = new Semaphore(1);
                    permits.acquire(1);
                    permits.acquire(1);
                }));
        has("ContextNobodyEnds", 1, 1, () -> go("a", () -> fresh().recv(Context.withCancel(Context.background()))));
        has("ContextThatEnds", 1, 0, Leaking::waitsForAContextWithALimit);
        has("ContextSomebodyHas", 1, 0, () -> {
            CancelContext known = Context.withCancel(Context.background());
            kept = known;
            go("a", () -> fresh().recv(known));
        });
        has(
                "Ticker",
                1,
                0,
                () -> go("a", () -> new Ticker(Duration.ofHours(1)).c().recv()));
        has("TimeLimit", 1, 0, () -> go("a", () -> fresh().tryRecv(Duration.ofHours(1))));
        has("Handle", 1, 0, () -> {
            GoHandle handle = go("a", () -> chan().recv());
            kept = handle;
        });
        has(
                "EndNobodyAwaits",
                2,
                2,
                () -> go("outer", () -> go("inner", () -> chan().recv()).done().recv()));
        has(
                "Group",
                2,
                2,
                () -> go("outer", () -> {
                    ErrGroup group = new ErrGroup();
                    group.go("inner", () -> chan().recv());
                    group.await();
                }));
        has("WhoWaitsForMain", 2, 0, () -> {
            Chan<Integer> mine = chan();
            go("a", mine::recv);
            KNOWN.recv();
            mine.send(1);
        });
        has("WhoWaitsForTheNetwork", 2, 0, Leaking::waitsForTheNetwork);
    }

    private Leaking() {}

    private static void has(String name, int waiting, int leaked, Body body) {
        PROGRAMS.put(name, new Program(waiting, leaked, body, false));
    }

    /** Prints for each program which goroutines were found, in the order above. */
    public static void main(String[] args) {
        PROGRAMS.forEach((name, program) -> {
            try (GoRuntime runtime =
                    new GoRuntime(RuntimeConfig.fromProperties().withDeadlockDetection(false))) {
                if (program.isRun()) {
                    Thread.ofPlatform().start(() -> runtime.run(program.body()));
                } else {
                    runtime.go("main", program.body());
                }
                while (!waits(runtime, program.waiting())) {
                    Thread.onSpinWait();
                }
                System.out.println(name + ": " + found(runtime, program.leaked()));
            }
        });
    }

    /** Whether there are so many goroutines, and all of them wait. */
    static boolean waits(GoRuntime runtime, int number) {
        SchedulerSnapshot now = runtime.observed().snapshot();
        return now.idleProcs() == now.procs().size()
                && now.goroutines().total() == number
                && now.goroutines().waiting() == number;
    }

    /**
     * A thread of the JDK's may refer to what it has run last until it runs something else; as long as it does, one
     * goroutine is missed.
     */
    private static Map<String, Long> found(GoRuntime runtime, int leaked) {
        GoroutineDump found = runtime.unreachable();
        while (found.goroutines().size() < leaked) {
            found = runtime.unreachable();
        }
        return found.goroutines().stream()
                .collect(Collectors.groupingBy(Leaking::shown, TreeMap::new, Collectors.counting()));
    }

    private static String shown(GoroutineInfo g) {
        return g.name() + " [" + g.status() + "]";
    }

    // ---------------------------------------------------------------- what they do

    private static <T> Chan<T> none() {
        return nilChan();
    }

    private static <T> Chan<T> fresh() {
        return chan();
    }

    private static void times(int number, Body body) throws Exception {
        for (int i = 0; i < number; i++) {
            body.run();
        }
    }

    /** An M finds "a" to go on, hands over to it, and has nothing to do for ever. */
    private static void isRunByAnIdleMachine() {
        Chan<Integer> first = chan();
        go("a", () -> {
            first.recv();
            chan().recv();
        });
        gosched();
        go(() -> first.send(1));
    }

    private static void forgetsItsChannelAndWaits() {
        go("a", fresh()::recv);
        select().run();
    }

    private static void awaits(WaitGroup group) {
        group.add(1);
        group.await();
    }

    private static void locksTwice(Mutex mutex) {
        mutex.lock();
        mutex.lock();
    }

    private static void eachWaitsForTheOther() {
        Chan<Integer> numbers = chan();
        WaitGroup sent = new WaitGroup();
        sent.add(1);
        go("b", () -> {
            numbers.send(0);
            sent.done();
        });
        sent.await();
        numbers.recv();
    }

    /** Every node whose subtree is complete searches as well, all at once. */
    private static void tree(int depth) {
        if (depth == 0) {
            return;
        }
        WaitGroup begun = new WaitGroup();
        for (int i = 0; i < depth; i++) {
            begun.go(() -> tree(depth - 1));
        }
        begun.await();
        go("leaf", () -> chan().recv());
        GoRuntime.observedCurrent().unreachable();
    }

    private static void chain(int left, Chan<Integer> up) {
        if (left == 0) {
            sleep(Duration.ofHours(1));
            up.send(0);
            return;
        }
        Chan<Integer> down = chan();
        go(() -> chain(left - 1, down));
        up.send(down.recv().get());
    }

    private static void feeds(int workers) {
        Chan<Integer> items = chan();
        for (int i = 0; i < workers; i++) {
            go("worker", () -> items.forEach(item -> {}));
        }
        for (int i = 0; i < 3; i++) {
            items.send(i);
        }
    }

    private static void neverStops() {
        Chan<Integer> work = chan();
        Chan<Integer> stop = chan();
        go("worker", () -> {
            boolean[] on = {true};
            while (on[0]) {
                select().recv(work, () -> {}).recv(stop, () -> on[0] = false).run();
            }
        });
        for (int i = 0; i < 10; i++) {
            work.send(i);
        }
    }

    private static void sendsTwice() {
        Chan<Integer> results = chan();
        go("fails", () -> {
            results.send(-1);
            results.send(1);
        });
        results.recv();
        Chan<Integer> roomy = chan(1);
        go(() -> {
            roomy.send(-1);
            roomy.send(1);
        });
        roomy.recv();
    }

    private static void doesNotWait() {
        Chan<Integer> result = chan();
        go("late", () -> result.send(1));
    }

    private static void firstOf(int replicas) {
        Chan<Integer> answers = chan();
        for (int i = 0; i < replicas; i++) {
            go("replica", () -> answers.send(1));
        }
        answers.recv();
    }

    private static void waitsNoLonger() throws Exception {
        CancelContext over = Context.withCancel(Context.background());
        over.cancel();
        times(
                100,
                () -> go(() -> {
                    Chan<Integer> answer = chan();
                    go("sender", () -> answer.send(1));
                    over.done().recv();
                }));
    }

    private static void waitsForAContextWithALimit() {
        CancelContext limit = Context.withTimeout(Context.background(), Duration.ofHours(1));
        go("a", () -> fresh().recv(limit));
    }

    private static void waitsForTheNetwork() throws Exception {
        Listener listener = Net.listen("127.0.0.1:0");
        go("other", () -> Net.dial(listener.addressText()).read(new byte[1]));
        Conn accepted = listener.accept();
        go("a", () -> accepted.read(new byte[1]));
    }
}
