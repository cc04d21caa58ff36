package dev.runnel.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for any mix of parties, forms and interrupts. */
class SyncProps {

    private static final int TRIES = 30;
    private static final int ROUNDS = 150;
    private static final Duration TINY = Duration.ofNanos(30_000);

    /** A body that one party repeats. */
    private interface Step {
        void run(int form) throws InterruptedException;
    }

    /** Parties of a kind run steps of random forms, and are interrupted meanwhile. */
    private static void mix(Kind kind, int parties, long seed, Step step) {
        kind.run(crew -> {
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < parties; party++) {
                members.add(party(crew, new Random(seed + party), step));
            }
            AtomicBoolean over = new AtomicBoolean();
            Member nuisance = crew.go(() -> {
                Random random = new Random(seed);
                while (!over.get()) {
                    members.get(random.nextInt(parties)).thread().interrupt();
                    Await.until(() -> random.nextInt(8) == 0);
                }
            });
            members.forEach(Member::join);
            over.set(true);
            nuisance.join();
        });
    }

    private static Member party(Crew crew, Random random, Step step) {
        return crew.go(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                try {
                    step.run(random.nextInt(5));
                } catch (InterruptedException e) {
                    // the operation has not happened
                }
            }
            Thread.interrupted();
        });
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void mutex_isHeldByOne_andFreeAtTheEnd(
            @ForAll Kind kind, @ForAll @IntRange(min = 2, max = 6) int n, @ForAll long seed) {
        Mutex m = new Mutex();
        int[] held = {0};
        mix(kind, n, seed, form -> {
            if (lock(m, form)) {
                assertEquals(1, ++held[0]);
                held[0]--;
                m.unlock();
            }
        });
        assertTrue(m.tryLock());
        assertEquals(0, Parties.waiting(m));
    }

    private interface Take {
        void with(Context context) throws CancelledException, InterruptedException;
    }

    /** Takes it with a context that soon ends. */
    private static boolean inTime(Take take) throws InterruptedException {
        try (CancelContext soon = Context.withTimeout(Context.background(), TINY)) {
            take.with(soon);
            return true;
        } catch (CancelledException e) {
            return false;
        }
    }

    private static boolean lock(Mutex m, int form) throws InterruptedException {
        switch (form) {
            case 0 -> m.lock();
            case 1 -> m.lockInterruptibly();
            case 2 -> {
                return m.tryLock(TINY);
            }
            case 3 -> {
                return inTime(c -> m.lock(c));
            }
            default -> {
                return m.tryLock();
            }
        }
        return true;
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void rwMutex_hasReadersOrOneWriter_andIsFreeAtTheEnd(
            @ForAll Kind kind, @ForAll @IntRange(min = 2, max = 6) int n, @ForAll long seed) {
        RWMutex rw = new RWMutex();
        AtomicInteger activity = new AtomicInteger();
        AtomicInteger turn = new AtomicInteger();
        mix(kind, n, seed, form -> {
            if (turn.incrementAndGet() % 3 == 0) {
                if (write(rw, form)) {
                    assertEquals(10_000, activity.addAndGet(10_000));
                    activity.addAndGet(-10_000);
                    rw.unlock();
                }
            } else if (read(rw, form)) {
                assertTrue(activity.incrementAndGet() < 10_000);
                activity.decrementAndGet();
                rw.readUnlock();
            }
        });
        assertTrue(rw.tryLock());
        assertEquals(0, Parties.waiting(rw));
    }

    private static boolean write(RWMutex rw, int form) throws InterruptedException {
        switch (form) {
            case 0 -> rw.lock();
            case 1 -> rw.lockInterruptibly();
            case 2 -> {
                return rw.tryLock(TINY);
            }
            case 3 -> {
                return inTime(c -> rw.lock(c));
            }
            default -> {
                return rw.tryLock();
            }
        }
        return true;
    }

    private static boolean read(RWMutex rw, int form) throws InterruptedException {
        switch (form) {
            case 0 -> rw.readLock();
            case 1 -> rw.readLockInterruptibly();
            case 2 -> {
                return rw.tryReadLock(TINY);
            }
            case 3 -> {
                return inTime(c -> rw.readLock(c));
            }
            default -> {
                return rw.tryReadLock();
            }
        }
        return true;
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void semaphore_givesNoMoreThanThereIs_andHasAllAtTheEnd(
            @ForAll Kind kind, @ForAll @IntRange(min = 2, max = 6) int n, @ForAll long seed) {
        Semaphore s = new Semaphore(4);
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger turn = new AtomicInteger();
        mix(kind, n, seed, form -> {
            int much = 1 + turn.incrementAndGet() % 4;
            if (acquire(s, form, much)) {
                assertTrue(taken.addAndGet(much) <= 4);
                taken.addAndGet(-much);
                s.release(much);
            }
        });
        assertTrue(s.tryAcquire(4));
        assertEquals(0, Parties.waiting(s));
    }

    private static boolean acquire(Semaphore s, int form, int much) throws InterruptedException {
        switch (form) {
            case 0 -> s.acquire(much);
            case 1 -> s.acquireInterruptibly(much);
            case 2 -> {
                return s.tryAcquire(much, TINY);
            }
            case 3 -> {
                return inTime(c -> s.acquire(much, c));
            }
            default -> {
                return s.tryAcquire(much);
            }
        }
        return true;
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void group_isWaitedForByMany_roundAfterRound(
            @ForAll Kind kind, @ForAll @IntRange(min = 1, max = 5) int n, @ForAll long seed) {
        kind.run(crew -> {
            Random random = new Random(seed);
            for (int round = 0; round < 20; round++) {
                WaitGroup wg = new WaitGroup();
                AtomicInteger left = new AtomicInteger(n);
                wg.add(n);
                List<Member> members = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    int form = random.nextInt(3);
                    members.add(crew.go(() -> {
                        if (form == 0) {
                            wg.await();
                            assertEquals(0, left.get());
                        } else if (form == 1 ? wg.await(TINY) : inTime(wg::await)) {
                            assertEquals(0, left.get());
                        }
                    }));
                }
                for (int i = 0; i < n; i++) {
                    members.add(crew.go(() -> {
                        left.decrementAndGet();
                        wg.done();
                    }));
                }
                members.forEach(Member::join);
                assertThrows(SyncException.NegativeCounter.class, wg::done);
            }
        });
    }

    /** A semaphore used by one thread is a number. */
    @Property(tries = 300)
    void semaphore_ofOneThread_isANumber(@ForAll @Size(max = 50) List<@IntRange(min = -6, max = 6) Integer> ops) {
        Semaphore s = new Semaphore(6);
        int taken = 0;
        for (int op : ops) {
            if (op >= 0) {
                boolean fits = taken + op <= 6;
                assertEquals(fits, s.tryAcquire(op));
                taken += fits ? op : 0;
            } else if (-op <= taken) {
                s.release(-op);
                taken += op;
            } else {
                assertThrows(SyncException.ReleasedTooMuch.class, () -> s.release(-op));
            }
        }
    }
}
