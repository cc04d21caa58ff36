package dev.runnel.sync;

import static dev.runnel.sync.Parties.awaitWaiting;
import static dev.runnel.sync.Parties.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Waits for locks, groups and conditions with a cancellation: either what was waited for has happened, or it has not
 * and the wait says so.
 */
class CancelledSyncTest {

    private interface Take {
        void with(Cancellation by) throws CancelledException, InterruptedException;
    }

    /**
     * An object that is taken.
     *
     * @param waits waits for it
     * @param letGo lets the one that waits have it
     * @param giveBack undoes the wait; called by the one that has waited
     * @param noWaiter whether nobody waits for it
     * @param tryTake takes it; gives whether that was possible
     */
    private record Taken(
            Take waits, Runnable letGo, Runnable giveBack, BooleanSupplier noWaiter, BooleanSupplier tryTake) {

        /** Whether nobody waits for it, and it can be had; called by the one that has freed it. */
        boolean isFree() {
            return noWaiter.getAsBoolean() && tryTake.getAsBoolean();
        }
    }

    private enum Form {
        MUTEX {
            @Override
            Taken taken() {
                Mutex m = new Mutex();
                m.lock();
                return new Taken(m::lock, m::unlock, m::unlock, () -> waiting(m) == 0, m::tryLock);
            }
        },
        READ {
            @Override
            Taken taken() {
                RWMutex rw = new RWMutex();
                rw.lock();
                return new Taken(rw::readLock, rw::unlock, rw::readUnlock, () -> waiting(rw) == 0, rw::tryLock);
            }
        },
        WRITE_AFTER_A_READER {
            @Override
            Taken taken() {
                RWMutex rw = new RWMutex();
                rw.readLock();
                return new Taken(
                        rw::lock,
                        rw::readUnlock,
                        rw::unlock,
                        () -> !rw.toString().contains("a writer waits"),
                        rw::tryLock);
            }
        },
        WRITE_AFTER_A_WRITER {
            @Override
            Taken taken() {
                RWMutex rw = new RWMutex();
                rw.lock();
                return new Taken(
                        rw::lock, rw::unlock, rw::unlock, () -> !rw.toString().contains("a writer waits"), rw::tryLock);
            }
        },
        GROUP {
            @Override
            Taken taken() {
                WaitGroup wg = new WaitGroup();
                wg.add(1);
                return new Taken(
                        wg::await,
                        wg::done,
                        () -> {},
                        () -> waiting(wg) == 0,
                        () -> wg.toString().endsWith("(counter 0)"));
            }
        },
        SEMAPHORE {
            @Override
            Taken taken() {
                Semaphore s = new Semaphore(1);
                s.acquire();
                return new Taken(s::acquire, s::release, s::release, () -> waiting(s) == 0, s::tryAcquire);
            }
        };

        abstract Taken taken();
    }

    /** A context whose registrations are counted. */
    private record Counted(Context of, AtomicInteger registered) implements Cancellation {

        Counted(Context of) {
            this(of, new AtomicInteger());
        }

        @Override
        public RecvChan<Void> done() {
            return of.done();
        }

        @Override
        public Option<CancelledException> err() {
            return of.err();
        }

        @Override
        public Option<Throwable> cause() {
            return of.cause();
        }

        @Override
        public Stop onDone(Runnable action) {
            Stop stop = of.onDone(action);
            registered.incrementAndGet();
            return () -> {
                registered.decrementAndGet();
                return stop.stop();
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancel_endsTheWait_andTakesNothing(Kind kind) {
        kind.run(crew -> {
            for (Form form : Form.values()) {
                Taken taken = form.taken();
                CancelContext context = Context.withCancel(Context.background());
                Counted by = new Counted(context);
                Member waits = crew.go(
                        () -> assertThrows(Canceled.class, () -> taken.waits().with(by)));
                Await.until(() -> !taken.noWaiter().getAsBoolean());
                context.cancel();
                waits.join();
                assertEquals(0, by.registered.get(), form::name);
                assertTrue(taken.noWaiter().getAsBoolean(), form::name);
                taken.letGo().run();
                assertTrue(taken.isFree(), form::name);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void cancelledAlready_takesNothing_evenIfItIsFree(Kind kind) {
        kind.run(crew -> {
            IllegalStateException why = new IllegalStateException("enough");
            for (Form form : Form.values()) {
                Taken taken = form.taken();
                var context = Context.withCancelCause(Context.background());
                context.cancel(why);
                assertSame(
                        why,
                        assertThrows(Canceled.class, () -> taken.waits().with(context))
                                .getCause());
                taken.letGo().run();
                assertThrows(Canceled.class, () -> taken.waits().with(context), form::name);
                assertTrue(taken.isFree(), form::name);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void whoIsGivenIt_hasIt_andTheContextForgetsIt(Kind kind) {
        kind.run(crew -> {
            for (Form form : Form.values()) {
                Taken taken = form.taken();
                CancelContext context = Context.withCancel(Context.background());
                Counted by = new Counted(context);
                Member waits = crew.go(() -> {
                    taken.waits().with(by);
                    context.cancel(); // too late
                    taken.giveBack().run();
                });
                Await.until(() -> !taken.noWaiter().getAsBoolean());
                taken.letGo().run();
                waits.join();
                assertEquals(0, by.registered.get(), form::name);
                assertTrue(taken.isFree(), form::name);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void free_isTakenWithoutARegistration(Kind kind) {
        kind.run(crew -> {
            for (Form form : Form.values()) {
                Taken taken = form.taken();
                taken.letGo().run();
                Counted by = new Counted(Context.background());
                taken.waits().with(by);
                taken.giveBack().run();
                assertTrue(taken.isFree(), form::name);
                assertEquals(0, by.registered.get(), form::name);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void interrupt_endsTheWait(Kind kind) {
        kind.run(crew -> {
            for (Form form : Form.values()) {
                Taken taken = form.taken();
                Counted by = new Counted(Context.withCancel(Context.background()));
                Member waits = crew.go(() -> {
                    assertThrows(InterruptedException.class, () -> taken.waits().with(by));
                    assertFalse(Thread.currentThread().isInterrupted());
                });
                Await.until(() -> !taken.noWaiter().getAsBoolean());
                waits.thread().interrupt();
                waits.join();
                assertEquals(0, by.registered.get(), form::name);
                taken.letGo().run();
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, () -> taken.waits().with(by), form::name);
                assertTrue(taken.isFree(), form::name);
            }
        });
    }

    /** The cancel, the release and an interrupt race; whoever wins, nothing is lost. */
    @ParameterizedTest
    @EnumSource
    void cancelReleaseAndInterrupt_atOnce_loseNothing(Kind kind) {
        kind.run(crew -> {
            for (Form form : Form.values()) {
                for (int i = 0; i < 100; i++) {
                    Taken taken = form.taken();
                    CancelContext context = Context.withCancel(Context.background());
                    Member waits = crew.go(() -> {
                        try {
                            taken.waits().with(context);
                            taken.giveBack().run();
                        } catch (CancelledException | InterruptedException e) {
                            // the wait has taken nothing
                        }
                        Thread.interrupted();
                    });
                    Member cancels = crew.go(context::cancel);
                    if (i % 3 == 0) {
                        waits.thread().interrupt();
                    }
                    taken.letGo().run();
                    waits.join();
                    cancels.join();
                    assertTrue(taken.isFree(), form::name);
                }
            }
        });
    }

    /** Those that wait behind the writer go on. */
    @ParameterizedTest
    @EnumSource
    void writerThatGivesUp_letsReadersIn(Kind kind) {
        kind.run(crew -> {
            RWMutex rw = new RWMutex();
            rw.readLock();
            CancelContext context = Context.withCancel(Context.background());
            Member writer = crew.go(() -> assertThrows(Canceled.class, () -> rw.lock(context)));
            Await.until(() -> rw.toString().contains("a writer waits"));
            Member reader = crew.go(() -> rw.readLock(Context.background()));
            awaitWaiting(rw, 1);
            context.cancel();
            writer.join();
            reader.join();
            rw.readUnlock();
            rw.readUnlock();
            assertTrue(rw.tryLock());
        });
    }

    @ParameterizedTest
    @EnumSource
    void condition_hasTheLockAgain_andUsesNoSignalUp(Kind kind) {
        kind.run(crew -> {
            Mutex m = new Mutex();
            Cond c = new Cond(m);
            CancelContext context = Context.withCancel(Context.background());
            Counted by = new Counted(context);
            int[] inLine = {0};
            Member givesUp = crew.go(() -> m.locked(() -> {
                inLine[0]++;
                assertThrows(Canceled.class, () -> c.await(by));
                assertFalse(m.tryLock(), "has the lock again");
                assertThrows(Canceled.class, () -> c.await(by));
                assertFalse(m.tryLock(), "has it still");
            }));
            Await.until(() -> m.lockedValue(() -> inLine[0] == 1));
            Member patient = crew.go(() -> m.locked(() -> {
                inLine[0]++;
                c.await(Context.background());
            }));
            Await.until(() -> m.lockedValue(() -> inLine[0] == 2));
            context.cancel();
            givesUp.join();
            assertEquals(0, by.registered.get());
            assertFalse(patient.hasEnded());
            c.signal();
            patient.join();
            assertTrue(m.tryLock());
        });
    }

    /**
     * One signal and one cancel for two that wait: the signal wakes the one that was not cancelled, if it did not wake
     * the other.
     */
    @ParameterizedTest
    @EnumSource
    void signalAndCancel_atOnce_loseNoSignal(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 200; i++) {
                Mutex m = new Mutex();
                Cond c = new Cond(m);
                CancelContext context = Context.withCancel(Context.background());
                int[] inLine = {0};
                int[] signalled = {0};
                Member first = crew.go(() -> m.locked(() -> {
                    inLine[0]++;
                    try {
                        c.await(context);
                        signalled[0]++;
                    } catch (CancelledException e) {
                        // the wait has used up no signal
                    }
                }));
                Await.until(() -> m.lockedValue(() -> inLine[0] == 1));
                Member second = crew.go(() -> m.locked(() -> {
                    inLine[0]++;
                    c.await();
                    signalled[0]++;
                }));
                Await.until(() -> m.lockedValue(() -> inLine[0] == 2));
                Member cancels = crew.go(context::cancel);
                c.signal();
                cancels.join();
                first.join();
                Await.until(() -> m.lockedValue(() -> signalled[0] == 1));
                c.signal();
                second.join();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void whoWaits_isShownWithWhatItWaitsFor(Form form) {
        Taken taken = form.taken();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            CancelContext context = Context.withCancel(Context.background());
            GoHandle g = runtime.go(
                    () -> assertThrows(Canceled.class, () -> taken.waits().with(context)));
            Await.until(() -> runtime.dump().contains(g + " ["));
            Await.until(() -> runtime.dump()
                    .matches("(?s).*" + g + " \\[(sync|sema)[^\n]*\n  on (Mutex|RWMutex|WaitGroup|Semaphore)#.*"));
            context.cancel();
            g.join();
        }
    }
}
