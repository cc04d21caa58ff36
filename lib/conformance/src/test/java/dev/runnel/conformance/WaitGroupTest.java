package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.sync.SyncException;
import dev.runnel.sync.WaitGroup;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Go's tests of {@code sync.WaitGroup}. */
class WaitGroupTest {

    @GoTest(
            value = "sync/waitgroup_test.go, TestWaitGroup",
            covers = {"W1", "W3"},
            schedules = 20)
    void barrierOfTwoGroups_eightTimes() {
        WaitGroup first = new WaitGroup();
        WaitGroup second = new WaitGroup();
        int n = 16;
        for (int round = 0; round < 8; round++) {
            Chan<Boolean> exited = chan(n);
            first.add(n);
            second.add(n);
            for (int i = 0; i < n; i++) {
                go(() -> {
                    first.done();
                    second.await();
                    exited.send(true);
                });
            }
            first.await();
            for (int i = 0; i < n; i++) {
                assertTrue(exited.tryRecv().isEmpty(), "released too soon");
                second.done();
            }
            for (int i = 0; i < n; i++) {
                exited.recv();
            }
        }
    }

    @GoTest(
            value = "sync/waitgroup_test.go, TestWaitGroupMisuse",
            covers = {"W2"},
            everySchedule = true)
    void moreDoneThanAdded_fails() {
        WaitGroup wg = new WaitGroup();
        wg.add(1);
        wg.done();
        SyncException e = assertThrows(SyncException.NegativeCounter.class, wg::done);
        assertEquals("sync: negative WaitGroup counter", e.getMessage());
    }

    @GoTest(
            value = "sync/waitgroup.go, Wait",
            covers = {"W2"},
            schedules = 200,
            everySchedule = true)
    void reuseBeforeTheLastWaitHasReturned_isFoundIfItHappens() {
        WaitGroup wg = new WaitGroup();
        AtomicBoolean found = new AtomicBoolean();
        wg.add(1);
        var waiter = Waiting.start(() -> {
            try {
                wg.await();
            } catch (SyncException.Reused e) {
                assertEquals("sync: WaitGroup is reused before previous Wait has returned", e.getMessage());
                found.set(true);
            }
        });
        Waiting.forReason(waiter, "sync.WaitGroup.Wait");
        wg.done();
        boolean returned = waiter.hasEnded();
        wg.add(1);
        waiter.join();
        assertFalse(returned && found.get());
        wg.done();
    }

    @GoTest(
            value = "sync/waitgroup_test.go, TestWaitGroupRace",
            covers = {"W1", "W4"},
            schedules = 20)
    void manyShortGroups() {
        for (int round = 0; round < 100; round++) {
            WaitGroup wg = new WaitGroup();
            AtomicInteger n = new AtomicInteger();
            for (int i = 0; i < 2; i++) {
                wg.add(1);
                go(() -> {
                    n.incrementAndGet();
                    wg.done();
                });
            }
            wg.await();
            assertEquals(2, n.get());
        }
    }

    @GoTest(
            value = "sync/waitgroup_test.go, TestWaitGroupGo",
            covers = {"W5", "W4"})
    void go_isDoneWhenItsBodyEnds_alsoByGoexit() {
        WaitGroup wg = new WaitGroup();
        int[] plain = new int[4];
        for (int i = 0; i < plain.length; i++) {
            int mine = i;
            wg.go(() -> {
                plain[mine] = 1;
                if (mine == 1) {
                    Go.goexit();
                }
                wg.go(() -> plain[mine]++);
            });
        }
        wg.await();
        for (int i = 0; i < plain.length; i++) {
            assertEquals(i == 1 ? 1 : 2, plain[i]);
        }
    }
}
