package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.context.Shutdown;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contexts and bubbles: B2, B3, B4, B6. */
class BubbleContextTest {

    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * Runs the body on a thread that is in no bubble; called from within a bubble, whose clock stands still meanwhile.
     */
    private static Throwable outside(Body body) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        thread.join();
        return thrown.get();
    }

    private static void assertRefused(String words, Body body) throws InterruptedException {
        Throwable thrown = outside(body);
        assertInstanceOf(ChannelException.OutsideBubble.class, thrown);
        assertEquals(words + " synctest channel from outside bubble", thrown.getMessage());
    }

    @Test
    void contextOfABubble_isRefusedOutside() {
        Bubble.run(() -> {
            CancelContext context = Context.withCancel(Context.background());
            assertRefused("close of", context::cancel);
            assertRefused("receive on", () -> context.done().recv());
            Chan<Integer> c = outsideChan();
            assertRefused("receive on", () -> c.recv(context));
            assertRefused("receive on", () -> context.onDone(() -> {}));
            assertTrue(context.err().isEmpty());
            context.cancel();
            assertThrows(Canceled.class, () -> chan().recv(context));
        });
    }

    private static Chan<Integer> outsideChan() throws InterruptedException {
        AtomicReference<Chan<Integer>> made = new AtomicReference<>();
        outside(() -> made.set(chan()));
        return made.get();
    }

    /** The others below it end all the same. */
    @Test
    void cancelFromOutside_ofAParentFromOutside_doesNotReachIntoTheBubble() throws InterruptedException {
        CancelContext parent = Context.withCancel(Context.background());
        Bubble.run(() -> {
            CancelContext inside = Context.withCancel(parent);
            AtomicReference<CancelContext> other = new AtomicReference<>();
            outside(() -> other.set(Context.withCancel(parent)));
            assertRefused("close of", parent::cancel);
            assertTrue(inside.err().isEmpty());
            assertTrue(other.get().err().isDefined());
            inside.cancel();
        });
    }

    /** No bubble runs any longer. */
    @Test
    void contextThatIsLeftOfABubble_isCancelledWithItsParentFromOutside() {
        CancelContext parent = Context.withCancel(Context.background());
        AtomicReference<CancelContext> left = new AtomicReference<>();
        Bubble.run(() -> left.set(Context.withCancel(parent)));
        parent.cancel();
        assertTrue(left.get().err().isDefined());
    }

    /** Two clocks: what one says is no time of the other. */
    @Test
    void deadlineBelowOneOfABubble_isThatOfTheCallersClock() throws InterruptedException {
        AtomicReference<CancelContext> left = new AtomicReference<>();
        Bubble.run(() -> left.set(Context.withTimeout(Context.background(), HOUR)));
        Go.run(() -> {
            Duration timeout = Duration.ofMillis(2);
            Instant earliest = Go.now().plus(timeout);
            CancelContext below = Context.withTimeout(left.get(), timeout);
            assertTrue(below.done().recv().isEmpty());
            assertFalse(below.deadline().get().isBefore(earliest));
        });
        assertTrue(left.get().err().isEmpty());
    }

    /** Nor does it matter if some other runtime closes just then. */
    @Test
    void whatIsLeftOfABubble_canBeUsed_whileARuntimeCloses() {
        CancelContext parent = Context.withCancel(Context.background());
        AtomicReference<CancelContext> left = new AtomicReference<>();
        AtomicReference<Chan<Integer>> channel = new AtomicReference<>();
        Bubble.run(() -> {
            left.set(Context.withCancel(parent));
            channel.set(chan(1));
        });
        AtomicBoolean closed = new AtomicBoolean();
        try (GoRuntime closes = new GoRuntime()) {
            Chan<Void> begun = chan();
            closes.go(() -> {
                begun.close();
                while (!closed.get()) {
                    Thread.onSpinWait();
                }
            });
            begun.recv();
            closes.shutdown(Duration.ZERO);
            try {
                assertTrue(channel.get().trySend(1));
                parent.cancel();
                assertTrue(left.get().err().isDefined());
            } finally {
                closed.set(true);
            }
        }
    }

    @Test
    void deadline_isReachedInNoTime() {
        Bubble.run(() -> {
            Instant begin = Go.now();
            CancelContext context = Context.withTimeout(Context.background(), HOUR);
            assertThrows(DeadlineExceeded.class, () -> chan().recv(context));
            assertEquals(begin.plus(HOUR), Go.now());
            CancelContext second = Context.withTimeout(Context.background(), HOUR);
            assertThrows(DeadlineExceeded.class, () -> Go.sleep(HOUR.plusNanos(1), second));
            assertEquals(begin.plus(HOUR.multipliedBy(2)), Go.now());
        });
    }

    /** The example TestContextWithTimeout. */
    @Test
    void timeout_comesWithItsLastNanosecond() {
        Bubble.run(() -> {
            CancelContext context = Context.withTimeout(Context.background(), HOUR);
            Go.sleep(HOUR.minusNanos(1));
            Bubble.await();
            assertTrue(context.err().isEmpty());
            Go.sleep(Duration.ofNanos(1));
            Bubble.await();
            assertInstanceOf(DeadlineExceeded.class, context.err().get());
        });
    }

    /** To the nanosecond: it is not left to a timer, which fires later. */
    @Test
    void noTime_hasEndedTheContextAlready() {
        Bubble.run(() -> {
            Context none = Context.withTimeout(Context.background(), Duration.ZERO);
            assertInstanceOf(DeadlineExceeded.class, none.err().get());
            Context now = Context.withDeadline(Context.background(), Go.now());
            assertInstanceOf(DeadlineExceeded.class, now.err().get());
        });
    }

    /** The example TestContextAfterFunc: the variable is a plain one. */
    @Test
    void action_hasRunWhenTheOthersWait() {
        Bubble.run(() -> {
            boolean[] called = {false};
            CancelContext context = Context.withCancel(Context.background());
            context.onDone(() -> called[0] = true);
            Bubble.await();
            assertFalse(called[0]);
            context.cancel();
            Bubble.await();
            assertTrue(called[0]);
        });
    }

    @Test
    void waitWithAContextOfTheBubble_isDurable() {
        Bubble.run(() -> {
            CancelContext context = Context.withCancel(Context.background());
            Chan<Integer> c = chan();
            go(() -> assertThrows(Canceled.class, () -> c.recv(context)));
            go(() -> assertFalse(c.until(context).iterator().hasNext()));
            Bubble.await();
            context.cancel();
        });
        DeadlockException deadlock = assertThrows(
                DeadlockException.class, () -> Bubble.run(() -> chan().recv(Context.withCancel(Context.background()))));
        assertTrue(deadlock.getMessage().contains("deadlock"), deadlock::getMessage);
    }

    /** What waits with a context, and the words of dumps for that. */
    enum Wait {
        RECEIVE("[chan receive]", context -> chan().recv(context)),
        SEND("[chan send]", context -> Go.<Integer>chan().send(1, context)),
        RECEIVE_FROM_NIL("[chan receive (nil chan)]", context -> Go.nilChan().recv(context)),
        SEND_TO_NIL("[chan send (nil chan)]", context -> Go.<Integer>nilChan().send(1, context)),
        WAIT_GROUP("[sync.WaitGroup.Wait]", context -> {
            WaitGroup group = new WaitGroup();
            group.add(1);
            group.await(context);
        }),
        SEMAPHORE("[semacquire]", context -> new Semaphore(0).acquire(context));

        private final String reason;
        private final Use use;

        Wait(String reason, Use use) {
            this.reason = reason;
            this.use = use;
        }
    }

    interface Use {
        void of(Context context) throws Exception;
    }

    /** Somebody outside may cancel it: no deadlock, and the clock stands still. */
    @ParameterizedTest
    @EnumSource
    void waitWithAContextFromOutside_isNotDurable(Wait wait) {
        CancelContext context = Context.withCancel(Context.background());
        Bubble.run(() -> {
            Instant begin = Go.now();
            Thread canceller = Thread.ofPlatform().start(() -> {
                while (!Go.dump().contains("\"main\" " + wait.reason)) {
                    Thread.onSpinWait();
                }
                context.cancel();
            });
            GoHandle sleeper = go(() -> Go.sleep(HOUR));
            assertThrows(Canceled.class, () -> wait.use.of(context));
            assertEquals(begin, Go.now());
            canceller.join();
            sleeper.join();
            assertEquals(begin.plus(HOUR), Go.now());
        });
    }

    @Test
    void shutdown_isNotHeardOf() {
        Bubble.run(() -> {
            IllegalStateException e =
                    assertThrows(IllegalStateException.class, () -> Shutdown.open(Context.background(), HOUR));
            assertEquals("a bubble does not hear of the JVM's shutdown; use Context.withCancel", e.getMessage());
        });
    }

    /** A select that waits with a context is durable as its context is, and ends on the bubble's clock. */
    @Test
    void select_withAContextOfTheBubble_endsInNoTime() {
        Bubble.run(() -> {
            Instant begun = Go.now();
            Context context = Context.withTimeout(Context.background(), HOUR);
            Chan<Integer> never = chan();
            assertThrows(DeadlineExceeded.class, () -> Go.select().recv(never).run(context));
            assertEquals(begun.plus(HOUR), Go.now());
            CancelContext other = Context.withCancel(Context.background());
            go(() -> {
                Go.sleep(HOUR);
                other.cancel();
            });
            assertThrows(Canceled.class, () -> Go.choose().recv(never, v -> 1).get(other));
            assertEquals(begun.plus(HOUR.multipliedBy(2)), Go.now());
        });
    }
}
