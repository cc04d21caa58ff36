package dev.runnel.testkit.jqwik;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.testkit.Schedule;
import java.util.List;
import net.jqwik.api.Shrinkable;
import org.junit.jupiter.api.Test;

/** What an edge case shrinks to, in one go. */
class ShrinkableScheduleTest {

    private static ShrinkableSchedule of(String schedule) {
        return new ShrinkableSchedule(Schedule.parse(schedule));
    }

    private static List<String> shrunk(String schedule) {
        return of(schedule)
                .shrink()
                .map(Shrinkable::value)
                .map(Schedule::toString)
                .toList();
    }

    @Test
    void beginningsFirst_thenFewerPreemptions() {
        assertEquals(
                List.of("", "1*2", "1*3", "", "0*2 1*2", "1*2", "0 1*3", "1 0 1*2", "1*2 0 1", "1*3"), shrunk("1*4"));
    }

    @Test
    void allAreSimpler() {
        ShrinkableSchedule first = of("0 3 0*2 1 2 0 1");
        assertTrue(first.shrink().allMatch(one -> one.distance().compareTo(first.distance()) < 0));
        assertEquals(List.of(), shrunk(""));
    }

    @Test
    void fewerPreemptions_areSimplerThanFewerAnswers() {
        assertTrue(of("0*9 1").distance().compareTo(of("1*2").distance()) < 0);
        assertTrue(of("1").distance().compareTo(of("0 1").distance()) < 0);
    }
}
