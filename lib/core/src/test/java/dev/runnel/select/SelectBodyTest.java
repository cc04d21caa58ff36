package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.receivers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.sync.Mutex;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What bodies may do, how many clauses there may be, and what interrupts do. */
class SelectBodyTest {

    private static final Duration MOMENT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofDays(1);

    /** Checked exceptions come out as they are, after the communication has happened. */
    @ParameterizedTest
    @EnumSource
    void body_throws_comesOutAsItIs(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(4);
            for (int i = 0; i < 4; i++) {
                c.send(i);
            }
            IOException checked = new IOException("checked");
            Error error = new AssertionError("error");
            Handler<Option<Integer>> handler = v -> {
                throw checked;
            };
            assertSame(checked, assertThrows(IOException.class, select().recv(c, handler)::run));
            assertSame(error, assertThrows(AssertionError.class, select().recv(c, () -> {
                throw error;
            })::run));
            assertSame(
                    checked,
                    assertThrows(
                            IOException.class,
                            () -> choose().recv(c, v -> {
                                        throw checked;
                                    })
                                    .get()));
            assertSame(
                    checked,
                    assertThrows(
                            IOException.class,
                            () -> choose().recv(c, v -> {
                                        throw checked;
                                    })
                                    .getInterruptibly()));
            assertEquals(0, c.len());
            assertSame(checked, assertThrows(IOException.class, select().otherwise(() -> {
                throw checked;
            })::run));
            assertSame(checked, assertThrows(IOException.class, select().after(Duration.ZERO, () -> {
                throw checked;
            })::run));
            assertSame(checked, assertThrows(IOException.class, select().send(c, 1, () -> {
                throw checked;
            })::runInterruptibly));
            assertEquals(1, c.len());
        });
    }

    /** An InterruptedException of a body is the body's. */
    @Test
    void body_throwsInterrupted_isNotTheSelects() {
        Chan<Integer> c = chan(1);
        c.send(1);
        assertThrows(InterruptedException.class, select().recv(c, () -> {
            throw new InterruptedException("the body's");
        })::run);
        assertEquals(0, c.len());
    }

    /** A choice may give null. */
    @Test
    @SuppressWarnings("NullAway")
    void choose_bodyGivesNull_isNull() {
        Choice<String> choice = Go.choose().otherwise(() -> null);
        assertNull(choice.get());
    }

    /** Bodies may use channels, and wait. */
    @ParameterizedTest
    @EnumSource
    void body_waits_isFine(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Chan<Integer> d = chan();
            crew.go(() -> {
                c.send(1);
                d.send(2);
            });
            int got = choose().recv(
                            c, v -> v.get() + choose().recv(d, w -> w.get()).get())
                    .get();
            assertEquals(3, got);
        });
    }

    /** S24. */
    @Test
    void clauses_asManyAsGoAllows() {
        Chan<Integer> c = chan(1);
        Select most = select();
        RecvChan<Integer> never = chan();
        int[] chosen = new int[1];
        for (int i = 0; i < 65_535; i++) {
            most.recv(i % 7 == 0 ? chan() : never, () -> {});
        }
        most.recv(c, () -> chosen[0]++);
        assertThrows(IllegalArgumentException.class, () -> most.recv(c, () -> {}));
        assertThrows(IllegalArgumentException.class, () -> most.send(c, 1, () -> {}));
        assertThrows(IllegalArgumentException.class, () -> most.after(LONG, () -> {}));
        c.send(1);
        most.run();
        assertEquals(1, chosen[0]);
        most.otherwise(() -> chosen[0] += 10);
        most.run();
        assertEquals(11, chosen[0]);
        assertEquals(0, receivers(never));
        Runtimes.run(2, () -> {
            Select waits = select();
            for (int i = 0; i < 65_535; i++) {
                waits.recv(i % 7 == 0 ? chan() : never, () -> {});
            }
            waits.recv(c, () -> chosen[0]++);
            Go.go(() -> {
                awaitReceivers(c, 1);
                c.send(1);
            });
            waits.run();
        });
        assertEquals(12, chosen[0]);
        assertEquals(0, receivers(never));
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullArguments_areRefused() {
        Chan<Integer> c = chan(1);
        String body = "the body of a clause is null";
        refusesNull(body, () -> select().recv(c, (Action) null));
        refusesNull(body, () -> select().recv(c, (Handler<Option<Integer>>) null));
        refusesNull(body, () -> select().recvUpTo(c, 1, null));
        refusesNull(body, () -> select().send(c, 1, null));
        refusesNull(body, () -> select().sendFrom(c, () -> 1, null));
        refusesNull(body, () -> select().on(new Mutex().lockEvent(), (Action) null));
        refusesNull(body, () -> select().after(LONG, null));
        refusesNull(body, () -> select().otherwise(null));
        refusesNull(body, () -> choose().recv(c, (Producer<Integer>) null));
        refusesNull(body, () -> choose().otherwise(null));
        refusesNull("the source of a clause that sends is null", () -> select().sendFrom(c, null, () -> {}));
        refusesNull("the duration is null", () -> select().after(null, () -> {}));
    }

    private static void refusesNull(String told, Executable call) {
        assertEquals(told, assertThrows(NullPointerException.class, call).getMessage());
    }

    /** Interrupted while the bodies run: the status is theirs to see. */
    @ParameterizedTest
    @EnumSource
    void run_interruptedBefore_keepsTheStatus(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(1);
            Thread.currentThread().interrupt();
            c.send(1);
            boolean seen = choose().recv(c, v -> Thread.currentThread().isInterrupted())
                    .recv(nilChan(), () -> false)
                    .get();
            assertTrue(seen);
            assertTrue(choose().after(MOMENT, () -> Thread.currentThread().isInterrupted())
                    .get());
            assertTrue(Thread.interrupted());
        });
    }
}
