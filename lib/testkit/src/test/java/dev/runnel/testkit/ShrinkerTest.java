package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a schedule, where it is known which schedules fail. */
class ShrinkerTest {

    private static final BooleanSupplier ALWAYS = () -> true;

    private static String shrunk(String first, Predicate<String> fails) {
        return Shrinker.shrink(Schedule.parse(first), one -> fails.test(one.toString()) ? one : null, ALWAYS)
                .toString();
    }

    @Test
    void whatComesAfterTheFailure_isCutOff() {
        assertEquals(
                "1*3",
                shrunk(
                        "1*50",
                        text -> length(text) >= 3
                                && Schedule.parse(text).picks().stream().noneMatch(pick -> pick == 0)));
    }

    private static int length(String text) {
        return Schedule.parse(text).length();
    }

    @Test
    void answersThatAreNotNeeded_become0() {
        assertEquals("0*3 1 0*2 2", shrunk("1*3 1 1 1 2", text -> {
            Schedule one = Schedule.parse(text);
            return one.pick(3) == 1 && one.pick(6) == 2;
        }));
    }

    @Test
    void answersThatAreNotNeeded_areLeftOut() {
        assertEquals("1 2", shrunk("0*9 1 2", text -> text.endsWith("1 2")));
    }

    /** One preemption less is simpler, even if it takes more answers. */
    @ParameterizedTest
    @CsvSource({"0*2 2", "0*4 2"})
    void preemptionThatMayComeLater_isLeftOut(String later) {
        assertEquals(later, shrunk("1 2", text -> text.equals("1 2") || text.equals(later)));
    }

    @Test
    void answers_becomeSmaller() {
        assertEquals("0 3", shrunk("0 7", text -> text.equals("0 7") || text.equals("0 5") || text.equals("0 3")));
        assertEquals("1", shrunk("7", text -> !text.isEmpty()));
    }

    /** What a later step makes possible is tried, too. */
    @Test
    void itGoesOn_whileAnythingIsSimpler() {
        assertEquals("0 1", shrunk("2 3", List.of("2 3", "2 1", "0 1")::contains));
    }

    /** They are within the options of that run, and there are none after its end. */
    @Test
    void answersThatWereGiven_areGoneOnWith() {
        int[] failed = {0};
        Schedule best = Shrinker.shrink(
                Schedule.parse("0 9 9"),
                one -> {
                    if (one.pick(1) == 0) {
                        return null;
                    }
                    failed[0]++;
                    return Schedule.of(0, one.pick(1) % 2);
                },
                () -> failed[0] == 0);
        assertEquals(Schedule.parse("0 1"), best);
    }

    @Test
    void whatIsNotSimpler_isNotTaken() {
        Schedule first = Schedule.parse("0 1");
        assertEquals(first, Shrinker.shrink(first, one -> Schedule.parse("0*2 1"), ALWAYS));
        assertEquals(first, Shrinker.shrink(first, one -> Schedule.parse("1 1"), ALWAYS));
        assertEquals(first, Shrinker.shrink(first, one -> Schedule.parse("0 2"), ALWAYS));
        assertEquals(first, Shrinker.shrink(first, one -> first, ALWAYS));
    }

    @Test
    void noMoreAreTried_thanMayBe() {
        for (int most = 0; most < 30; most++) {
            int[] tried = {0};
            int may = most;
            Schedule best = Shrinker.shrink(
                    Schedule.parse("3 2 1 0 1 2 3"),
                    one -> {
                        tried[0]++;
                        return one.pick(1) == 2 && one.pick(5) == 2 ? one : null;
                    },
                    () -> tried[0] < may);
            assertEquals(most, tried[0]);
            assertEquals(2, best.pick(5));
        }
    }
}
