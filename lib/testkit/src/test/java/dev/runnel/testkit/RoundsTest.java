package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Steps that repeat themselves are shown once. */
class RoundsTest {

    private static final Pattern STEP = Pattern.compile(" *(\\d+)\\. (.*)");
    private static final Pattern MORE = Pattern.compile(
            " {6}\\.\\.\\. (?:this step|these (\\d+) steps) (\\d+) times more, to step (\\d+) \\.\\.\\.");

    @Test
    void oneStep_threeTimes_isShownOnce() {
        assertEquals(List.of("   1. a", "   2. a"), Rounds.lines(List.of("a", "a")));
        assertEquals(
                List.of("   1. a", "      ... this step 2 times more, to step 3 ...", "   4. b"),
                Rounds.lines(List.of("a", "a", "a", "b")));
    }

    @Test
    void severalSteps_areShownOnce_withWhatIsLeftOfThem() {
        assertEquals(
                List.of(
                        "   1. x",
                        "   2. a",
                        "   3. b",
                        "      ... these 2 steps 2 times more, to step 7 ...",
                        "   8. a",
                        "   9. c"),
                Rounds.lines(List.of("x", "a", "b", "a", "b", "a", "b", "a", "c")));
    }

    /** If a round has repetitions in it, the longer round is shown. */
    @Test
    void roundOfRounds_isShownOnce() {
        List<String> round = List.of("a", "a", "a", "b");
        List<String> steps =
                Collections.nCopies(50, round).stream().flatMap(List::stream).toList();
        assertEquals(
                List.of(
                        "   1. a",
                        "   2. a",
                        "   3. a",
                        "   4. b",
                        "      ... these 4 steps 49 times more, to step 200 ..."),
                Rounds.lines(steps));
    }

    @Test
    void ofSteps_atDifferentPlaces_allAreShown() {
        List<String> steps = Collections.nCopies(6, "a");
        String shown =
                new Interleaving(Schedule.PLAIN, steps, List.of("here", "there", "", "here", "", "there")).toString();
        assertEquals(6, shown.lines().count(), shown);
        String folded = new Interleaving(Schedule.PLAIN, steps, Collections.nCopies(6, "here")).toString();
        assertEquals("   1. a  at here%n      ... this step 5 times more, to step 6 ...%n".formatted(), folded);
    }

    /** Nothing is lost: doing what the lines say gives the steps again. */
    @Property
    void lines_sayWhatTheStepsWere(@ForAll("steps") List<String> steps) {
        List<String> lines = Rounds.lines(steps);
        List<String> again = new ArrayList<>();
        for (String line : lines) {
            Matcher step = STEP.matcher(line);
            Matcher more = MORE.matcher(line);
            if (step.matches()) {
                again.add(step.group(2));
                assertEquals(again.size(), Integer.parseInt(step.group(1)));
            } else {
                assertTrue(more.matches(), line);
                int length = more.group(1) == null ? 1 : Integer.parseInt(more.group(1));
                List<String> round = List.copyOf(again.subList(again.size() - length, again.size()));
                for (int i = Integer.parseInt(more.group(2)); i > 0; i--) {
                    again.addAll(round);
                }
                assertEquals(again.size(), Integer.parseInt(more.group(3)));
            }
        }
        assertEquals(steps, again);
        assertTrue(lines.size() <= steps.size());
    }

    @Provide
    Arbitrary<List<String>> steps() {
        Arbitrary<List<String>> round =
                Arbitraries.of("a", "b", "c").list().ofMinSize(1).ofMaxSize(18);
        return round.tuple2()
                .flatMap(two -> Arbitraries.integers()
                        .between(0, 5)
                        .map(times -> Stream.concat(
                                        Stream.of(two.get1()), Collections.nCopies(times, two.get2()).stream())
                                .flatMap(List::stream)
                                .toList()));
    }
}
