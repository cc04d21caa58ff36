package dev.runnel.scope;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How several failures are reported. */
class FailuresTest {

    private enum Teller {
        JOIN(Failures::tell),
        CLOSE(Failures::tellTheRest),
        AWAIT_OR_THROW(Failures::firstWithLater);

        private final Function<Failures, Exception> tells;

        Teller(Function<Failures, Exception> tells) {
            this.tells = tells;
        }
    }

    private final Failures failures = new Failures();
    private final IOException first = new IOException("first");
    private final IOException second = new IOException("second");

    /** An exception whose instance many share: it keeps no suppressed ones. */
    private static final class Shared extends Exception {
        private static final long serialVersionUID = 1;

        Shared(String text) {
            super(text, null, false, false);
        }
    }

    private final Shared oneShared = new Shared("one");
    private final Shared otherShared = new Shared("other");

    /** As with a {@code synchronized} of the user's. */
    @ParameterizedTest
    @EnumSource(Teller.class)
    void whoWaitsForTheMonitorOfAnException_holdsNoLock(Teller how) throws InterruptedException {
        failures.add(first);
        failures.add(second);
        Thread teller = new Thread(() -> how.tells.apply(failures));
        synchronized (first) {
            teller.start();
            while (teller.getState() != Thread.State.BLOCKED) {
                assertNotEquals(Thread.State.TERMINATED, teller.getState());
                Thread.onSpinWait();
            }
            assertSame(first, failures.first());
        }
        teller.join();
        assertArrayEquals(new Throwable[] {second}, first.getSuppressed());
    }

    @ParameterizedTest
    @EnumSource(names = {"JOIN", "CLOSE"})
    void severalThatKeepNothing_areToldBesidesTheFirstThatKeepsThem(Teller how) {
        failures.add(oneShared);
        failures.add(otherShared);
        failures.add(first);
        failures.add(second);
        assertSame(first, how.tells.apply(failures));
        assertArrayEquals(new Throwable[] {oneShared, otherShared, second}, first.getSuppressed());
    }

    @ParameterizedTest
    @EnumSource(Teller.class)
    void severalThatKeepNothing_amongThemselves_areToldByTheFirst(Teller how) {
        failures.add(oneShared);
        failures.add(otherShared);
        assertSame(oneShared, how.tells.apply(failures));
    }

    @ParameterizedTest
    @EnumSource(Teller.class)
    void oneThatIsThrownAgain_isToldOnce(Teller how) {
        failures.add(first);
        failures.add(first);
        failures.add(second);
        failures.add(first);
        assertSame(first, how.tells.apply(failures));
        assertArrayEquals(new Throwable[] {second}, first.getSuppressed());
    }

    @Test
    void laterOnes_thatNobodyWasToldOf_areToldInTheirOrder_once() {
        IOException third = new IOException("third");
        failures.add(first);
        assertSame(first, failures.tell());
        failures.add(second);
        failures.add(third);
        assertSame(second, failures.tellTheRest());
        assertArrayEquals(new Throwable[] {third}, second.getSuppressed());
        assertNull(failures.tellTheRest());
    }

    @Test
    void error_hasAllThatFailedBefore_inTheirOrder() {
        failures.add(first);
        failures.add(second);
        failures.left("a task", new AssertionError("planted"), null);
        assertArrayEquals(
                new Throwable[] {first, second},
                Objects.requireNonNull(failures.panic()).getSuppressed());
    }
}
