package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import java.util.ArrayList;
import java.util.List;

/** Go's tests of {@code sync.Cond}. */
class CondTest {

    private final Mutex m = new Mutex();
    private final Cond c = new Cond(m);

    @GoTest(
            value = "sync/cond_test.go, TestCondSignal",
            covers = {"CV1"})
    void signal_wakesOne() {
        int n = 2;
        Chan<Boolean> running = chan(n);
        Chan<Boolean> awake = chan(n);
        for (int i = 0; i < n; i++) {
            go(() -> {
                m.lock();
                running.send(true);
                c.await();
                awake.send(true);
                m.unlock();
            });
        }
        for (int i = 0; i < n; i++) {
            running.recv();
        }
        while (n > 0) {
            assertTrue(awake.tryRecv().isEmpty(), "asleep");
            m.locked(c::signal);
            awake.recv();
            assertTrue(awake.tryRecv().isEmpty(), "too many are awake");
            n--;
        }
        c.signal();
    }

    @GoTest(
            value = "sync/cond_test.go, TestCondSignalGenerations",
            covers = {"CV1"},
            schedules = 20)
    void signals_wakeInTheOrderOfComing() {
        int n = 50;
        Chan<Boolean> running = chan(n);
        Chan<Integer> awake = chan(n);
        for (int i = 0; i < n; i++) {
            int number = i;
            go(() -> {
                m.lock();
                running.send(true);
                c.await();
                awake.send(number);
                m.unlock();
            });
            if (i > 0) {
                assertEquals(i - 1, awake.recv().get());
            }
            running.recv();
            m.locked(c::signal);
        }
    }

    @GoTest(
            value = "sync/cond_test.go, TestCondBroadcast",
            covers = {"CV1"},
            schedules = 20)
    void broadcast_wakesEachOnce_roundAfterRound() {
        int n = 20;
        int rounds = 5;
        int[] round = {0};
        int[] waiting = {0};
        int[] wakeUps = new int[n];
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int number = i;
            all.add(go(() -> m.locked(() -> {
                for (int mine = 1; mine <= rounds; mine++) {
                    waiting[0]++;
                    c.await();
                    wakeUps[number]++;
                    assertEquals(mine, round[0], "no wake-up comes but from the broadcast of the round");
                }
            })));
        }
        for (int r = 1; r <= rounds; r++) {
            int expected = r;
            Waiting.until(() -> {
                m.lock();
                boolean allWait = waiting[0] == expected * n;
                if (allWait) {
                    round[0] = expected;
                    c.broadcast();
                }
                m.unlock();
                return allWait;
            });
        }
        all.forEach(GoHandle::join);
        for (int count : wakeUps) {
            assertEquals(rounds, count);
        }
    }

    @GoTest(
            value = "sync/cond_test.go, TestRace",
            covers = {"CV1", "M7"})
    void threeParties_passAValueOn() {
        int[] x = {0};
        List<GoHandle> all = List.of(
                go(() -> m.locked(() -> {
                    x[0] = 1;
                    c.await();
                    assertEquals(2, x[0]);
                    x[0] = 3;
                    c.signal();
                })),
                go(() -> {
                    m.lock();
                    while (x[0] != 1) {
                        m.unlock();
                        gosched();
                        m.lock();
                    }
                    x[0] = 2;
                    c.signal();
                    m.unlock();
                }),
                go(() -> {
                    m.lock();
                    while (x[0] < 2) {
                        m.unlock();
                        gosched();
                        m.lock();
                    }
                    if (x[0] == 2) {
                        c.await();
                        assertEquals(3, x[0]);
                    }
                    m.unlock();
                }));
        all.forEach(GoHandle::join);
    }

    @GoTest(
            value = "sync/cond_test.go, TestCondSignalStealing",
            covers = {"CV2"},
            schedules = 200)
    void laterWaiter_stealsNoBroadcast() {
        for (int round = 0; round < 20; round++) {
            Mutex mutex = new Mutex();
            Cond cond = new Cond(mutex);
            Chan<Boolean> ch = chan();
            go(() -> {
                mutex.lock();
                ch.send(true);
                cond.await();
                mutex.unlock();
                ch.send(true);
            });
            ch.recv();
            mutex.locked(() -> {}); // it waits now, or is about to
            boolean[] over = {false};
            go(cond::broadcast);
            GoHandle later = go(() -> mutex.locked(() -> {
                while (!over[0]) {
                    cond.await();
                }
            }));
            ch.recv();
            mutex.locked(() -> over[0] = true);
            cond.broadcast();
            later.join();
        }
    }
}
