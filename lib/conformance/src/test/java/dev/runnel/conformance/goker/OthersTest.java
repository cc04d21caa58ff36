package dev.runnel.conformance.goker;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Choice;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Once;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bugs of Hugo, Istio, Knative's Serving, and Syncthing. */
class OthersTest {

    static final List<Bug> BUGS = List.of(
            Bug.of(
                    "hugo#3251",
                    () -> remotes(false),
                    () -> remotes(true),
                    "main [sync.WaitGroup.Wait]",
                    "get [sync.Mutex.Lock]",
                    "get [sync.RWMutex.RLock]"),
            Bug.of(
                    "hugo#5379",
                    () -> new Page(false).countWords(),
                    () -> new Page(true).countWords(),
                    "main [sync.Mutex.Lock]",
                    "render [sync.Mutex.Lock]"),
            Bug.of(
                    "istio#16224",
                    () -> monitor(false),
                    () -> monitor(true),
                    "main [sync.Mutex.Lock]",
                    "monitor [chan send]"),
            Bug.of("istio#17860", () -> agent(false), () -> agent(true), "epoch [chan send]"),
            Bug.of("istio#18454", () -> debounce(false), () -> debounce(true), "strategy [chan receive]"),
            Bug.of(
                    "serving#2137",
                    () -> breaker(false),
                    () -> breaker(true),
                    "main [chan receive]",
                    "first [chan send]",
                    "second [sync.Mutex.Lock]"),
            Bug.of("syncthing#4829", () -> mapping(false), () -> mapping(true), "main [sync.RWMutex.RLock]"),
            Bug.of(
                    "syncthing#5795",
                    () -> connection(false),
                    () -> connection(true),
                    "main [chan receive]",
                    "dispatcher [chan receive]"));

    @ParameterizedTest
    @FieldSource("BUGS")
    void isFound(Bug bug) {
        bug.isFound();
    }

    // ---------------------------------------------------------------- Hugo 3251

    /**
     * The one that waits for an address's lock holds the lock of all addresses, which is needed to release the
     * address's.
     */
    private static void remotes(boolean mended) {
        Addresses addresses = new Addresses(mended);
        WaitGroup gets = new WaitGroup();
        for (int i = 0; i < 3; i++) {
            gets.go("get", () -> {
                addresses.lock();
                addresses.unlock();
            });
        }
        gets.await();
    }

    private static final class Addresses {

        private final boolean mended;
        private final RWMutex all = new RWMutex();
        private final Mutex address = new Mutex();

        Addresses(boolean mended) {
            this.mended = mended;
        }

        void lock() {
            all.lock();
            if (mended) {
                all.unlock();
                address.lock();
            } else {
                address.lock();
                all.unlock();
            }
        }

        void unlock() {
            all.readLocker().locked(address::unlock);
        }
    }

    // ---------------------------------------------------------------- Hugo 5379

    /**
     * A page's content is made under a lock by a goroutine that is given up after a while and needs the same lock for
     * the plain text.
     */
    private static final class Page {

        private static final Duration PATIENCE = Duration.ofMillis(1);

        private final boolean mended;
        private final Mutex mutex = new Mutex();
        private final Once content = new Once();
        private final Once plain = new Once();

        Page(boolean mended) {
            this.mended = mended;
        }

        void countWords() {
            content.run(this::makeContent);
            plain.run(() -> mutex.locked(() -> {}));
        }

        /** The page has a shortcode that asks for the number of its words. */
        private void makeContent() {
            Body shortcode = this::countWords;
            if (mended) {
                mutex.locked(() -> renderInTime(shortcode));
            } else {
                renderInTime(() -> mutex.locked(shortcode));
            }
        }

        private static void renderInTime(Body shortcode) {
            Chan<Boolean> rendered = chan(1);
            go("render", () -> {
                shortcode.run();
                rendered.send(true);
            });
            select().recv(rendered, () -> {}).after(PATIENCE, () -> {}).run();
        }
    }

    // ---------------------------------------------------------------- Istio 16224

    /** A handler sends while holding the lock that the receiver takes first. */
    private static void monitor(boolean mended) {
        Mutex mutex = new Mutex();
        Chan<Integer> events = chan();
        Chan<Boolean> handled = chan(mended ? 1 : 0);
        go("monitor", () -> events.forEach(event -> mutex.locked(() -> handled.send(true))));
        events.send(1);
        mutex.locked(() -> {});
        handled.recv();
        events.close();
    }

    // ---------------------------------------------------------------- Istio 17860

    /** An agent that is told to end no longer receives how its epochs have ended. */
    private static void agent(boolean mended) {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> ended = chan(mended ? 2 : 0);
        go("agent", () -> {
            Choice<Boolean> next = choose().recv(ended, () -> true).recv(context.done(), () -> false);
            while (next.get()) {}
        });
        for (int i = 0; i < 2; i++) {
            int epoch = i;
            go("epoch", () -> ended.send(epoch));
        }
        context.cancel();
    }

    // ---------------------------------------------------------------- Istio 18454

    /** A timer that can no longer be stopped is waited for, but its time has already been received. */
    private static void debounce(boolean mended) {
        Duration quiet = Duration.ofMillis(1);
        Chan<Boolean> changes = chan(1);
        CancelContext context = Context.withCancel(Context.background());
        go("strategy", () -> {
            Timer timer = new Timer(quiet);
            Choice<Boolean> next = choose().recv(timer.c(), () -> true)
                    .recv(changes, () -> {
                        if (!timer.stop()) {
                            if (mended) {
                                timer.c().tryRecv();
                            } else {
                                timer.c().recv();
                            }
                        }
                        timer.reset(quiet);
                        return true;
                    })
                    .recv(context.done(), () -> false);
            while (next.get()) {}
            timer.stop();
        });
        for (int i = 0; i < 2; i++) {
            sleep(quiet);
            changes.send(true);
        }
        context.cancel();
    }

    // ---------------------------------------------------------------- Serving 2137

    /**
     * The first request is allowed to go on and waited for, while the second, which came in before it, is not yet
     * allowed to.
     */
    private static void breaker(boolean mended) {
        Breaker breaker = new Breaker();
        Request first = breaker.request("first");
        Request second = breaker.request("second");
        first.lock.unlock();
        if (mended) {
            second.lock.unlock();
        }
        first.accepted.recv();
        if (!mended) {
            second.lock.unlock();
        }
        second.accepted.recv();
    }

    /** A request goes on when its lock is free. */
    private record Request(Mutex lock, Chan<Boolean> accepted) {}

    private static final class Breaker {

        private final Chan<Boolean> pending = chan(2);
        private final Chan<Boolean> active = chan(1);

        Request request(String name) {
            Request request = new Request(new Mutex(), chan(1));
            request.lock.lock();
            go(name, () -> request.accepted.send(isAccepted(() -> request.lock.locked(() -> {}))));
            return request;
        }

        private boolean isAccepted(Runnable work) {
            if (!pending.trySend(true)) {
                return false;
            }
            active.send(true);
            work.run();
            active.recv();
            pending.recv();
            return true;
        }
    }

    // ---------------------------------------------------------------- Syncthing 4829

    /** Addresses are removed under a lock, and the listener that is told of it reads them under the same lock. */
    private static void mapping(boolean mended) {
        RWMutex service = new RWMutex();
        RWMutex mapping = new RWMutex();
        Runnable tells = () -> mapping.readLocker().locked(() -> {});
        service.locked(() -> {
            mapping.lock();
            if (mended) {
                mapping.unlock();
            }
            tells.run();
            if (!mended) {
                mapping.unlock();
            }
        });
    }

    // ---------------------------------------------------------------- Syncthing 5795

    /** A connection is closed from within its own loop, and waits for the end of the loop. */
    private static void connection(boolean mended) {
        Chan<Integer> inbox = chan();
        Chan<Void> closed = chan();
        Chan<Void> stopped = chan();
        Body close = () -> {
            closed.close();
            stopped.recv();
        };
        go("dispatcher", () -> {
            Choice<Boolean> next = choose().recv(inbox, () -> {
                        if (mended) {
                            go("close", close);
                        } else {
                            close.run();
                        }
                        return true;
                    })
                    .recv(closed, () -> false);
            while (next.get()) {}
            stopped.close();
        });
        inbox.send(1);
        stopped.recv();
    }
}
