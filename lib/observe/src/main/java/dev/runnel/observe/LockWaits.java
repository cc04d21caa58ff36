package dev.runnel.observe;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for which lock, and since when. Whoever gives a lock back is charged with the time of all that wait for it:
 * since they came, or since it was last given back, whichever was later. No caller is made to wait here, as it may be
 * in the midst of a scheduler.
 */
final class LockWaits {

    /** Parts of a table: a number is in the part of its last digits. */
    static final int PARTS = 256;

    private final Table<Wait> waits = new Table<>();
    private final Table<Lock> locks = new Table<>();

    /**
     * A goroutine that waits.
     *
     * @param lock the number of what it waits for; 0 if that is not known
     * @param since when, in nanoseconds
     */
    record Wait(String reason, long lock, long since) {}

    /**
     * What others wait for.
     *
     * @param waiting how many
     * @param since the sum of the times from which on they are to be charged; it may overflow
     * @param charged when it was given back last
     */
    private record Lock(int waiting, long since, long charged) {

        private static Lock withOneMore(@Nullable Lock before, long now) {
            return before == null
                    ? new Lock(1, now, now)
                    : new Lock(before.waiting + 1, before.since + now, before.charged);
        }

        private long charge(long now) {
            return waiting * now - since;
        }

        private @Nullable Lock givenBack(long now) {
            return waiting <= 1 ? null : new Lock(waiting - 1, (waiting - 1) * now, now);
        }

        private @Nullable Lock withoutOne(long itsSince) {
            long from = itsSince - charged < 0 ? charged : itsSince;
            return waiting <= 1 ? null : new Lock(waiting - 1, since - from, charged);
        }
    }

    /** A goroutine waits from now on. Called before that wait can be ended. */
    void begin(long g, Wait wait) {
        waits.change(g, before -> wait);
        if (wait.lock != 0) {
            locks.change(wait.lock, before -> Lock.withOneMore(before, wait.since));
        }
    }

    /** Gives the wait of a goroutine, which is in none from then on; null if it was in none. */
    @Nullable Wait end(long g) {
        return waits.change(g, before -> null);
    }

    /** Whether nobody else waits for the same lock, as far as that is known. */
    boolean isAlone(Wait wait) {
        Lock its = locks.get(wait.lock);
        return its == null || its.waiting <= 1;
    }

    /** How much time whoever ended that wait now, by giving back, would be charged with, in nanoseconds. */
    long charge(Wait wait, long now) {
        return charge(locks.get(wait.lock), wait, now);
    }

    /** Not less than zero, though another may have looked at the clock later and been here earlier. */
    private static long charge(@Nullable Lock its, Wait wait, long now) {
        return Math.max(0, its == null ? now - wait.since : its.charge(now));
    }

    /**
     * A wait has been ended by whoever gave the lock back. Gives the time that this one is charged with, in
     * nanoseconds.
     */
    long givenBack(Wait wait, long now) {
        return charge(locks.change(wait.lock, its -> its == null ? null : its.givenBack(now)), wait, now);
    }

    /** A wait has ended otherwise. */
    void givenUp(Wait wait) {
        locks.change(wait.lock, its -> its == null ? null : its.withoutOne(wait.since));
    }

    /** What is known of each number. */
    private static final class Table<V> {

        private final AtomicReferenceArray<@Nullable Map<Long, V>> parts = new AtomicReferenceArray<>(PARTS);

        @Nullable V get(long number) {
            return in(parts.get(partOf(number)), number);
        }

        /** Puts something in the place of what is known, or nothing. Gives what was known before. */
        @Nullable V change(long number, UnaryOperator<@Nullable V> to) {
            int part = partOf(number);
            while (true) {
                Map<Long, V> now = parts.get(part);
                V before = in(now, number);
                V after = to.apply(before);
                if (before == after || parts.compareAndSet(part, now, with(now, number, after))) {
                    return before;
                }
            }
        }

        private static int partOf(long number) {
            return (int) (number & (PARTS - 1));
        }

        private static <V> @Nullable V in(@Nullable Map<Long, V> part, long number) {
            return part == null ? null : part.getOrElse(number, null);
        }

        private static <V> Map<Long, V> with(@Nullable Map<Long, V> part, long number, @Nullable V after) {
            Map<Long, V> now = part == null ? HashMap.empty() : part;
            return after == null ? now.remove(number) : now.put(number, after);
        }
    }
}
