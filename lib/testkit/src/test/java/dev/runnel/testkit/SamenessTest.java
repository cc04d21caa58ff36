package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A failure that is told is the one that was found, or it says what that was. */
class SamenessTest {

    /** What comes of a program: how it failed first, and what is told. */
    private record Told(String first, ScheduleFailure failure) {}

    /** By many seeds. */
    private static List<Told> told(UnaryOperator<String> failure) {
        List<Told> all = new ArrayList<>();
        for (int seed = 0; seed < 30; seed++) {
            Explorer explorer = new Explorer(MixedPolicy.of(seed)).withRuns(500);
            List<String> failures = new ArrayList<>();
            ScheduleFailure told = assertThrows(
                    ScheduleFailure.class,
                    () -> explorer.explore(() -> {
                        String order = orderOfTwo();
                        String what = failure.apply(order);
                        if (!what.isEmpty()) {
                            failures.add(what);
                        }
                        if (what.startsWith("one after the other")) {
                            throw new AssertionError(what); // in a line of its own
                        }
                        if (!what.isEmpty()) {
                            throw new AssertionError(what);
                        }
                    }));
            all.add(new Told(failures.getFirst(), told));
        }
        return all;
    }

    /** Under a shorter schedule the program fails, too, but in another line. */
    @Test
    void failureInAnotherLine_isNotWhatIsShrunkTo() {
        for (Told told : told(SamenessTest::kind)) {
            assertEquals(told.first(), told.failure().getCause().getMessage(), told.failure()::getMessage);
        }
    }

    /** Thrown by the library of {@code Option}: the line is that of who asked it. */
    @Test
    void failureOfAnEmptyOptionInAnotherLine_isNotWhatIsShrunkTo() {
        for (int seed = 0; seed < 30; seed++) {
            Explorer explorer = new Explorer(MixedPolicy.of(seed)).withRuns(500);
            List<String> failures = new ArrayList<>();
            ScheduleFailure told = assertThrows(
                    ScheduleFailure.class,
                    () -> explorer.explore(() -> {
                        String kind = kind(orderOfTwo());
                        if (!kind.isEmpty()) {
                            failures.add(kind);
                        }
                        if (kind.startsWith("one after the other")) {
                            Option.none().get(); // in a line of its own
                        }
                        if (!kind.isEmpty()) {
                            Option.none().get();
                        }
                    }));
            assertEquals(failures.getFirst(), failures.getLast(), told::getMessage);
        }
    }

    private static String kind(String order) {
        return order.equals("bBaA") ? "one after the other" : order.startsWith("ba") ? "in turns" : "";
    }

    /** It may be another failure of the same line; so it is told what it was at first. */
    @Test
    void failureWithAnotherText_isToldAsItWasFound() {
        int others = 0;
        for (Told told : told(order -> order.startsWith("b") ? "order " + order : "")) {
            String message = told.failure().getMessage();
            assertTrue(message.contains(told.first()), message);
            others += message.contains("it was found as") ? 1 : 0;
        }
        assertTrue(others > 0);
    }

    /** Fewer goroutines are left under a shorter schedule, or others: where they are is told once, of the last run. */
    @Test
    void leakThatShrinksToAnother_isToldInOneLine_asItWasFound() {
        int others = 0;
        for (int seed = 0; seed < 30; seed++) {
            Explorer explorer =
                    new Explorer(new RandomPolicy(seed)).withRuns(500).withFailsOnLeaks(true);
            String message = assertThrows(ScheduleFailure.class, () -> explorer.explore(SamenessTest::leavesOneOrTwo))
                    .getMessage();
            String firstOfTwo = "it was found as \"dev.runnel.testkit.LeakException: 2 goroutines are left:\", under";
            others += message.contains(firstOfTwo) ? 1 : 0;
            assertEquals(1, message.split("created by goroutine", -1).length - 1, message);
        }
        assertTrue(others > 0);
    }

    private static void leavesOneOrTwo() {
        Chan<Integer> never = chan();
        String order = orderOfTwo();
        if (order.startsWith("b")) {
            go(never::recv);
        }
        if (order.equals("bBaA")) {
            go(never::recv);
        }
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
