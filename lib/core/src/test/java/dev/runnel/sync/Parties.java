package dev.runnel.sync;

import dev.runnel.Await;
import dev.runnel.Go;
import java.time.Duration;

/** What the tests of this package have in common. */
final class Parties {

    static final Duration MOMENT = Duration.ofMillis(2);
    static final Duration LONG = Duration.ofDays(1);

    private Parties() {}

    /** How many wait in the queue of an object. */
    static int waiting(Primitive on) {
        Waiters waiters = on.waiters();
        waiters.lock();
        int n = waiters.queue.waiting().size();
        waiters.unlock();
        return n;
    }

    static void awaitWaiting(Primitive on, int n) {
        Await.until(() -> waiting(on) == n);
    }

    /** Something that may wait. */
    interface Op<T> {
        void on(T object) throws Exception;
    }

    /** The caller is away for so long that whoever waits for a mutex meanwhile is starving afterwards. */
    static void longEnough() {
        Go.sleep(MOMENT);
    }
}
