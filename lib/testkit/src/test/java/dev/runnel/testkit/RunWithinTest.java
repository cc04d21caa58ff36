package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Runs, with runtimes of their own, that the body of a bubble or of an exploration makes and waits for. */
class RunWithinTest {

    private static final long SOME_CHECKS = Duration.ofMillis(20).toNanos();

    private static void runsIntoADeadlock() {
        Go.run(() -> chan().recv());
    }

    private static void isTold(DeadlockException told) {
        assertTrue(told.getMessage().contains("all goroutines are asleep"), told::getMessage);
    }

    @Test
    void deadlock_inABubble_isToldByThatRun() {
        Bubble.run(() -> isTold(assertThrows(DeadlockException.class, RunWithinTest::runsIntoADeadlock)));
    }

    /** They might go on if the goroutine that waits for the run did not have the only P. */
    @Test
    void deadlock_isTold_whateverElseThereIsInTheBubble() {
        Bubble.run(() -> {
            Chan<Integer> answers = chan();
            go(() -> sleep(Duration.ofSeconds(1)));
            go(() -> answers.send(1));
            Bubble.await();
            Chan<Integer> late = chan(1);
            go(() -> late.send(2));
            isTold(assertThrows(DeadlockException.class, RunWithinTest::runsIntoADeadlock));
            assertEquals(1, answers.recv().get());
            assertEquals(2, late.recv().get());
            sleep(Duration.ofSeconds(2));
        });
    }

    @Test
    void deadlock_ofARunInTheRun_isTold() {
        Bubble.run(() -> Go.run(() -> isTold(assertThrows(DeadlockException.class, RunWithinTest::runsIntoADeadlock))));
        Bubble.run(() -> isTold(assertInstanceOf(
                DeadlockException.class,
                assertThrows(RuntimeException.class, () -> Go.run(RunWithinTest::runsIntoADeadlock))
                        .getCause())));
    }

    @Test
    void deadlock_inAnExploration_isWhatWasFound() {
        ScheduleFailure told = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(new RandomPolicy(5)).explore(() -> {
                    gosched();
                    runsIntoADeadlock();
                }));
        isTold(assertInstanceOf(DeadlockException.class, told.getCause()));
    }

    @Test
    void deadlock_isTold_whoeverAskedForTheExploration() {
        Go.run(() -> {
            Go.run(RunWithinTest::exploresADeadlock);
            Chan<Boolean> explored = chan();
            Thread.ofVirtual().start(() -> {
                exploresADeadlock();
                explored.send(true);
            });
            explored.recv();
        });
        Bubble.run(RunWithinTest::exploresADeadlock);
    }

    private static void exploresADeadlock() {
        ScheduleFailure told = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(new RandomPolicy(1)).withShrinks(0).explore(RunWithinTest::runsIntoADeadlock));
        isTold(assertInstanceOf(DeadlockException.class, told.getCause()));
    }

    /** No thread is left that could send: only the goroutine in the bubble, which holds the P there. */
    @Test
    void runThatABubbleElsewhereWakes_isNotTakenForDead() {
        Chan<Integer> values = chan(1);
        try (GoRuntime elsewhere = new GoRuntime()) {
            Go.run(() -> {
                elsewhere.go(() -> Bubble.run(() -> {
                    LockSupport.parkNanos(SOME_CHECKS); // so that it would be taken for dead if that were possible
                    values.send(7);
                }));
                assertEquals(7, values.recv().get());
            });
        }
    }
}
