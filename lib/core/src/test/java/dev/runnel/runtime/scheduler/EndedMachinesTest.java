package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Ms that have ended are garbage, also if somebody keeps the goroutines that they ran: else the JVM's count of threads
 * would never fit, and no deadlock would be found.
 */
class EndedMachinesTest {

    private static final int GOROUTINES = 1000;

    @Test
    void machines_thatHaveEnded_areKeptByNobody() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            List<GoHandle> handles = new ArrayList<>();
            List<WeakReference<Thread>> threads = new ArrayList<>();
            Chan<WeakReference<Thread>> begun = chan();
            Chan<Void> gate = chan();
            for (int i = 0; i < GOROUTINES; i++) {
                handles.add(runtime.go(() -> {
                    begun.send(new WeakReference<>(Thread.currentThread()));
                    gate.recv();
                }));
                threads.add(begun.recv().get());
            }
            assertTrue(runtime.stats().machines() >= GOROUTINES);
            gate.close();
            handles.forEach(GoHandle::join);
            Await.until(() -> {
                System.gc();
                long kept = threads.stream().filter(t -> t.get() != null).count();
                return kept <= runtime.stats().machines();
            });
            assertTrue(runtime.stats().machines() < GOROUTINES);
            assertEquals(GOROUTINES, handles.stream().filter(GoHandle::hasEnded).count());
            Reference.reachabilityFence(handles);
        }
    }

    @Test
    void pThatHasGone_keepsNoMachine() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<Scheduler> found = chan(1);
            runtime.go(() -> found.send(Machine.current().scheduler));
            Scheduler scheduler = found.recv().get();
            Processor gone = scheduler.processors[1];
            runtime.procs(1);
            gone.seenHolder = scheduler.machines.snapshot().get(0);
            runtime.go(() -> {}).join(); // the watchdog looks again
            Await.until(() -> gone.seenHolder == null);
        }
    }
}
