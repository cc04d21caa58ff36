package dev.runnel.context;

import static dev.runnel.context.CancelTest.assertCanceled;
import static dev.runnel.context.CancelTest.children;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Duel;
import dev.runnel.channel.RecvChan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several parties end, ask and add contexts at once: X4, X6, X7. */
class CancelAtOnceTest {

    private static final int ROUNDS = 2_000;

    /** The lists are made by whoever needs them first; whoever comes second gets the same ones. */
    @ParameterizedTest
    @EnumSource(names = {"ON_2_PS", "ON_4_PS", "PLATFORM_THREADS", "MIXED"})
    void firstChildren_comingAtOnce_areBothInAList(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            for (int round = 0; round < ROUNDS; round++) {
                CancelCtx root = (CancelCtx) Context.withCancel(Context.background());
                CancelCtx[] child = new CancelCtx[2];
                Arrays.setAll(child, i -> (CancelCtx) Context.withCancel(Context.background()));
                boolean crowd = round % 2 == 0;
                if (crowd) {
                    root.offspring().main().lock();
                }
                duel.round(() -> root.adopt(child[0]), () -> root.adopt(child[1]));
                if (crowd) {
                    root.offspring().main().unlock();
                }
                assertEquals(2, children(root));
                root.cancel();
                assertCanceled(child[0]);
                assertCanceled(child[1]);
            }
            duel.end();
        });
    }

    /** Whoever asks first makes the channel; whoever comes second gets the same one, even if that is the cancel. */
    @ParameterizedTest
    @EnumSource(names = {"ON_2_PS", "ON_4_PS", "PLATFORM_THREADS", "MIXED"})
    void done_askedForTheFirstTimeByTwo_isOneChannel(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            for (int round = 0; round < ROUNDS; round++) {
                CancelContext root = Context.withCancel(Context.background());
                List<RecvChan<Void>> done = Collections.synchronizedList(new ArrayList<>());
                boolean both = round % 2 == 0;
                duel.round(() -> done.add(root.done()), both ? () -> done.add(root.done()) : root::cancel);
                assertSame(root.done(), done.getFirst());
                assertSame(root.done(), done.getLast());
                root.cancel();
                assertTrue(done.getFirst().tryRecv().isClosed());
            }
            duel.end();
        });
    }

    @ParameterizedTest
    @EnumSource
    void cancel_fromAnyThread_isSeenByAll(Kind kind) {
        kind.run(crew -> {
            CancelCauseContext root = Context.withCancelCause(Context.background());
            Exception cause = new Exception("cause");
            List<Member> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Context context = i % 2 == 0 ? root : Context.withCancel(root);
                waiting.add(crew.go(() -> {
                    assertTrue(context.done().recv().isEmpty());
                    assertSame(cause, context.cause().get());
                }));
            }
            crew.go(() -> root.cancel(cause)).join();
            waiting.forEach(Member::join);
        });
    }

    /** X4: a cancel that comes second, too, returns only when everything below is done. */
    @ParameterizedTest
    @EnumSource(names = {"ON_2_PS", "ON_4_PS", "PLATFORM_THREADS", "MIXED"})
    void cancel_whoComesSecond_findsAllDone(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            for (int round = 0; round < ROUNDS; round++) {
                CancelContext root = Context.withCancel(Context.background());
                List<Context> below = new ArrayList<>();
                Context context = root;
                for (int i = 0; i < 20; i++) {
                    context = Context.withCancel(i % 3 == 0 ? root : context);
                    below.add(context);
                }
                RecvChan<Void> last = context.done();
                duel.round(
                        () -> {
                            root.cancel();
                            below.forEach(CancelTest::assertCanceled);
                        },
                        () -> {
                            root.cancel();
                            assertTrue(last.tryRecv().isClosed());
                        });
            }
            duel.end();
        });
    }

    /** X4: the cancel may be held up on its way down. */
    @Test
    void cancel_ofTheParent_waitsForWhoIsStillEndingTheChild() throws Exception {
        CancelCtx parent = (CancelCtx) Context.withCancel(Context.background());
        cancelWaits(parent, (CancelCtx) Context.withCancel(parent));
    }

    @Test
    void cancel_waitsForWhoIsStillEndingTheSame() throws Exception {
        CancelCtx context = (CancelCtx) Context.withCancel(Context.background());
        cancelWaits(context, context);
    }

    private static void cancelWaits(CancelCtx ended, CancelCtx child) throws Exception {
        Context below = Context.withCancel(child);
        Thread first = Thread.ofPlatform().unstarted(child::cancel);
        FutureTask<Boolean> allDone = new FutureTask<>(() -> {
            ended.cancel();
            return below.err().isDefined();
        });
        Thread second = Thread.ofPlatform().unstarted(allDone);
        Children held = child.offspring().main();
        held.lock();
        try {
            first.start();
            Await.until(() -> child.outcome() != null);
            second.start();
            Await.until(() -> allDone.isDone() || second.getState() == Thread.State.WAITING);
        } finally {
            held.unlock();
        }
        assertTrue(allDone.get());
        first.join();
    }

    /** X4: a cancel that meets a context which another cancel is just ending waits for that cancel. */
    @ParameterizedTest
    @EnumSource(names = {"ON_2_PS", "ON_4_PS", "PLATFORM_THREADS", "MIXED"})
    void cancel_ofParentAndChildAtOnce_bothReturnWhenAllBelowIsDone(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            for (int round = 0; round < ROUNDS; round++) {
                CancelContext root = Context.withCancel(Context.background());
                CancelContext child = Context.withCancel(root);
                List<RecvChan<Void>> below = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    below.add(Context.withCancel(child).done());
                }
                duel.round(
                        () -> {
                            child.cancel();
                            below.forEach(done -> assertTrue(done.tryRecv().isClosed()));
                        },
                        () -> {
                            root.cancel();
                            below.forEach(done -> assertTrue(done.tryRecv().isClosed()));
                        });
                assertEquals(0, children(root));
            }
            duel.end();
        });
    }

    /** X7: a child that is made while its parent ends is done for one of two reasons, and is in no list. */
    @ParameterizedTest
    @EnumSource(names = {"ON_2_PS", "ON_4_PS", "PLATFORM_THREADS", "MIXED"})
    void childMadeDuringTheCancel_isDone(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            for (int round = 0; round < ROUNDS; round++) {
                CancelContext root = Context.withCancel(Context.background());
                CancelContext[] child = new CancelContext[1];
                duel.round(root::cancel, () -> child[0] = Context.withTimeout(root, Duration.ofDays(1)));
                assertCanceled(child[0]);
                assertEquals(0, children(root));
            }
            duel.end();
        });
    }

    /** X6: whoever has seen the error finds the channel closed. */
    @ParameterizedTest
    @EnumSource(names = {"ON_2_PS", "ON_4_PS", "PLATFORM_THREADS", "MIXED"})
    void err_isThere_onlyIfDoneIsClosed(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            for (int round = 0; round < ROUNDS; round++) {
                CancelContext root = Context.withCancel(Context.background());
                Context child = Context.withCancel(root);
                RecvChan<Void> done = child.done();
                boolean looksForCause = round % 2 == 0;
                duel.round(root::cancel, () -> {
                    while (looksForCause ? child.cause().isEmpty() : child.err().isEmpty()) {
                        Thread.onSpinWait();
                    }
                    assertTrue(done.tryRecv().isClosed());
                });
            }
            duel.end();
        });
    }
}
