package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What an {@link Interleaving} is made of, and what it prints. */
class InterleavingTest {

    @Test
    void places_areThoseOfTheSteps() {
        List<String> steps = List.of("one", "two");
        Interleaving two = new Interleaving(Schedule.PLAIN, steps, List.of("here", ""));
        assertEquals("   1. one  at here%n   2. two%n".formatted(), two.toString());
        assertEquals(
                "places: 1 is not allowed; allowed: as many as steps, 2",
                refused(() -> new Interleaving(Schedule.PLAIN, steps, List.of(""))));
        assertEquals(
                "places: 3 is not allowed; allowed: as many as steps, 2",
                refused(() -> new Interleaving(Schedule.PLAIN, steps, List.of("", "", ""))));
        assertEquals(
                "schedule",
                assertThrows(NullPointerException.class, () -> new Interleaving(null, steps, steps))
                        .getMessage());
    }

    @Test
    void interleaving_doesNotChange() {
        List<String> steps = new ArrayList<>(List.of("one"));
        List<String> places = new ArrayList<>(List.of("here"));
        Interleaving one = new Interleaving(Schedule.PLAIN, steps, places);
        steps.clear();
        places.clear();
        assertEquals(new Interleaving(Schedule.PLAIN, List.of("one"), List.of("here")), one);
    }

    private static String refused(Executable bad) {
        return assertThrows(IllegalArgumentException.class, bad).getMessage();
    }
}
