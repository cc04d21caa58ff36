package dev.runnel.conformance.goker;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Choice;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Ticker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bugs of etcd. */
class EtcdTest {

    static final List<Bug> BUGS = List.of(
            Bug.of("etcd#5509", () -> client(false), () -> client(true), "main [sync.RWMutex.Lock]"),
            Bug.of("etcd#6708", () -> endpoints(false), () -> endpoints(true), "main [sync.RWMutex.RLock]"),
            Bug.of("etcd#6857", () -> status(false), () -> status(true), "status [chan send]"),
            Bug.of(
                    "etcd#6873",
                    () -> broadcasts(false),
                    () -> broadcasts(true),
                    "main [chan receive]",
                    "coalesce [sync.Mutex.Lock]"),
            Bug.of(
                    "etcd#7492",
                    () -> tokens(false),
                    () -> tokens(true),
                    "main [sync.WaitGroup.Wait]",
                    "keeper [sync.Mutex.Lock]",
                    "user [chan send]",
                    "user [sync.Mutex.Lock]"),
            Bug.of(
                    "etcd#7902",
                    () -> election(false),
                    () -> election(true),
                    "main [sync.WaitGroup.Wait]",
                    "leader [sync.Mutex.Lock]",
                    "follower [chan receive]",
                    "follower [sync.Mutex.Lock]"),
            Bug.of("etcd#10492", () -> lessor(false), () -> lessor(true), "main [sync.Mutex.Lock]"));

    @ParameterizedTest
    @FieldSource("BUGS")
    void isFound(Bug bug) {
        bug.isFound();
    }

    // ---------------------------------------------------------------- 5509

    /**
     * One that finds the client closed keeps its read lock, and the client, which is about to close, waits for that.
     */
    private static void client(boolean mended) {
        Client client = new Client(mended);
        go("get", client::acquire);
        client.close();
    }

    private static final class Client {

        private final boolean mended;
        private final RWMutex mutex = new RWMutex();
        private boolean closed;

        Client(boolean mended) {
            this.mended = mended;
        }

        void acquire() {
            for (int i = 0; i < 2; i++) {
                mutex.readLock();
                if (closed) {
                    if (mended) {
                        mutex.readUnlock();
                    }
                    return;
                }
                mutex.readUnlock();
            }
        }

        void close() {
            mutex.locked(() -> closed = true);
            mutex.locked(() -> {}); // behind the end of its connections
        }
    }

    // ---------------------------------------------------------------- 6708

    /** Setting the endpoints takes the lock and asks who leads, which reads the endpoints under the same lock. */
    private static void endpoints(boolean mended) {
        RWMutex mutex = new RWMutex();
        AtomicReference<String> endpoint = new AtomicReference<>("a");
        Supplier<String> leader = () -> mutex.readLocker().lockedValue(endpoint::get);
        String known = mended ? leader.get() : "";
        mutex.locked(() -> endpoint.set(mended ? known : leader.get()));
    }

    // ---------------------------------------------------------------- 6857

    /** A node that is told to stop does not take the question that comes next, and the one that asks does not know. */
    private static void status(boolean mended) {
        Chan<Chan<String>> questions = chan();
        Chan<Boolean> stop = chan();
        Chan<Void> done = chan();
        go("node", () -> {
            Choice<Boolean> next = choose().recv(questions, answer -> {
                        answer.get().send("well");
                        return true;
                    })
                    .recv(stop, () -> false);
            while (next.get()) {}
            done.close();
        });
        go("status", () -> {
            Chan<String> answer = chan();
            if (mended) {
                select().send(questions, answer, answer::recv)
                        .recv(done, () -> {})
                        .run();
            } else {
                questions.send(answer);
                answer.recv();
            }
        });
        stop.send(true);
        done.recv();
    }

    // ---------------------------------------------------------------- 6873

    /** Stopping waits, with the lock held, for the end of one that wants the lock for the last update. */
    private static void broadcasts(boolean mended) {
        Mutex mutex = new Mutex();
        Chan<Integer> updates = chan(1);
        Chan<Void> done = chan();
        go("coalesce", () -> {
            updates.forEach(update -> mutex.locked(() -> {}));
            done.close();
        });
        updates.trySend(1);
        mutex.lock();
        updates.close();
        if (mended) {
            mutex.unlock();
        }
        done.recv();
        if (!mended) {
            mutex.unlock();
        }
    }

    // ---------------------------------------------------------------- 7492

    /**
     * A token is handed to the keeper with the lock held; the channel is full, and the keeper wants the lock to remove
     * tokens.
     */
    private static void tokens(boolean mended) {
        Tokens tokens = new Tokens(mended);
        go("keeper", tokens::keep);
        tokens.assign(0);
        WaitGroup users = new WaitGroup();
        for (int i = 1; i <= 3; i++) {
            int token = i;
            users.go("user", () -> {
                sleep(Tokens.PERIOD);
                tokens.assign(token);
            });
        }
        users.await();
        tokens.stopping.close();
    }

    private static final class Tokens {

        private static final Duration PERIOD = Duration.ofSeconds(1);

        private final boolean mended;
        private final Mutex mutex = new Mutex();
        private final Chan<Integer> added = chan(1);
        private final Chan<Void> stopping = chan();
        private final Set<Integer> tokens = new HashSet<>();

        Tokens(boolean mended) {
            this.mended = mended;
        }

        void assign(int token) {
            mutex.locked(() -> {
                if (mended) {
                    tokens.add(token);
                } else {
                    added.send(token);
                }
            });
        }

        void keep() {
            Ticker ticker = new Ticker(PERIOD);
            Choice<Boolean> next = choose().recv(added, token -> {
                        tokens.add(token.get());
                        return true;
                    })
                    .recv(ticker.c(), () -> {
                        removeAll();
                        return true;
                    })
                    .recv(stopping, () -> false);
            while (next.get()) {}
            ticker.stop();
        }

        private void removeAll() {
            if (!tokens.isEmpty()) {
                mutex.locked(tokens::clear);
            }
        }
    }

    // ---------------------------------------------------------------- 7902

    /** A follower waits for the end of the round, holding the lock that the leader needs to end it. */
    private static void election(boolean mended) {
        Election election = new Election(mended);
        WaitGroup clients = new WaitGroup();
        clients.go("leader", () -> election.rounds(election::end));
        for (int i = 0; i < 2; i++) {
            clients.go("follower", () -> election.rounds(() -> {}));
        }
        clients.await();
    }

    private static final class Election {

        private static final Duration TERM = Duration.ofMillis(10);

        private final boolean mended;
        private final Mutex mutex = new Mutex();
        private Chan<Void> end = chan();

        Election(boolean mended) {
            this.mended = mended;
        }

        void rounds(Body before) throws Exception {
            for (int i = 0; i < 3; i++) {
                Chan<Void> mine = mutex.lockedValue(() -> end);
                sleep(TERM);
                Body release = () -> {
                    before.run();
                    mine.recv();
                };
                if (mended) {
                    release.run();
                } else {
                    mutex.locked(release);
                }
            }
        }

        void end() {
            Chan<Void> now = end;
            end = chan();
            now.close();
        }
    }

    // ---------------------------------------------------------------- 10492

    /** A lease is renewed with the lock held, and the checkpoint that is part of this takes the lock. */
    private static void lessor(boolean mended) {
        RWMutex mutex = new RWMutex(); // in which writers wait for each other by a mutex, as in Go
        Runnable checkpoint = () -> mutex.locked(() -> {});
        mutex.lock();
        if (mended) {
            mutex.unlock();
        }
        checkpoint.run();
        if (!mended) {
            mutex.unlock();
        }
    }
}
