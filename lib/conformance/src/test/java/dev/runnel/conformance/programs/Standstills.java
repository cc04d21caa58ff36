package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.pipeline.Source;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.ErrGroup;
import dev.runnel.scope.Scope;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Once;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.Map;

/** More programs in which nothing can ever run again: one for each way of waiting in vain. */
final class Standstills {

    static final Map<String, Body> PROGRAMS = Map.ofEntries(
            Map.entry("MutexCycle", Standstills::mutexCycle),
            Map.entry("MutexTwice", Standstills::mutexTwice),
            Map.entry("WriterBehindItself", Standstills::writerBehindItself),
            Map.entry("GroupOneTooMany", Standstills::groupOneTooMany),
            Map.entry("CondWithoutSignal", Standstills::condWithoutSignal),
            Map.entry("SignalTooEarly", Standstills::signalTooEarly),
            Map.entry("SelectOfNil", Standstills::selectOfNil),
            Map.entry("RangeOverUnclosed", Standstills::rangeOverUnclosed),
            Map.entry("EachHasAPermit", Standstills::eachHasAPermit),
            Map.entry("MainExits", Standstills::mainExits),
            Map.entry("MainExitsAlone", Go::goexit),
            Map.entry("UnreadAfter", Standstills::unreadAfter),
            Map.entry("StoppedTimer", Standstills::stoppedTimer),
            Map.entry("InnerRun", Standstills::innerRun),
            Map.entry("ScopeWaits", Standstills::scopeWaits),
            Map.entry("GroupWithinItsLimit", Standstills::groupWithinItsLimit),
            Map.entry("JoinCycle", Standstills::joinCycle),
            Map.entry("OnceInItself", Standstills::onceInItself),
            Map.entry("ContextWithoutEnd", Standstills::contextWithoutEnd),
            Map.entry("StageWaits", Standstills::stageWaits));

    private Standstills() {}

    private static void mutexCycle() {
        Mutex first = new Mutex();
        Mutex second = new Mutex();
        WaitGroup bothHaveOne = new WaitGroup();
        WaitGroup ended = new WaitGroup();
        bothHaveOne.add(2);
        ended.add(2);
        go("a", () -> lockBoth(first, second, bothHaveOne, ended));
        go("b", () -> lockBoth(second, first, bothHaveOne, ended));
        ended.await();
    }

    private static void lockBoth(Mutex mine, Mutex other, WaitGroup bothHaveOne, WaitGroup ended) {
        mine.lock();
        bothHaveOne.done();
        bothHaveOne.await();
        other.lock();
        ended.done();
    }

    private static void mutexTwice() {
        Mutex mutex = new Mutex();
        mutex.lock();
        mutex.lock();
    }

    private static void writerBehindItself() {
        RWMutex lock = new RWMutex();
        lock.readLock();
        go("reader", () -> {
            while (lock.tryReadLock()) { // until a writer waits
                lock.readUnlock();
                Go.gosched();
            }
            lock.readLock();
        });
        lock.lock();
    }

    private static void groupOneTooMany() {
        WaitGroup group = new WaitGroup();
        group.add(2);
        go(group::done);
        group.await();
    }

    private static void condWithoutSignal() {
        Cond cond = new Cond(new Mutex());
        go("other", () -> awaitSignal(cond));
        awaitSignal(cond);
    }

    private static void awaitSignal(Cond cond) {
        cond.locker().lock();
        cond.await();
    }

    private static void signalTooEarly() {
        Cond cond = new Cond(new Mutex());
        cond.signal();
        awaitSignal(cond);
    }

    private static void selectOfNil() {
        select().recv(nilChan(), () -> {})
                .send(Standstills.<Integer>none(), 1, () -> {})
                .run();
    }

    private static <T> Chan<T> none() {
        return null;
    }

    private static void rangeOverUnclosed() {
        Chan<Integer> values = chan();
        for (int i = 0; i < 3; i++) {
            int value = i;
            go(() -> values.send(value));
        }
        for (int value : values) {
            System.out.print(value < 3 ? "." : "?");
        }
    }

    private static void eachHasAPermit() {
        Semaphore semaphore = new Semaphore(2);
        WaitGroup bothHaveOne = new WaitGroup();
        bothHaveOne.add(2);
        go("other", () -> takeTwo(semaphore, bothHaveOne));
        takeTwo(semaphore, bothHaveOne);
    }

    private static void takeTwo(Semaphore semaphore, WaitGroup bothHaveOne) {
        semaphore.acquire();
        bothHaveOne.done();
        bothHaveOne.await();
        semaphore.acquire();
    }

    private static void mainExits() {
        go("left", () -> chan().recv());
        Go.goexit();
    }

    /** Since Go 1.23 a timer whose channel nobody waits for is in no heap. */
    private static void unreadAfter() {
        var later = Go.after(Duration.ofHours(1));
        chan().recv();
        later.recv();
    }

    private static void stoppedTimer() {
        Timer timer = new Timer(Duration.ofHours(1));
        timer.stop();
        timer.c().recv();
    }

    private static void innerRun() {
        Go.run(() -> chan().recv());
    }

    private static void scopeWaits() throws Exception {
        try (Scope scope = Scope.open()) {
            scope.fork(() -> go("forked", () -> chan().recv()));
            scope.go(() -> scope.context().done().recv());
            scope.join();
        }
    }

    private static void groupWithinItsLimit() {
        ErrGroup group = new ErrGroup();
        group.setLimit(1);
        group.go(() -> group.go(() -> {}));
        group.await();
    }

    private static void joinCycle() {
        Chan<GoHandle> second = chan();
        GoHandle first = go("first", () -> second.recv().get().join());
        second.send(go("second", () -> first.join()));
        first.join();
    }

    private static void onceInItself() {
        Once once = new Once();
        once.run(() -> once.run(() -> {}));
    }

    private static void contextWithoutEnd() {
        Context context = Context.withCancel(Context.background());
        go("child", () -> Context.withCancel(context).done().recv());
        context.done().recv();
    }

    private static void stageWaits() throws Exception {
        Chan<Integer> gate = chan();
        Source.range(0, 3).map(n -> gate.recv().get() + n).collect();
    }
}
