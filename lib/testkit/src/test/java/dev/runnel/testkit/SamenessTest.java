package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A failure that is told is the one that was found, or it says what that was. */
class SamenessTest {

    /** Under a shorter schedule the program fails, too, but in another line. */
    @Test
    void failureInAnotherLine_isNotWhatIsShrunkTo() {
        for (int seed = 0; seed < 30; seed++) {
            Explorer explorer = new Explorer(MixedPolicy.of(seed)).withRuns(500);
            String[] first = {null};
            ScheduleFailure failure = assertThrows(
                    ScheduleFailure.class,
                    () -> explorer.explore(() -> {
                        String order = orderOfTwo();
                        if (order.equals("bBaA")) {
                            first[0] = first[0] == null ? "one after the other" : first[0];
                            throw new AssertionError("one after the other: " + order);
                        }
                        if (order.startsWith("ba")) {
                            first[0] = first[0] == null ? "in turns" : first[0];
                            throw new AssertionError("in turns: " + order);
                        }
                    }));
            String cause = String.valueOf(failure.getCause().getMessage());
            assertTrue(cause.startsWith(String.valueOf(first[0])), failure::getMessage);
        }
    }

    /** It may be another failure of the same line; so it is told what it was at first. */
    @Test
    void failureWithAnotherText_isToldAsItWasFound() {
        int told = 0;
        for (int seed = 0; seed < 30; seed++) {
            Explorer explorer = new Explorer(MixedPolicy.of(seed)).withRuns(500);
            String[] first = {null};
            ScheduleFailure failure = assertThrows(
                    ScheduleFailure.class,
                    () -> explorer.explore(() -> {
                        String order = orderOfTwo();
                        if (order.startsWith("b")) {
                            first[0] = first[0] == null ? "order " + order : first[0];
                            throw new AssertionError("order " + order);
                        }
                    }));
            assertTrue(failure.getMessage().contains(String.valueOf(first[0])), failure::getMessage);
            told += failure.getMessage().contains("it was found as") ? 1 : 0;
        }
        assertTrue(told > 0);
    }

    private static String orderOfTwo() {
        StringBuilder order = new StringBuilder();
        Chan<Integer> c = chan(2);
        for (String what : List.of("a", "b")) {
            go(() -> {
                order.append(what);
                gosched();
                order.append(what.toUpperCase(Locale.ROOT));
                c.send(1);
            });
        }
        c.recv();
        c.recv();
        return order.toString();
    }
}
