package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * What a P runs next; Go's {@code findRunnable}. The order: due timers of this P; the global queue, one goroutine, at
 * every 61st time slice; {@code next}; the ring; the global queue, a batch; the network; stealing; once more the global queue under
 * the lock. Then the P is put down, and an M that was spinning looks at everything once more.
 *
 * <p><b>No wake-up is lost</b>: who submits work first publishes it and then looks whether someone spins or a P is idle;
 * who stops spinning first says so and then looks for work. All of it volatile, so one of the two sees the other.
 */
final class WorkSearch {

    /** How often a P looks at the global queue before its own. */
    static final int GLOBAL_EVERY = 61;

    private static final int PASSES = 4;

    private WorkSearch() {}

    /**
     * Finds a goroutine for the P that this M holds.
     *
     * @return the goroutine, RUNNABLE and in no queue, the P still held; null if there is none and the P was put down
     */
    static @Nullable Goroutine find(Machine m) {
        Directed directed = m.scheduler.directed;
        if (directed != null) {
            return directed.find(m);
        }
        for (; ; ) {
            Goroutine found = inReach(m);
            if (found == null && NetPoller.pollNow()) {
                found = inReach(m);
            }
            if (found == null && maySpin(m)) {
                found = steal(m);
            }
            if (found == null) {
                found = lastLook(m);
            }
            if (found != null) {
                if (m.spinning) {
                    m.scheduler.dispatch.stopSpinning(m);
                }
                return found;
            }
            if (m.processorOrNull() == null && !m.scheduler.dispatch.retryAfterIdling(m)) {
                return null;
            }
        }
    }

    private static @Nullable Goroutine inReach(Machine m) {
        Scheduler s = m.scheduler;
        Processor p = m.processor();
        if (p.timers.earliest() != TimerHeap.NEVER) {
            p.timers.fireDue(m.chance.nanoTime());
        }
        m.giveWayToPoolIfDue();
        if (p.sliceOver) {
            p.sliceOver = false;
            Goroutine hog = p.queue.takeNext();
            if (hog != null) {
                s.putGlobal(hog);
            }
        }
        if (p.tick % GLOBAL_EVERY == 0 && !s.global.isEmpty()) {
            Goroutine one = s.takeGlobal();
            if (one != null) {
                p.tick++;
                return one;
            }
        }
        Goroutine next = p.queue.takeNext();
        if (next != null) {
            return next; // in the same time slice
        }
        Goroutine oldest = p.queue.take();
        if (oldest == null && !s.global.isEmpty()) {
            oldest = s.takeGlobalBatch(p);
        }
        if (oldest != null) {
            p.tick++;
        }
        return oldest;
    }

    private static boolean maySpin(Machine m) {
        Scheduler s = m.scheduler;
        if (m.spinning) {
            return true;
        }
        if (2 * s.spinners.count() >= s.processors.length - s.idle.processors()) {
            return false;
        }
        s.spinners.start(m);
        return true;
    }

    private static @Nullable Goroutine steal(Machine m) {
        Scheduler s = m.scheduler;
        Processor p = m.processor();
        int n = s.processors.length;
        boolean sawNext = false;
        for (int pass = 0; pass < PASSES; pass++) {
            boolean last = pass == PASSES - 1;
            int at = m.chance.below(n);
            int stride = s.strides[m.chance.below(s.strides.length)];
            for (int i = 0; i < n; i++, at = (at + stride) % n) {
                Processor victim = s.processors[at];
                if (victim == p) {
                    continue;
                }
                if (last && stealTimers(m, victim)) {
                    Goroutine readied = p.queue.takeNext();
                    if (readied == null) {
                        readied = p.queue.take();
                    }
                    if (readied != null) {
                        p.tick++;
                        return readied;
                    }
                }
                if (victim.idle) {
                    continue;
                }
                Goroutine stolen = p.queue.stealHalf(victim.thief);
                if (stolen == null) {
                    boolean hasNext = victim.thief.hasNext();
                    if (last && (hasNext || sawNext)) {
                        sawNext = false; // one nap, though the slot is empty now; more for those who have a next
                        stolen = stealNext(m, victim);
                    }
                    sawNext |= hasNext && !last;
                }
                if (stolen != null) {
                    int all = 1 + p.thief.size();
                    p.steals += all;
                    p.tick++;
                    Recording on = s.recording;
                    if (on != null) {
                        on.stolen(p, stolen, victim, all);
                    }
                    return stolen;
                }
            }
        }
        return null;
    }

    private static boolean stealTimers(Machine m, Processor victim) {
        return victim.timers.earliest() != TimerHeap.NEVER && victim.timers.fireDue(m.chance.nanoTime()) > 0;
    }

    private static @Nullable Goroutine stealNext(Machine m, Processor victim) {
        if (victim.holder != null) {
            // It is about to run that itself, most likely: give it the time. If it does, the two belong together.
            long before = victim.progress();
            m.nap();
            if (victim.progress() != before) {
                return null;
            }
        }
        return victim.thief.takeNext();
    }

    /** The global queue once more, under the lock; if it is empty the P is put down, or this M has to spin. */
    private static @Nullable Goroutine lastLook(Machine m) {
        Scheduler s = m.scheduler;
        Processor p = m.processor();
        s.lock();
        Goroutine found;
        try {
            found = s.global.takeBatch(p, s.processors.length);
            if (found == null) {
                if (!m.spinning && s.spinners.takeWanted()) {
                    s.spinners.start(m);
                } else {
                    s.putIdleLocked(m.release());
                }
            }
        } finally {
            s.unlock();
        }
        if (found != null) {
            p.tick++;
        } else if (m.processorOrNull() == null) {
            s.watchdog.someIdle();
        }
        return found;
    }

    /** The strides that visit all of n places, each once, from any start: the numbers coprime to n. */
    static int[] coprimes(int n) {
        return java.util.stream.IntStream.rangeClosed(1, n)
                .filter(i -> gcd(i, n) == 1)
                .toArray();
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
