package dev.runnel.testkit;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * What Go's tests of {@code synctest} assert of all but time, as far as {@link BubbleTest} does not; B1 and B5 to B7.
 */
class SynctestTest {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration INSTANT = Duration.ofNanos(1);

    // ---------------------------------------------------------------- waiting for the others

    /** TestWait, TestMallocs: each link starts the next; a hundred bubbles, one after the other. */
    @Test
    void await_waitsForAllOfAChainThatGrows() {
        for (int bubble = 0; bubble < 100; bubble++) {
            Bubble.run(() -> {
                Chan<byte[]> c = chan();
                boolean[] done = {false};
                go(() -> link(c, done));
                c.send(new byte[100]);
                Bubble.await();
                assertTrue(done[0]);
            });
        }
    }

    private static void link(Chan<byte[]> c, boolean[] done) {
        byte[] got = c.recv().get();
        if (got.length == 0) {
            done[0] = true;
        } else {
            go(() -> link(c, done));
            c.send(new byte[got.length - 1]);
        }
    }

    /** TestHappensBefore, with goroutines that have slept in place of timers' functions. */
    @Test
    void await_seesWhatTheOthersDid() {
        int[] plain = {0, 0};
        Bubble.run(() -> {
            onBoth(plain, 1);
            startOnBoth(plain, 2, () -> {});
            Bubble.await();
            onBoth(plain, 3);

            Chan<Void> goOn = chan();
            startOnBoth(plain, 4, goOn::recv);
            Bubble.await();
            onBoth(plain, 5);
            goOn.close();

            startOnBoth(plain, 6, () -> sleep(SECOND));
            Bubble.await();
            onBoth(plain, 7);
            sleep(SECOND);

            Chan<Void> end = chan();
            startOnBoth(plain, 8, end::recv);
            Bubble.await();
            onBoth(plain, 9);
            end.close();
        });
        Bubble.run(() -> go(() -> startOnBoth(plain, 10, () -> {})));
        assertEquals(10, plain[0]);
        assertEquals(10, plain[1]);
    }

    private static void onBoth(int[] plain, int step) {
        for (int i = 0; i < plain.length; i++) {
            increase(plain, i, step);
        }
    }

    private static void startOnBoth(int[] plain, int step, Body then) {
        for (int i = 0; i < plain.length; i++) {
            int mine = i;
            go(() -> {
                increase(plain, mine, step);
                then.run();
            });
        }
    }

    private static void increase(int[] plain, int at, int to) {
        assertEquals(to - 1, plain[at]);
        plain[at] = to;
    }

    /** B5: what is due comes before those that await, and those that await before the clock. */
    @Test
    void standstill_firesWhatIsDue_thenReturnsFromAwait_thenMovesTheClock() {
        Bubble.run(() -> {
            StringBuilder order = new StringBuilder();
            Chan<Void> begin = chan();
            go(() -> {
                begin.recv();
                sleep(INSTANT);
                order.append("clock");
            });
            go(() -> {
                after(Duration.ZERO).recv();
                order.append("due ");
                begin.close();
            });
            Bubble.await();
            order.append("await ");
            sleep(SECOND);
            assertEquals("due await clock", order.toString());
        });
    }

    // ---------------------------------------------------------------- more than one bubble, and outside

    /** TestWaitGroupManyBubbles: bubbles know nothing of each other, and may run at the same time. */
    @Test
    void bubblesSideBySide_haveEachItsOwnClock() {
        Go.run(() -> {
            Chan<Duration> ends = chan();
            for (int i = 0; i < 20; i++) {
                Duration mine = SECOND.multipliedBy(i);
                go(() -> {
                    Instant[] end = new Instant[1];
                    Bubble.run(() -> {
                        sleep(mine);
                        end[0] = now();
                    });
                    ends.send(Duration.between(ORIGIN, end[0]).minus(mine));
                });
            }
            for (int i = 0; i < 20; i++) {
                assertEquals(Duration.ZERO, ends.recv().get());
            }
        });
    }

    /** Calls that need not wait work across. */
    @Test
    void channelsOfOutside_canBeUsedWhereNobodyWaits() {
        Chan<Integer> outside = chan(2);
        outside.send(1);
        Bubble.run(() -> {
            assertEquals(1, outside.recv().get());
            outside.send(2);
            outside.close();
        });
        assertEquals(2, outside.recv().get());
        assertTrue(outside.recv().isEmpty());
    }

    // ---------------------------------------------------------------- JUnit

    /** TestSkip of {@code testing/synctest}: an aborted test is one, in a bubble as well. */
    @Test
    void abortedTest_comesOutAsItIs() {
        assertThrows(TestAbortedException.class, () -> Bubble.run(() -> Assumptions.abort("skipped")));
        assertThrows(
                TestAbortedException.class,
                () -> Bubble.run(() -> {
                    go(() -> Assumptions.abort("skipped by another"));
                    sleep(SECOND);
                }));
    }
}
