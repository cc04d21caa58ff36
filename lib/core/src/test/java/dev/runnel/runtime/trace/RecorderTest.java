package dev.runnel.runtime.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.runnel.Await;
import dev.runnel.runtime.Racers;
import dev.runnel.runtime.choice.VirtualClock;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.FlightRecord;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A snapshot has the events of all Ps in the order of their causes, of one moment and without gaps: T3, T5, T6. */
class RecorderTest {

    private static FlightRecord snapshot(Recorder recorder) {
        return recorder.snapshot(false, List.of("running"), List.of());
    }

    @Test
    void snapshot_isInTheOrderOfCauses() {
        VirtualClock clock = new VirtualClock();
        clock.advanceTo(100);
        Recorder recorder = new Recorder(2, 16, clock, true);
        long stamp = recorder.putCreated(-1, 1, "main", 0);
        stamp = recorder.put(1, EventKind.STARTED, 1, stamp, 0, 0);
        stamp = recorder.put(1, EventKind.PARKED, 1, stamp, 0, 5);
        stamp = recorder.put(-1, EventKind.READIED, 1, stamp, 0, 0);
        clock.advanceTo(200);
        stamp = recorder.put(0, EventKind.RUNNING, 1, stamp, 0, 0);
        recorder.put(0, EventKind.ENDED, 1, stamp, 1, 0);
        FlightRecord record = snapshot(recorder);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < record.size(); i++) {
            text.append(record.time(i)).append(' ').append(record.kind(i)).append(" P");
            text.append(record.p(i)).append(" a").append(record.a(i)).append(" b");
            text.append(record.b(i)).append('\n');
        }
        assertEquals("""
                0 CREATED P-1 a0 b0
                1 STARTED P1 a0 b0
                2 PARKED P1 a0 b5
                3 READIED P-1 a0 b0
                100 RUNNING P0 a0 b0
                101 ENDED P0 a1 b0
                """, text.toString());
        assertEquals(List.of(new FlightRecord.Named(1, "main", 0)), record.goroutines());
        assertTrue(record.about().complete());
        assertTrue(record.about().virtualClock());
        assertEquals(101, record.about().end());
    }

    @Test
    void overwritten_leavesNoGaps() {
        Recorder recorder = new Recorder(2, 4, null, true);
        long calm = recorder.putCreated(0, 1, "calm", 0);
        recorder.put(0, EventKind.STARTED, 1, calm, 0, 0);
        long busy = recorder.putCreated(1, 2, "busy", 0);
        for (int i = 0; i < 20; i++) {
            busy = recorder.put(1, EventKind.READIED, 2, busy, i, 0);
        }
        FlightRecord record = snapshot(recorder);
        assertEquals(3, record.size(), "of the calm one there is nothing as old as what is left of the busy one");
        assertEquals(19, record.a(2));
        assertEquals(20, record.about().lost());
        assertFalse(record.about().complete());
        assertEquals(List.of(new FlightRecord.Named(2, null, -1)), record.goroutines());
    }

    /** What is recorded by somebody who has not heard of the stop yet does not belong to the recording. */
    @Test
    void stopped_endsThere() {
        Recorder recorder = new Recorder(1, 16, null, true);
        long stamp = recorder.putCreated(0, 1, "main", 0);
        pass(2_000_000);
        recorder.stop();
        long end = snapshot(recorder).about().end();
        pass(2_000_000);
        recorder.stop();
        recorder.put(0, EventKind.STARTED, 1, stamp, 0, 0);
        FlightRecord record = snapshot(recorder);
        assertEquals(end, record.about().end());
        assertEquals(1, record.size());
        assertTrue(record.about().complete());
    }

    /** There may be no memory for it, and whoever records an event goes on then. */
    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void roomForMorePs_isMadeBeforeTheLockIsTaken() throws Exception {
        int procs = 100_000;
        Recorder recorder = new Recorder(1, 2, null, true);
        recorder.put(procs - 1, EventKind.IDLE, 0, 0, 0, 0);
        SpinLock lock = (SpinLock) MethodHandles.privateLookupIn(Recorder.class, MethodHandles.lookup())
                .findVarHandle(Recorder.class, "outsideLock", SpinLock.class)
                .get(recorder);
        Thread recording =
                Thread.ofPlatform().daemon().unstarted(() -> recorder.put(procs, EventKind.IDLE, 0, 0, 0, 0));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        lock.lock();
        recording.start();
        Await.until(() -> threads.getThreadAllocatedBytes(recording.threadId()) > 4 * procs);
        lock.unlock();
        recording.join();
        assertEquals(2, snapshot(recorder).size());
    }

    @Test
    void stoppedInVirtualTime_endsThere() {
        VirtualClock clock = new VirtualClock();
        Recorder recorder = new Recorder(1, 16, clock, true);
        recorder.putCreated(0, 1, "main", 0);
        clock.advanceTo(200);
        recorder.stop();
        clock.advanceTo(500);
        assertEquals(200, snapshot(recorder).about().end());
        assertEquals(1, snapshot(recorder).size());
    }

    private static void pass(long nanos) {
        long later = System.nanoTime() + nanos;
        while (System.nanoTime() - later < 0) {
            Thread.onSpinWait();
        }
    }

    /** A token goes from P to P; each passing is recorded by the giver, and then by the taker. */
    @Test
    void snapshotsWhileWritten_haveEachEventWithItsCause() throws Exception {
        Recorder recorder = new Recorder(2, 64, null, true);
        AtomicInteger turn = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        long[] stamp = new long[1];
        Racers.race(() -> pass(recorder, turn, 0, stamp, done), () -> pass(recorder, turn, 1, stamp, done), () -> {
            try {
                for (int i = 0; i < 2000; i++) {
                    FlightRecord record = snapshot(recorder);
                    for (int e = 1; e < record.size(); e++) {
                        assertEquals(record.a(e - 1) + 1, record.a(e), "a step is missing");
                        assertTrue(record.time(e - 1) < record.time(e));
                    }
                }
            } finally {
                done.set(true);
            }
        });
    }

    private static void pass(Recorder recorder, AtomicInteger turn, int p, long[] stamp, AtomicBoolean done) {
        while (!done.get()) {
            int step = turn.get();
            if (step % 2 == p) {
                stamp[0] = recorder.put(p, EventKind.READIED, 1, stamp[0], step, 0);
                turn.set(step + 1);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void live_areNamedThoughTheyDoNotOccur() {
        Recorder recorder = new Recorder(1, 16, null, false);
        recorder.putCreated(0, 9, null, 4);
        List<FlightRecord.Named> live = List.of(new FlightRecord.Named(4, "four", 1));
        FlightRecord record = recorder.snapshot(true, List.of(), live);
        Map<Long, FlightRecord.Named> named =
                record.goroutines().stream().collect(Collectors.toMap(FlightRecord.Named::id, g -> g));
        assertEquals("four", named.get(4L).name());
        assertEquals(4, named.get(9L).createdBy());
        assertTrue(record.about().dedicated());
        assertFalse(record.about().complete());
    }
}
