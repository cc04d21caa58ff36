package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The number of Ps changes while goroutines run: P69-P71. */
class ProcsTest {

    private static final long HOUR = 3_600_000_000_000L;

    private static List<Integer> ids(Scheduler s) {
        return Arrays.stream(s.processors).map(p -> p.id).toList();
    }

    @Test
    void change_returnsWhatWasBefore_andANumberBelowOneOnlyAsks() {
        Runtimes.run(2, () -> {
            Scheduler s = Scheduler.current();
            assertEquals(2, Go.gomaxprocs(0));
            assertEquals(2, Go.gomaxprocs(5));
            assertEquals(List.of(0, 1, 2, 3, 4), ids(s));
            assertEquals(5, Go.gomaxprocs(-1));
            assertEquals(5, Go.gomaxprocs(1));
            assertEquals(List.of(0), ids(s));
            assertEquals(1, Go.gomaxprocs(3));
            assertEquals(3, s.view.stats().procs());
            s.view.checkQueues();
        });
    }

    @Test
    void numbersThatAreNotAllowed_areNamed() {
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(1))) {
            for (int n : new int[] {-1, 0, RuntimeConfig.MAX_PROCS + 1}) {
                var e = assertThrows(IllegalArgumentException.class, () -> runtime.procs(n));
                assertEquals("procs: '" + n + "' is not allowed; allowed: 1 to 4096", e.getMessage());
            }
            assertEquals(1, runtime.procs());
        }
    }

    @Test
    void runtimeThatIsClosed_keepsWhatItHad() {
        GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(2));
        runtime.close();
        assertEquals(2, runtime.procs(4));
        assertEquals(2, runtime.procs(1));
        assertEquals(2, runtime.procs());
    }

    @Test
    void goroutinesThatUnwind_mayChangeIt_toNoEffect() {
        AtomicInteger before = new AtomicInteger();
        AtomicReference<Procs> procs = new AtomicReference<>();
        Runtimes.run(2, () -> {
            procs.set(Scheduler.current().procs);
            Chan<Integer> never = Go.chan();
            go(() -> {
                try {
                    never.recv();
                } finally {
                    before.set(Go.gomaxprocs(7));
                }
            });
            Await.until(() -> !Scheduler.current().view.waitedFor().isEmpty());
        });
        assertEquals(2, before.get());
        assertEquals(2, procs.get().wanted());
        assertEquals(2, procs.get().known().length);
    }

    /** P71, for two Ps that are no longer idle: what each had comes before all that was there. */
    @Test
    void whatAPHadQueued_isAtTheHeadOfTheGlobalQueue_nextFirst() {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(3));
        try {
            List<Goroutine> made = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                Goroutine g = new Goroutine(s, 1000 + i, 0, null, () -> {});
                g.become(GoroutineStatus.RUNNABLE);
                made.add(g);
            }
            Processor one = s.processors[1];
            Processor two = s.processors[2];
            s.lock(); // nobody takes what is queued
            s.idle.remove(one);
            s.idle.remove(two);
            s.global.put(made.get(0));
            for (int i = 1; i <= 4; i++) {
                one.queue.putNext(made.get(i), s.overflow);
            }
            for (int i = 5; i <= 7; i++) {
                two.queue.putNext(made.get(i), s.overflow);
            }
            one.stay = Processor.Stay.GOES;
            two.stay = Processor.Stay.GOES;
            s.procs.endsLocked(one);
            s.procs.endsLocked(two);
            List<Goroutine> queued = s.global.elements();
            List<Integer> left = ids(s);
            while (!s.global.isEmpty()) {
                s.global.take();
            }
            s.unlock();
            assertEquals(
                    List.of(7, 5, 6, 4, 1, 2, 3, 0),
                    queued.stream().map(made::indexOf).toList());
            assertEquals(List.of(0), left);
        } finally {
            s.ending().close();
        }
    }

    /** The list of the carriers that are left; there is no memory for another one. */
    private static final class NotCopied extends AbstractList<Carrier> {
        @Override
        public Carrier get(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public Object[] toArray() {
            throw new OutOfMemoryError("for a test");
        }
    }

    /** There is no memory to put the P away: whoever has it in hand still has it, and tries again later. */
    @Test
    void aPThatCannotBePutAway_goesOn_untilItCan() {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(2));
        try {
            s.lock();
            Processor p = s.processors[1];
            s.idle.remove(p);
            p.stay = Processor.Stay.GOES;
            s.unlock();
            s.procs.carriersLeft = new NotCopied();
            assertFalse(s.procs.putAway(p));
            assertNotEquals(0, p.couldNotEndAt);
            s.procs.carriersLeft = List.of();
            p.couldNotEndAt = System.nanoTime() + HOUR;
            assertFalse(s.procs.putAway(p));
            assertFalse(p.idle);
            p.couldNotEndAt = System.nanoTime() - HOUR;
            assertTrue(s.procs.putAway(p));
            assertEquals(List.of(0), ids(s));
        } finally {
            s.ending().close();
        }
    }

    /** There is no memory to put the P away while it is idle; another call puts it away. */
    @Test
    void anIdlePThatCouldNotBePutAway_isByTheNextCall() {
        Runtimes.run(2, () -> {
            Scheduler s = Scheduler.current();
            Await.until(() -> s.idle.processors() == 1);
            s.procs.carriersLeft = new NotCopied();
            s.procs.change(1);
            assertEquals(List.of(0, 1), ids(s));
            s.processors[1].couldNotEndAt = System.nanoTime() + HOUR; // nobody else tries again
            s.procs.carriersLeft = List.of();
            s.procs.change(1);
            Await.until(() -> s.processors.length == 1);
        });
    }

    /**
     * The last of three Ps is in the hands of somebody who does not look meanwhile: it is still one of the existing Ps,
     * and may stay after all.
     */
    @Test
    void aPThatWasToGo_isOneUntilItIsPutAway_andStaysIfItIsWantedAgain() {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(3));
        try {
            Processor last = s.processors[2];
            s.lock();
            s.idle.remove(last);
            s.unlock();
            assertEquals(3, s.procs.change(1));
            assertTrue(last.goes());
            assertTrue(last.sliceOver, "who has it gives it up at its next call");
            assertEquals(List.of(0, 2), ids(s));
            assertEquals(1, s.procs.change(2));
            assertTrue(last.goes());
            assertEquals(List.of(0, 1, 2), ids(s));
            assertEquals(2, s.procs.change(3));
            assertFalse(last.goes());
            assertFalse(s.procs.putAway(last));
            assertEquals(List.of(0, 1, 2), ids(s));
            Await.until(() -> s.carriers.serving() == (s.isDedicated() ? 3 : 0));
            s.lock();
            s.idle.put(last);
            s.unlock();
            s.view.checkQueues();
        } finally {
            s.ending().close();
        }
    }

    /** The first P is taken first, and each has the carrier that is named after it. */
    @Test
    void psThatAreNew_areIdleInTheirOrder_andHaveTheirOwnCarriers() throws ReflectiveOperationException {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(4));
        try {
            s.lock();
            List<Processor> idle = s.idle.listProcessors();
            s.unlock();
            assertEquals(List.of(s.processors), idle);
            VarHandle name = MethodHandles.privateLookupIn(Carrier.class, MethodHandles.lookup())
                    .findVarHandle(Carrier.class, "name", String.class);
            for (Processor p : s.processors) {
                Carrier carrier = p.carrier;
                assertEquals(s.isDedicated() ? "runnel-P-" + p.id : null, carrier == null ? null : name.get(carrier));
            }
        } finally {
            s.ending().close();
        }
    }

    /** Else the first goroutine that runs there would have no slice. */
    @Test
    void aPThatIsWantedAgain_beginsAnew() {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(2).withTimeSlice(Duration.ofHours(1)));
        try {
            Processor p = s.processors[1];
            s.procs.change(1);
            assertEquals(List.of(0), ids(s));
            assertTrue(p.sliceOver);
            s.procs.change(2);
            assertSame(p, s.processors[1]);
            assertFalse(p.sliceOver);
        } finally {
            s.ending().close();
        }
    }

    /** The other P was idle before, and the goroutine that this P had to run is now for all. */
    @Test
    void whatAPHadToRun_isRunByAnIdleOne() {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(2));
        try {
            Processor first = s.processors[0];
            Processor last = s.processors[1];
            s.lock();
            s.idle.remove(first);
            s.idle.remove(last);
            s.unlock();
            Goroutine g = s.go("queued", () -> {});
            s.lock();
            last.queue.putNext(s.global.take(), s.overflow);
            s.idle.put(first);
            last.stay = Processor.Stay.GOES;
            s.unlock();
            assertTrue(s.procs.putAway(last));
            Await.until(g::hasEnded);
        } finally {
            s.ending().close();
        }
    }

    /** The watchdog may have looked at the heir's timers before the heir got these, and would sleep past them. */
    @Test
    void watchdog_isToldThatAPIsGone() {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(2));
        HeldWatchdog watchdog = new HeldWatchdog(s);
        try {
            Processor last = s.processors[1];
            s.lock();
            s.idle.remove(last);
            last.stay = Processor.Stay.GOES;
            s.unlock();
            assertEquals(0, watchdog.wakings());
            assertTrue(s.procs.putAway(last));
            Await.until(() -> watchdog.wakings() > 0);
        } finally {
            watchdog.letGo();
            s.ending().close();
        }
    }

    /** The P is taken from the hog, and the call comes back. */
    @Test
    void hogsP_goes() {
        TwoPs.run(() -> {
            Scheduler s = Scheduler.current();
            Go.gomaxprocs(1);
            Await.until(() -> s.processors.length == 1);
            Go.gosched(); // now has the P that stays, whichever it had
            Go.gomaxprocs(2);
            TwoPs two = new TwoPs();
            assertSame(s.processors[0], Machine.current().processor());
            // by a thread that is not a goroutine: a goroutine would wait meanwhile, and be work for others, which
            // takes the P as well
            FutureTask<Integer> change = new FutureTask<>(() -> s.procs.change(1));
            Thread.ofPlatform().start(change);
            TwoPs.spinUntil(() -> s.processors.length == 1);
            assertEquals(1, s.outside.count());
            two.leave();
            two.join();
            assertEquals(0, s.outside.count());
            s.view.checkQueues();
            assertEquals(2, change.get());
        });
    }

    @Test
    void callersOwnP_goes() {
        Runtimes.run(Runtimes.withProcs(8).withTimeSlice(Duration.ofHours(1)), () -> {
            Scheduler s = Scheduler.current();
            for (int i = 0; i < 100; i++) {
                Go.gomaxprocs(8);
                List<GoHandle> all = new ArrayList<>();
                for (int j = 0; j < 8; j++) {
                    all.add(go(() -> {
                        Go.gomaxprocs(1);
                        Await.until(() -> s.processors.length == 1);
                        Go.gosched(); // it may have lost its P while it waited
                        assertSame(s.processors[0], Machine.current().processor());
                    }));
                }
                all.forEach(GoHandle::join);
            }
        });
    }

    @Test
    void moreAtRuntime_runWhatIsQueued() {
        Runtimes.run(Runtimes.withProcs(1).withTimeSlice(Duration.ofHours(1)), () -> {
            AtomicBoolean ran = new AtomicBoolean();
            go(() -> ran.set(true));
            try (GoRuntime other = new GoRuntime(RuntimeConfig.fromProperties().withProcs(1))) {
                Scheduler mine = Scheduler.current();
                other.go(() -> mine.view.changeProcs(2));
                TwoPs.spinUntil(ran::get); // main keeps its P
            }
        });
    }

    @Test
    void deterministicRun_hasOneP() {
        Scheduler s = Schedulers.directed(RuntimeConfig.fromProperties(), new FirstAlways());
        try {
            assertEquals(1, s.view.changeProcs(1));
            var e = assertThrows(IllegalStateException.class, () -> s.view.changeProcs(2));
            assertEquals("procs: '2' is not allowed; a deterministic run has one P", e.getMessage());
        } finally {
            s.ending().close();
        }
    }

    /** With dedicated carriers there are soon as many threads as Ps. */
    @Test
    void carrierOfAPThatIsGone_ends() {
        Runtimes.run(2, () -> {
            Scheduler s = Scheduler.current();
            if (!s.isDedicated()) {
                return;
            }
            for (int round = 0; round < 20; round++) {
                for (int n : new int[] {6, 3, 1, 2}) {
                    Go.gomaxprocs(n);
                    Await.until(() -> s.procs.known().length == 6
                            && Arrays.stream(s.procs.known())
                                            .filter(p -> p.carrier != null)
                                            .count()
                                    == n);
                }
            }
            Await.until(() -> s.carriers.serving() == 2);
        });
    }
}
