package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scope.ErrGroup;
import dev.runnel.scope.Fork;
import dev.runnel.scope.Scope;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** One that only asks may be overtaken before it asks, too: what it was told last time need no longer be so. */
class LookTest {

    private static final int RUNS = 2000;

    private static String found(Body body) {
        return assertThrows(
                        ScheduleFailure.class,
                        () -> new Explorer(new ExhaustivePolicy(1))
                                .withRuns(RUNS)
                                .explore(body))
                .getMessage();
    }

    @Test
    void len_ofAChannelThatOthersUse_differs() {
        String message = found(() -> {
            Chan<Integer> c = chan(1);
            GoHandle sender = go(() -> c.send(1));
            assertEquals(c.len(), c.len());
            sender.join();
        });
        assertTrue(message.contains("looks at Chan#1"), message);
    }

    @Test
    void lenAfterASend_isNotAlwaysWhatThatMadeIt() {
        found(() -> {
            Chan<Integer> c = chan(2);
            GoHandle other = go(() -> c.send(1));
            c.send(1);
            int len = c.len();
            other.join();
            assertEquals(1, len);
        });
    }

    @Test
    void stats_ofAChannelThatOthersUse_differ() {
        found(() -> {
            Chan<Integer> c = chan(Buffering.dropping(4));
            GoHandle sender = go(() -> c.send(1));
            assertEquals(c.stats(), c.stats());
            sender.join();
        });
    }

    @Test
    void closeCause_ofAChannelThatIsClosed_differs() {
        found(() -> {
            Chan<Integer> c = chan();
            GoHandle closer = go(() -> c.close(new IllegalStateException("why")));
            assertEquals(c.closeCause().isDefined(), c.closeCause().isDefined());
            closer.join();
        });
    }

    @Test
    void err_ofAContextThatEnds_differs() {
        String message = found(() -> {
            CancelContext context = Context.withCancel(Context.background());
            GoHandle cancels = go(context::cancel);
            assertEquals(context.err().isDefined(), context.err().isDefined());
            cancels.join();
        });
        assertTrue(message.contains("looks at context.Background.WithCancel"), message);
    }

    @Test
    void cause_ofAContextThatEnds_differs() {
        found(() -> {
            CancelContext context = Context.withCancel(Context.background());
            GoHandle cancels = go(context::cancel);
            assertEquals(context.cause().isDefined(), context.cause().isDefined());
            cancels.join();
        });
    }

    /** Nobody waits for anything here: only a look before the check lets the other cancel in between. */
    @Test
    void errAfterASend_mayBeThatOfACancelWhichTheSendLedTo() {
        found(() -> {
            CancelContext context = Context.withCancel(Context.background());
            Chan<Integer> c = chan(1);
            GoHandle cancels = go(() -> {
                c.recv();
                context.cancel();
            });
            c.send(1);
            boolean over = context.err().isDefined();
            cancels.join();
            assertFalse(over);
        });
    }

    @Test
    void numGoroutine_whileOneEnds_differs() {
        String message = found(() -> {
            GoHandle ends = go(() -> {});
            assertEquals(Go.numGoroutine(), Go.numGoroutine());
            ends.join();
        });
        assertTrue(message.contains("looks at the number of goroutines"), message);
    }

    /**
     * An operation with a context asks the context itself, and is one step all the same, except for its registration.
     */
    @Test
    void stopOfWhatFollowsAContext_whileThatEnds_differs() {
        found(() -> {
            CancelContext context = Context.withCancel(Context.background());
            Cancellation.Stop stop = Context.afterFunc(context, () -> {});
            go(context::cancel);
            assertTrue(stop.stop());
        });
        found(() -> {
            CancelContext context = Context.withCancel(Context.background());
            Cancellation.Stop stop = context.onDone(() -> {});
            go(context::cancel);
            assertTrue(stop.stop());
        });
    }

    @Test
    void afterFunc_isAPlace() {
        found(() -> {
            CancelContext context = Context.withCancel(Context.background());
            boolean[] otherRan = {false};
            go(() -> otherRan[0] = true);
            Context.afterFunc(context, () -> {});
            assertFalse(otherRan[0]);
        });
    }

    /** A loop that goes on until its context ends lets others come even if the context never ends. */
    @Test
    void errAndCause_ofAContextThatNeverEnds_arePlaces() {
        List<Consumer<Context>> looks = List.of(Context::err, Context::cause);
        for (Consumer<Context> look : looks) {
            for (Context context :
                    List.of(Context.background(), Context.withoutCancel(Context.withCancel(Context.background())))) {
                found(() -> {
                    boolean[] otherRan = {false};
                    go(() -> otherRan[0] = true);
                    look.accept(context);
                    assertFalse(otherRan[0]);
                });
            }
        }
    }

    @Test
    void resultOfAFork_whileThatRuns_differs() {
        found(() -> {
            try (Scope scope = Scope.open()) {
                Fork<Integer> fork = scope.fork(() -> 1);
                assertThrows(IllegalStateException.class, fork::get);
                scope.join();
            }
        });
    }

    @Test
    void tryGoAndSetLimit_whileATaskEnds_differ() {
        found(() -> {
            ErrGroup group = new ErrGroup();
            group.setLimit(1);
            group.go(() -> {});
            boolean started = group.tryGo(() -> {});
            group.await();
            assertFalse(started);
        });
        found(() -> {
            ErrGroup group = new ErrGroup();
            group.go(() -> {});
            assertThrows(IllegalStateException.class, () -> group.setLimit(1));
            group.await();
        });
    }

    /** Nobody waits here for what the other leads to: only a place before the call lets it come in between. */
    @Test
    void awaitOfAGroup_thatHasNothingToWaitForYet_mayComeLater() {
        found(() -> {
            ErrGroup group = new ErrGroup();
            Chan<Integer> c = chan(1);
            boolean[] ran = {false};
            go(() -> {
                c.recv();
                group.go(() -> ran[0] = true);
            });
            c.send(1);
            group.await();
            assertFalse(ran[0]);
        });
        found(() -> {
            try (Scope scope = Scope.open()) {
                Chan<Integer> c = chan(1);
                boolean[] ran = {false};
                go(() -> {
                    c.recv();
                    scope.go(() -> ran[0] = true);
                });
                c.send(1);
                scope.join();
                assertFalse(ran[0]);
            }
        });
    }

    @Test
    void taskOfAGroupOrAScope_mayComeTooLate() {
        found(() -> {
            ErrGroup group = new ErrGroup();
            Chan<Integer> c = chan(1);
            boolean[] ran = {false};
            GoHandle awaits = go(() -> {
                c.recv();
                group.await();
                assertTrue(ran[0]);
            });
            c.send(1);
            group.go(() -> ran[0] = true);
            awaits.join();
        });
        found(() -> {
            Scope scope = Scope.open();
            Chan<Integer> c = chan(1);
            GoHandle closes = go(() -> {
                c.recv();
                scope.close();
            });
            c.send(1);
            scope.go(() -> {});
            closes.join();
        });
    }

    @Test
    void operationWithAContext_doesNotLook() {
        Interleaving run = Schedule.PLAIN.replay(() -> {
            CancelContext context = Context.withCancel(Context.background());
            Chan<Integer> c = chan(1);
            c.send(1, context);
            c.recv(context);
            context.cancel();
            assertThrows(Canceled.class, () -> c.recv(context));
        });
        assertTrue(run.steps().stream().noneMatch(step -> step.contains("looks at")), run::toString);
    }

    @Test
    void hasEnded_ofAGoroutineThatEnds_differs() {
        String message = found(() -> {
            GoHandle ends = go(() -> {});
            assertEquals(ends.hasEnded(), ends.hasEnded());
            ends.join();
        });
        assertTrue(message.contains("looks at goroutine 2"), message);
    }

    /** Its last call has told somebody, and nothing comes after it but the end. */
    @Test
    void endOfAGoroutine_comesAfterWhatItsLastCallHasLedTo() {
        Body[] asks = {
            () -> assertTrue(sends(chan(1)).hasEnded()),
            () -> {
                sends(chan(1));
                assertEquals(1, Go.numGoroutine());
            },
            () -> select().recv(sends(chan(1)).done(), () -> {})
                    .otherwise(() -> fail("not yet"))
                    .run()
        };
        for (Body ask : asks) {
            found(ask);
        }
    }

    private static GoHandle sends(Chan<Integer> c) {
        GoHandle sender = go(() -> c.send(1));
        c.recv();
        return sender;
    }

    @Test
    void endOfATask_comesAfterWhatItsLastCallHasLedTo() {
        found(() -> {
            Chan<Integer> c = chan(1);
            ErrGroup group = new ErrGroup();
            group.setLimit(1);
            group.go(() -> c.send(1));
            c.recv();
            boolean started = group.tryGo(() -> {});
            group.await();
            assertTrue(started);
        });
        found(() -> {
            Chan<Integer> c = chan(1);
            try (Scope scope = Scope.open()) {
                Fork<Integer> fork = scope.fork(() -> {
                    c.send(1);
                    return 2;
                });
                c.recv();
                assertEquals(2, fork.get());
                scope.join();
            }
        });
    }

    /** It may be asked for under locks, and by one that reports what is wrong. */
    @Test
    void text_isNoPlace() {
        Exploration all = new Explorer(new ExhaustivePolicy(1)).withRuns(RUNS).explore(() -> {
            Chan<Integer> c = chan(1);
            GoHandle sender = go(() -> c.send(1));
            assertEquals(c.toString(), c.toString());
            sender.join();
        });
        assertTrue(all.complete(), all::toString);
    }

    /** Even at something of a bubble, from outside: B3 is about what changes or waits. */
    @Test
    void lookFromOutside_isAllowed() {
        Bubble.run(() -> {
            Chan<Integer> c = chan(1);
            c.send(1);
            AtomicInteger seen = new AtomicInteger();
            Thread.ofPlatform().start(() -> seen.set(c.len())).join();
            assertEquals(1, seen.get());
        });
    }

    /** A runtime that closes cuts nobody off there, unlike at other calls. */
    @Test
    void look_whileTheRuntimeCloses_goesOn() {
        AtomicInteger seen = new AtomicInteger(-1);
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties())) {
            runtime.run(() -> {
                Chan<Integer> c = chan(1);
                c.send(1);
                Chan<Void> about = chan();
                CountDownLatch never = new CountDownLatch(1);
                go(() -> {
                    about.close();
                    assertThrows(InterruptedException.class, never::await);
                    seen.set(c.len());
                });
                about.recv();
            });
        }
        assertEquals(1, seen.get());
    }
}
