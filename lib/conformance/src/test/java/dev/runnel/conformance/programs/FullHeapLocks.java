package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.select;
import static dev.runnel.Go.tick;

import dev.runnel.Go;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Select;
import dev.runnel.sync.RWMutex;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Does, with no byte left, what a channel does under its lock, and what a writer does that has to wait. Each may fail,
 * and then works again as soon as there is memory, so it has kept no lock.
 */
final class FullHeapLocks {

    private static final int WARM = 300;
    private static final int TRIES = 2;
    private static final int MANY = 10;
    private static final Duration SHORT = Duration.ofNanos(1);

    private static int told;

    private FullHeapLocks() {}

    /** What is done before the heap is full, while it is, and when there is memory again. */
    private record Act(Body before, Body act, Body after) {
        Act(Body act) {
            this(() -> {}, act);
        }

        Act(Body before, Body act) {
            this(before, act, () -> {});
        }
    }

    public static void main(String[] args) {
        Go.run(() -> {
            List<Act> acts = acts();
            for (int i = 0; i < WARM; i++) { // what is called for the first time takes memory
                for (Act act : acts) {
                    perform(act, false);
                }
            }
            for (int i = 0; i < TRIES; i++) {
                for (Act act : acts) {
                    perform(act, true);
                    perform(act, false);
                }
            }
        });
        System.out.print("done");
    }

    private static List<Act> acts() {
        Chan<Integer> sliding = chan(Buffering.sliding(1), value -> told++);
        Chan<Integer> dropping = chan(Buffering.dropping(1), value -> told++);
        Chan<Integer> unbounded = chan(Buffering.unbounded(1, count -> told++));
        Chan<Integer> many = chan(MANY);
        Select selectMany = select().recvUpTo(many, MANY, values -> {});
        Select selectDropping = select().send(dropping, 1, () -> {});
        RecvChan<?> ticks = tick(Duration.ofNanos(1));
        return List.of(
                writerBehind(RWMutex::lock, RWMutex::unlock),
                writerBehind(RWMutex::readLock, RWMutex::readUnlock),
                new Act(() -> sliding.send(1)),
                new Act(() -> dropping.send(1)),
                new Act(() -> {
                    while (unbounded.len() > 0) {
                        unbounded.recv();
                    }
                    unbounded.send(1);
                    unbounded.send(2);
                }),
                new Act(() -> many.trySend(1), selectMany::run),
                new Act(() -> many.trySend(1), () -> many.recvUpTo(MANY)),
                new Act(selectDropping::run),
                new Act(ticks::tryRecv));
    }

    /**
     * A writer gives up while another writer or a reader has the lock. The lock is new, and has nothing yet of what
     * waiters need.
     */
    private static Act writerBehind(Consumer<RWMutex> lock, Consumer<RWMutex> unlock) {
        RWMutex[] held = {new RWMutex()};
        return new Act(
                () -> {
                    held[0] = new RWMutex();
                    lock.accept(held[0]);
                },
                () -> held[0].tryLock(SHORT),
                () -> {
                    unlock.accept(held[0]);
                    checkFree(held[0]);
                });
    }

    private static void checkFree(RWMutex lock) {
        if (!lock.tryReadLock()) {
            throw new IllegalStateException("nobody has " + lock + ", and a writer keeps readers out");
        }
        lock.readUnlock();
        if (!lock.tryLock()) {
            throw new IllegalStateException("nobody has " + lock + ", and it is not free");
        }
    }

    private static void perform(Act act, boolean withoutMemory) throws Exception {
        act.before.run();
        try {
            if (withoutMemory) {
                HeapFill.take();
            }
            act.act.run();
        } catch (OutOfMemoryError e) {
            if (!withoutMemory) {
                throw e;
            }
        } finally {
            HeapFill.giveBack();
            if (withoutMemory) {
                System.gc(); // without this, what comes next was out of memory at times: Java 21, on a busy machine
            }
        }
        act.after.run();
    }
}
