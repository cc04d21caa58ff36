package dev.runnel.conformance;

import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.SyncException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Go's tests of {@code semaphore.Weighted} in x/sync, with a timeout where they have a context. */
class SemaphoreTest {

    private static final Duration MOMENT = Duration.ofNanos(100_000);

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeighted",
            covers = {"SM2"},
            schedules = 20)
    void hammer_neverTakesMoreThanThereIs() {
        int size = 4;
        Semaphore s = new Semaphore(size);
        int[] taken = {0};
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int n = 1 + i % size;
            all.add(go(() -> {
                for (int round = 0; round < 50; round++) {
                    s.acquire(n);
                    synchronized (taken) {
                        taken[0] += n;
                        assertTrue(taken[0] <= size);
                    }
                    gosched();
                    synchronized (taken) {
                        taken[0] -= n;
                    }
                    s.release(n);
                }
            }));
        }
        all.forEach(GoHandle::join);
        assertTrue(s.tryAcquire(size));
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeightedPanic",
            covers = {"SM2"},
            everySchedule = true)
    void moreReleasedThanTaken_fails() {
        Semaphore s = new Semaphore(1);
        SyncException e = assertThrows(SyncException.ReleasedTooMuch.class, () -> s.release(1));
        assertEquals("semaphore: released more than held", e.getMessage());
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeightedTryAcquire",
            covers = {"SM2"},
            everySchedule = true)
    void tryAcquire_answersByWhatIsLeft() {
        Semaphore s = new Semaphore(2);
        List<Boolean> tries = new ArrayList<>();
        s.acquire(1);
        tries.add(s.tryAcquire(1));
        tries.add(s.tryAcquire(1));
        s.release(2);
        tries.add(s.tryAcquire(1));
        s.acquire(1);
        tries.add(s.tryAcquire(1));
        assertEquals(List.of(true, false, true, false), tries);
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeightedAcquire",
            covers = {"SM2"},
            everySchedule = true)
    void timedAcquire_answersByWhatIsLeft() throws InterruptedException {
        Semaphore s = new Semaphore(2);
        List<Boolean> tries = new ArrayList<>();
        s.acquire(1);
        tries.add(s.tryAcquire(1, MOMENT));
        tries.add(s.tryAcquire(1, MOMENT));
        s.release(2);
        tries.add(s.tryAcquire(1, MOMENT));
        s.acquire(1);
        tries.add(s.tryAcquire(1, MOMENT));
        assertEquals(List.of(true, false, true, false), tries);
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeightedDoesntBlockIfTooBig",
            covers = {"SM2"})
    void tooLargeARequest_holdsNobodyUp() {
        Semaphore s = new Semaphore(2);
        GoHandle greedy = Waiting.start(() -> s.acquire(3));
        Waiting.forReason(greedy, "semacquire");
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(go(() -> {
                s.acquire(1);
                gosched();
                s.release(1);
            }));
        }
        all.forEach(GoHandle::join);
        assertFalse(greedy.hasEnded());
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestLargeAcquireDoesntStarve",
            covers = {"SM2"},
            schedules = 20)
    void largeRequest_isNotStarvedBySmallOnes() {
        int n = 4;
        Semaphore s = new Semaphore(n);
        boolean[] running = {true};
        List<GoHandle> all = new ArrayList<>();
        s.acquire(n);
        for (int i = 0; i < n; i++) {
            all.add(go(() -> {
                boolean again = true;
                while (again) {
                    s.acquire(1);
                    gosched();
                    synchronized (running) {
                        again = running[0];
                    }
                    s.release(1);
                }
            }));
        }
        s.release(n);
        s.acquire(n);
        synchronized (running) {
            running[0] = false;
        }
        s.release(n);
        all.forEach(GoHandle::join);
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeightedAcquire",
            covers = {"SM2"},
            everySchedule = true)
    void acquireWithAContext_answersByWhatIsLeft() throws Exception {
        Semaphore s = new Semaphore(2);
        List<Boolean> tries = new ArrayList<>();
        s.acquire(1, Context.background());
        tries.add(acquires(s, 1, patient()));
        tries.add(acquires(s, 1, hasty()));
        s.release(2);
        tries.add(acquires(s, 1, patient()));
        s.acquire(1, Context.background());
        tries.add(acquires(s, 1, hasty()));
        assertEquals(List.of(true, false, true, false), tries);
    }

    /** For where there is enough: a context with a deadline might be over before the call. */
    private static CancelContext patient() {
        return Context.withCancel(Context.background());
    }

    private static CancelContext hasty() {
        return Context.withTimeout(Context.background(), MOMENT);
    }

    private static boolean acquires(Semaphore s, long n, CancelContext context) throws Exception {
        try (context) {
            s.acquire(n, context);
            return true;
        } catch (CancelledException e) {
            return false;
        }
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeightedDoesntBlockIfTooBig",
            covers = {"SM2"})
    void tooLargeARequestWithAContext_holdsNobodyUp_andIsCancelled() {
        Semaphore s = new Semaphore(2);
        CancelContext context = Context.withCancel(Context.background());
        GoHandle greedy = Waiting.start(() -> assertFalse(acquires(s, 3, context)));
        Waiting.forReason(greedy, "semacquire");
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(go(() -> {
                s.acquire(1, Context.background());
                gosched();
                s.release(1);
            }));
        }
        all.forEach(GoHandle::join);
        context.cancel();
        greedy.join();
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestAllocCancelDoesntStarve",
            covers = {"SM2"},
            schedules = 50)
    void cancelOfTheFirstInLine_letsOthersGoOn() {
        Semaphore s = new Semaphore(10);
        s.acquire(1);
        CancelContext context = Context.withCancel(Context.background());
        GoHandle all = Waiting.start(() -> assertFalse(acquires(s, 10, context)));
        Waiting.until(() -> !s.tryAcquire() || freed(s));
        GoHandle one = go(() -> {
            s.acquire(1, Context.background());
            s.release(1);
        });
        context.cancel();
        one.join();
        all.join();
        s.release(1);
        assertTrue(s.tryAcquire(10));
    }

    private static boolean freed(Semaphore s) {
        s.release();
        return false;
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeightedAcquireCanceled",
            covers = {"SM2"},
            schedules = 100)
    void cancelAndRelease_atOnce_loseNothing() {
        Semaphore s = new Semaphore(2);
        s.acquire(2);
        CancelContext context = Context.withCancel(Context.background());
        GoHandle waits = go(() -> {
            if (acquires(s, 2, context)) {
                s.release(2);
            }
        });
        GoHandle cancels = go(context::cancel);
        s.release(2);
        waits.join();
        cancels.join();
        assertTrue(s.tryAcquire(2));
        assertFalse(s.tryAcquire());
    }

    @GoTest(
            value = "x/sync/semaphore/semaphore_test.go, TestWeightedAcquireCanceled",
            covers = {"SM2"},
            everySchedule = true)
    void contextThatIsOver_takesNothing() throws Exception {
        Semaphore s = new Semaphore(2);
        CancelContext context = Context.withCancel(Context.background());
        context.cancel();
        assertFalse(acquires(s, 1, context));
        assertTrue(s.tryAcquire(2));
    }
}
