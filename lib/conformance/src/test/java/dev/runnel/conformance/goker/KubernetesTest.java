package dev.runnel.conformance.goker;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.time.Ticker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bugs of Kubernetes, of channels, conditions and contexts. */
class KubernetesTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);

    static final List<Bug> BUGS = List.of(
            Bug.of(
                    "Kubernetes 11298",
                    KubernetesTest::serveBySignals,
                    KubernetesTest::serveByChannel,
                    "main [chan receive]",
                    "waiter [sync.Cond.Wait]"),
            Bug.of("Kubernetes 25331", () -> giveResultsUp(false), () -> giveResultsUp(true), "watcher [chan send]"),
            Bug.of(
                    "Kubernetes 38669",
                    () -> stopCacheWatcher(false),
                    () -> stopCacheWatcher(true),
                    "process [chan send]"),
            Bug.of("Kubernetes 5316", () -> finishRequests(0), () -> finishRequests(1), "worker [chan send]"),
            Bug.of("Kubernetes 70277", () -> pollOnce(false), () -> pollOnce(true), "poller [select]"));

    @ParameterizedTest
    @FieldSource("BUGS")
    void isFound(Bug bug) {
        bug.isFound();
    }

    /** A waiter is to be ended by a signal, which comes before it waits. */
    private static void serveBySignals() {
        Mutex lock = new Mutex();
        Cond changed = new Cond(lock);
        Chan<Void> abort = chan();
        go("notifier", () -> lock.locked(changed::signal));
        go("aborter", abort::close);
        lock.locked(() -> {
            boolean on = true;
            while (on) {
                Chan<Void> woken = chan();
                go("waiter", () -> {
                    changed.await(); // with the lock that the other has taken
                    woken.close();
                });
                on = choose().recv(woken, () -> true).recv(abort, () -> false).get();
                if (!on) {
                    changed.signal();
                    woken.recv();
                }
            }
        });
    }

    /** The same without a condition. */
    private static void serveByChannel() {
        Chan<Boolean> changed = chan();
        Chan<Void> abort = chan();
        go(
                "notifier",
                () -> select().send(changed, true, () -> {})
                        .recv(abort, () -> {})
                        .run());
        go("aborter", abort::close);
        while (choose().recv(changed, () -> true).recv(abort, () -> false).get()) {}
    }

    /** The one that has given up the results of a watch takes none, not even the last, which is an error. */
    private static void giveResultsUp(boolean endsWithContext) {
        CancelContext context = Context.withCancel(Context.background());
        Chan<String> results = chan();
        Chan<String> errors = chan(1);
        go("source", () -> errors.send("too old"));
        go("watcher", () -> {
            String error = choose().recv(errors, e -> e.get())
                    .recv(context.done(), () -> "")
                    .get();
            if (error.isEmpty()) {
                return;
            }
            if (endsWithContext) {
                select().send(results, error, () -> {})
                        .recv(context.done(), () -> {})
                        .run();
            } else {
                results.send(error);
            }
        });
        context.cancel();
    }

    /** A watcher that is stopped still has events for somebody that takes no more. */
    private static void stopCacheWatcher(boolean isTold) {
        Chan<Integer> input = chan();
        Chan<Integer> result = chan();
        Chan<Void> done = chan();
        go("process", () -> {
            for (int event : List.of(1, 2)) {
                if (isTold) {
                    select().send(result, event, () -> {}).recv(done, () -> {}).run();
                } else {
                    result.send(event);
                }
            }
            input.forEach(result::send);
            result.close();
        });
        result.recv();
        done.close();
        input.close();
    }

    /** A request takes too long, and when it is done nobody takes what it has to say. */
    private static void finishRequests(int capacity) {
        for (boolean succeeds : List.of(true, false)) {
            Chan<String> answer = chan(capacity);
            Chan<Exception> failure = chan(capacity);
            go("worker", () -> {
                sleep(LIMIT);
                if (succeeds) {
                    answer.send("done");
                } else {
                    failure.send(new IllegalStateException("not done"));
                }
            });
            select().recv(answer, () -> {})
                    .recv(failure, () -> {})
                    .after(LIMIT, () -> {})
                    .run();
        }
        sleep(LIMIT); // the server goes on
    }

    /** One that polls for another goes on for ever once that one has seen what it waited for. */
    private static void pollOnce(boolean ends) {
        Chan<Void> never = chan();
        Chan<Void> stop = chan();
        Chan<Boolean> polls = chan();
        go("poller", () -> poll(polls, ends ? stop : never));
        polls.recv();
        stop.close();
    }

    private static void poll(Chan<Boolean> polls, RecvChan<Void> done) {
        Ticker ticker = new Ticker(LIMIT);
        boolean on = true;
        while (on) {
            on = choose().recv(ticker.c(), () -> true).recv(done, () -> false).get();
            polls.trySend(true);
        }
        ticker.stop();
        polls.close();
    }
}
