package dev.runnel.scope;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is told of several failures, while somebody else has the monitor of one of them, as by a {@code synchronized} of the user. */
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
}
