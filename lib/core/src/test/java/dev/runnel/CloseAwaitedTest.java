package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.context.Context;
import dev.runnel.scope.ErrGroup;
import dev.runnel.scope.Scope;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A goroutine whose tasks are cut off as the runtime closes is not told that they have ended: it would go on as if they
 * were done.
 */
class CloseAwaitedTest {

    private static final int TRIES = 200;

    @FunctionalInterface
    private interface Play {
        void play(Runnable task, Runnable beforeWaiting, Runnable afterwards) throws Exception;
    }

    @FunctionalInterface
    private interface Join {
        void join(GoHandle handle) throws Exception;
    }

    private enum Form {
        SCOPE((task, beforeWaiting, afterwards) -> {
            try (Scope scope = Scope.open()) {
                scope.go(task::run);
                beforeWaiting.run();
                scope.join();
                afterwards.run(); // here, as closing the scope is a call
            }
        }),
        GROUP_OF_ERRORS((task, beforeWaiting, afterwards) -> {
            ErrGroup group = new ErrGroup();
            group.go(task::run);
            beforeWaiting.run();
            group.await();
            afterwards.run();
        }),
        WAIT_GROUP((task, beforeWaiting, afterwards) -> {
            WaitGroup group = new WaitGroup();
            group.go(task::run);
            beforeWaiting.run();
            group.await();
            afterwards.run();
        }),
        HANDLE(joining(GoHandle::join)),
        HANDLE_FOR_A_TIME(joining(handle -> handle.join(Duration.ofHours(1)))),
        HANDLE_INTERRUPTIBLY(joining(GoHandle::joinInterruptibly)),
        HANDLE_WITH_A_CONTEXT(joining(handle -> handle.join(Context.background())));

        private final Play play;

        Form(Play play) {
            this.play = play;
        }

        private static Play joining(Join form) {
            return (task, beforeWaiting, afterwards) -> {
                GoHandle handle = go(task::run);
                beforeWaiting.run();
                form.join(handle);
                afterwards.run();
            };
        }
    }

    /** The goroutine joins only after its task has been cut off. */
    @ParameterizedTest
    @EnumSource
    void comesLater(Form form) {
        AtomicBoolean wentOn = new AtomicBoolean();
        AtomicBoolean inTask = new AtomicBoolean();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            runtime.run(() -> {
                go(() -> {
                    form.play.play(
                            () -> {
                                inTask.set(true);
                                chan().recv();
                            },
                            () -> {
                                while (runtime.stats().goroutines() > 1 || !inTask.get()) {
                                    Thread.onSpinWait(); // it only looks, and does not notice that the runtime closes
                                }
                            },
                            () -> wentOn.set(true));
                });
                Await.until(inTask::get);
            });
        }
        assertTrue(inTask.get());
        assertFalse(wentOn.get());
    }

    /** The goroutine waits for its task, and which of the two is cut off first is a race. */
    @ParameterizedTest
    @EnumSource
    void waits(Form form) {
        AtomicInteger wentOn = new AtomicInteger();
        for (int i = 0; i < TRIES; i++) {
            AtomicInteger begun = new AtomicInteger();
            Runtimes.run(2, () -> {
                for (int j = 0; j < 4; j++) {
                    go(() -> {
                        form.play.play(
                                () -> {
                                    begun.incrementAndGet();
                                    chan().recv();
                                },
                                () -> {},
                                wentOn::incrementAndGet);
                    });
                }
                Await.until(() -> begun.get() == 4);
            });
        }
        assertTrue(wentOn.get() == 0, () -> "told that cut-off tasks have ended: " + wentOn);
    }

    /** In a finally block the goroutine waits for nothing, and is not cut off again. */
    @Test
    void unwinding_goesOn() {
        AtomicBoolean cleanedUp = new AtomicBoolean();
        Runtimes.run(2, () -> {
            AtomicBoolean begun = new AtomicBoolean();
            go(() -> {
                GoHandle other = go(() -> {});
                other.join();
                try {
                    begun.set(true);
                    chan().recv();
                } finally {
                    other.join();
                    cleanedUp.set(true);
                }
            });
            Await.until(begun::get);
        });
        assertTrue(cleanedUp.get());
    }
}
