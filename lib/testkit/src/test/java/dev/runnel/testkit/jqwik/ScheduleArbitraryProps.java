package dev.runnel.testkit.jqwik;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.testkit.KnownBugs;
import dev.runnel.testkit.Launched;
import dev.runnel.testkit.Schedule;
import dev.runnel.testkit.ScheduleFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

class ScheduleArbitraryProps {

    /** How each run of a case has failed. */
    private static final List<String> FAILED = Collections.synchronizedList(new ArrayList<>());

    private static final List<Schedule> TRIED = Collections.synchronizedList(new ArrayList<>());

    @Example
    void failingProperty_isShrunkToFewPreemptions() {
        TRIED.clear();
        ScheduleFailure failure = assertInstanceOf(
                ScheduleFailure.class, Launched.method(Cases.class, "wrong").failure());
        long preemptions =
                failure.schedule().picks().stream().filter(pick -> pick != 0).count();
        assertTrue(preemptions <= 2, failure::getMessage);
        assertTrue(failure.schedule().length() <= 10, failure::getMessage);
        assertTrue(failure.getMessage().contains("is preempted by"), failure::getMessage);
    }

    @Example
    void failingEdgeCase_isShrunkToo() {
        ScheduleFailure failure = assertInstanceOf(
                ScheduleFailure.class,
                Launched.method(Cases.class, "wrongInAnEdgeCase").failure());
        assertTrue(failure.schedule().length() <= 10, failure::getMessage);
    }

    @Example
    void edgeCases_areNoneAllAndEachSecond() {
        TRIED.clear();
        Launched.method(Cases.class, "edgeCases");
        assertEquals(
                List.of(
                        Schedule.PLAIN,
                        Schedule.of(Collections.nCopies(200, 1)),
                        Schedule.of(IntStream.range(0, 200).mapToObj(i -> i % 2).toList())),
                TRIED);
    }

    @Example
    void assumptionInAScheduleThatFails_isNoFailureOfTheProperty() {
        Launched launched = Launched.method(Cases.class, "assumes");
        assertEquals(List.of(), launched.failures());
        assertEquals(List.of("assumes"), launched.passed());
    }

    /** Under a shorter schedule the program fails, too, but in another way. */
    @Example
    void failureOfAnotherKind_isNotWhatIsShrunkTo() {
        for (String method : List.of("failsInTwoLines", "failsOrWaitsForEver")) {
            FAILED.clear();
            Throwable failure = Launched.method(Cases.class, method).failure();
            assertEquals(
                    FAILED.getFirst(),
                    String.valueOf(failure.getCause().getMessage().charAt(0)),
                    failure::getMessage);
            assertTrue(FAILED.stream().distinct().count() > 1, FAILED::toString);
        }
    }

    /** For whoever reads the stack, it begins in the property, as any other does. */
    @Example
    void failure_saysInItsStackWhatHasFailed() {
        Throwable failure = Launched.method(Cases.class, "failsInTwoLines").failure();
        String first = failure.getStackTrace()[0].toString();
        assertTrue(
                first.matches(
                        ".*Cases\\.failsInTwoLines\\(java\\.lang\\.AssertionError at ScheduleArbitraryProps\\.java:\\d+\\)"),
                first);
    }

    /** Run only by the examples above. */
    static class Cases {

        @Property(edgeCases = EdgeCasesMode.NONE, seed = "17") // fails first in the less likely way
        void failsInTwoLines(@ForAll Schedule schedule) {
            schedule.run(() -> {
                String order = orderOfThree();
                if (order.startsWith("21")) {
                    FAILED.add("1");
                    throw new AssertionError("1: " + order);
                }
                if (order.startsWith("1")) {
                    FAILED.add("2");
                    throw new AssertionError("2: " + order);
                }
            });
        }

        @Property(edgeCases = EdgeCasesMode.NONE, seed = "17")
        void failsOrWaitsForEver(@ForAll Schedule schedule) {
            schedule.run(() -> {
                String order = orderOfThree();
                if (order.startsWith("21")) {
                    FAILED.add("1");
                    throw new AssertionError("1: " + order);
                }
                if (order.startsWith("1")) {
                    FAILED.add("a"); // as all goroutines are asleep
                    Go.nilChan().recv();
                }
            });
        }

        private static String orderOfThree() {
            Chan<Integer> c = Go.chan(3);
            StringBuilder order = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                int who = i;
                Go.go(() -> {
                    Go.gosched();
                    order.append(who);
                    Go.gosched();
                    order.append(who);
                    c.send(who);
                });
            }
            for (int i = 0; i < 3; i++) {
                c.recv();
            }
            return order.toString();
        }

        @Property(shrinking = ShrinkingMode.FULL, edgeCases = EdgeCasesMode.NONE, seed = "7")
        void wrong(@ForAll Schedule schedule) {
            schedule.run(KnownBugs::deadlockOfTwoLocks);
        }

        @Property(shrinking = ShrinkingMode.FULL, edgeCases = EdgeCasesMode.FIRST, seed = "7")
        void wrongInAnEdgeCase(@ForAll Schedule schedule) {
            schedule.run(KnownBugs::lostUpdateAroundAChannel);
        }

        @Property(tries = 20, seed = "7") // another might have too many tries that do not apply
        void assumes(@ForAll Schedule schedule, @ForAll boolean applies) {
            schedule.run(() -> Assume.that(applies));
        }

        @Property(tries = 3, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.FIRST)
        void edgeCases(@ForAll Schedule schedule) {
            TRIED.add(schedule);
        }
    }
}
