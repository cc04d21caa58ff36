package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.select.Choice;
import dev.runnel.select.Event;
import dev.runnel.select.Select;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import dev.runnel.testkit.ExhaustivePolicy;
import dev.runnel.testkit.Exploration;
import dev.runnel.testkit.Explorer;
import io.vavr.collection.List;
import java.util.ArrayList;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What Go's select does not have, under chosen schedules: policies, events, receives of several values. */
class SelectBeyondGoTest {

    private static final int SCHEDULES = 200;

    /** A policy that is not random leaves nothing to the schedule: each schedule gives the same choices. */
    @Test
    void policies_areTheSameInEachSchedule() {
        ChosenSchedules.run(50, () -> {
            Chan<Integer> ready = chan();
            ready.close();
            Choice<Integer> rotates = three(choose().rotating().recv(ready, () -> 0), ready);
            Choice<Integer> ordered = three(choose().ordered().recv(ready, () -> 0), ready);
            for (int i = 0; i < 9; i++) {
                assertEquals(i % 3, rotates.get());
                assertEquals(0, ordered.get());
            }
        });
        Exploration seen = new Explorer(new ExhaustivePolicy(0)).withRuns(10).explore(() -> {
            Chan<Integer> ready = chan();
            ready.close();
            three(choose().rotating().recv(ready, () -> 0), ready).get();
            three(choose().ordered().recv(ready, () -> 0), ready).get();
        });
        assertTrue(seen.complete());
        assertEquals(1, seen.runs());
    }

    private static Choice<Integer> three(Choice<Integer> first, Chan<Integer> ready) {
        return first.recv(ready, () -> 1).recv(ready, () -> 2);
    }

    /**
     * Locks of all kinds, taken by selects and otherwise: never two holders where one is allowed, and nobody waits for
     * ever.
     */
    @Test
    void locksTakenBySelects_areExclusive() {
        ChosenSchedules.run(SCHEDULES, () -> {
            Mutex m = new Mutex();
            RWMutex rw = new RWMutex();
            Semaphore s = new Semaphore(2);
            int[] holders = {0, 0, 0};
            Select any = select().on(m.lockEvent(), () -> hold(holders, 0, 1, 1, m::unlock))
                    .on(rw.lockEvent(), () -> hold(holders, 1, 100, 100, rw::unlock))
                    .on(rw.readLockEvent(), () -> hold(holders, 1, 1, 99, rw::readUnlock))
                    .on(s.acquireEvent(1), () -> hold(holders, 2, 1, 2, s::release))
                    .on(s.acquireEvent(2), () -> hold(holders, 2, 2, 2, () -> s.release(2)));
            List<Select> each = List.of(
                    select().on(m.lockEvent(), () -> hold(holders, 0, 1, 1, m::unlock)),
                    select().on(rw.lockEvent(), () -> hold(holders, 1, 100, 100, rw::unlock)),
                    select().on(s.acquireEvent(2), () -> hold(holders, 2, 2, 2, () -> s.release(2))));
            List<GoHandle> all = List.range(0, 3)
                    .map(i -> go(() -> {
                        any.run();
                        each.get(i).run();
                        m.lock();
                        hold(holders, 0, 1, 1, m::unlock);
                        rw.lock();
                        hold(holders, 1, 100, 100, rw::unlock);
                        s.acquire(2);
                        hold(holders, 2, 2, 2, () -> s.release(2));
                    }));
            all.forEach(GoHandle::join);
            assertTrue(m.tryLock() && rw.tryLock() && s.tryAcquire(2));
        });
    }

    private static void hold(int[] holders, int which, int weight, int most, Runnable giveBack) {
        holders[which] += weight;
        assertTrue(holders[which] <= most);
        dev.runnel.Go.gosched();
        holders[which] -= weight;
        giveBack.run();
    }

    /** A lock, a value, a group and the end of a context at once: one happens, and the others are as they were. */
    @Test
    void oneClauseHappens_theOthersLeaveNoTrace() {
        ChosenSchedules.run(SCHEDULES, () -> {
            Mutex m = new Mutex();
            Semaphore s = new Semaphore(1);
            WaitGroup wg = new WaitGroup();
            Chan<Integer> c = chan();
            CancelContext context = Context.withCancel(Context.background());
            m.lock();
            s.acquire();
            wg.add(1);
            go(m::unlock);
            go(s::release);
            go(wg::done);
            go(context::cancel);
            GoHandle sender = go(() -> choose().send(c, 1, () -> true)
                    .recv(context.done(), () -> false)
                    .get());
            int chosen = choose().on(m.lockEvent(), () -> 0)
                    .on(s.acquireEvent(1), () -> 1)
                    .on(wg.awaitEvent(), () -> 2)
                    .on(Event.cancelled(context), () -> 3)
                    .recv(c, () -> 4)
                    .get();
            sender.join();
            wg.await();
            context.done().recv();
            if (chosen == 0) {
                m.unlock();
            }
            if (chosen == 1) {
                s.release();
            }
            m.lock(); // waits for the one that unlocks, if it has not yet; nobody else has it
            s.acquire();
        });
    }

    /** One is told at a time; if it has chosen something else, that does not keep the token from the others. */
    @Test
    void callThatIsNotUsed_isPassedOn() {
        ChosenSchedules.run(SCHEDULES, () -> {
            OneAtATime tokens = new OneAtATime();
            Chan<Integer> c = chan(1);
            List<GoHandle> all = List.range(0, 4)
                    .map(i -> go(() ->
                            select().on(tokens, () -> {}).recv(c, () -> {}).run()));
            tokens.put();
            c.send(1);
            tokens.put();
            c.send(2);
            all.forEach(GoHandle::join);
        });
    }

    /**
     * A counter of tokens that tells the first that wants one. The test has one P, so nothing runs between two calls.
     */
    private static final class OneAtATime implements Event<Integer> {
        private final java.util.List<Runnable> wanting = new ArrayList<>();
        private int left;

        void put() {
            left++;
            tell();
        }

        private void tell() {
            if (left > 0 && !wanting.isEmpty()) {
                wanting.remove(0).run();
            }
        }

        @Override
        public @Nullable Integer poll() {
            return left > 0 ? left-- : null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            Runnable mine = wake::run;
            wanting.add(mine);
            return () -> {
                boolean prevented = wanting.remove(mine);
                if (!prevented) {
                    tell();
                }
                return prevented;
            };
        }
    }

    /**
     * Senders, and receivers of several values by all forms: each value arrives once, and those of a sender in order.
     */
    @Test
    void receivesOfSeveral_loseNothing() {
        ChosenSchedules.run(SCHEDULES, () -> {
            for (int capacity = 0; capacity <= 2; capacity++) {
                Chan<Integer> c = chan(capacity);
                CancelContext context = Context.withCancel(Context.background());
                List<GoHandle> senders = List.range(0, 3)
                        .map(i -> go(() -> {
                            for (int k = 0; k < 4; k++) {
                                c.send(10 * i + k);
                            }
                        }));
                java.util.List<Integer> got = new ArrayList<>();
                List<GoHandle> receivers = List.of(
                        go(() -> drain(got, () -> c.recvUpTo(3))),
                        go(() ->
                                drain(got, () -> choose().recvUpTo(c, 2, v -> v).get())),
                        go(() -> {
                            try {
                                drain(got, () -> c.recvUpTo(4, context));
                            } catch (CancelledException e) {
                                drain(got, () -> c.recvUpTo(1));
                            }
                        }));
                go(context::cancel);
                senders.forEach(GoHandle::join);
                c.close();
                receivers.forEach(GoHandle::join);
                for (int sender = 0; sender < 3; sender++) {
                    int first = 10 * sender;
                    assertEquals(
                            4,
                            got.stream()
                                    .filter(v -> v / 10 * 10 == first)
                                    .distinct()
                                    .count());
                }
                assertEquals(12, got.size());
                assertEquals(12, new java.util.HashSet<>(got).size());
                assertEquals(23, Collections.max(got));
            }
        });
    }

    private interface Receive {
        List<Integer> get() throws Exception;
    }

    private static void drain(java.util.List<Integer> into, Receive receive) throws Exception {
        for (List<Integer> values = receive.get(); values.nonEmpty(); values = receive.get()) {
            into.addAll(values.asJava());
        }
    }
}
