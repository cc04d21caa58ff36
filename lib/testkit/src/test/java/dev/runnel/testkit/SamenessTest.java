package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A failure that is told is the one that was found, or says what that one was. */
class SamenessTest {

    /** What comes of a program: how it failed first, and what is told. */
    private record Told(String first, ScheduleFailure failure) {}

    /** Explores with many seeds. */
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
                            throw new AssertionError(what); // on a line of its own
                        }
                        if (!what.isEmpty()) {
                            throw new AssertionError(what);
                        }
                    }));
            all.add(new Told(failures.getFirst(), told));
        }
        return all;
    }

    /** Under a shorter schedule the program fails, too, but on another line. */
    @Test
    void failureInAnotherLine_isNotWhatIsShrunkTo() {
        for (Told told : told(SamenessTest::kind)) {
            assertEquals(told.first(), told.failure().getCause().getMessage(), told.failure()::getMessage);
        }
    }

    /** Thrown by the library of {@code Option}: the line is that of its caller. */
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
                            Option.none().get(); // on a line of its own
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

    /** It may be another failure on the same line, so it is told what it was at first. */
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

    /** Under a shorter schedule fewer or other goroutines are left: where they are is told once, for the last run. */
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

    /** As with a counter that is not made anew for each run. */
    @Test
    void failureThatSaysSomethingElseUnderTheSameSchedule_isToldSo() {
        int[] runs = {0};
        String message = assertThrows(ScheduleFailure.class, () -> Schedules.check(() -> assertEquals(1, ++runs[0])))
                .getMessage();
        assertTrue(message.startsWith("org.opentest4j.AssertionFailedError: expected: <1> but was: <3>\n"), message);
        assertTrue(
                message.contains("; under the same schedule it was \"org.opentest4j.AssertionFailedError:"
                        + " expected: <1> but was: <2>\" before, so it uses something from outside the run:\n"),
                message);
    }

    @Test
    void whatIsCalledOtherwiseInEachRun_isNoOtherText() {
        String message = assertThrows(
                        ScheduleFailure.class,
                        () -> Schedules.check(() -> {
                            throw new AssertionError(chan() + ", " + new Object() + ", " + Thread.currentThread());
                        }))
                .getMessage();
        assertFalse(message.contains("under the same schedule"), message);
    }

    /** It is of another run than the one shown, and has the numbers of a run of its own. */
    @Test
    void failureAsItWasFound_hasNumbersOfARun() {
        assertEquals(
                "it was found as \"java.lang.IllegalStateException: Chan#1 after Chan#2\", under schedule \"0*2 1\"",
                Report.asItWasFound(new IllegalStateException("Chan#977 after Chan#976"), Schedule.parse("0 0 1")));
    }

    // ---------------------------------------------------------------- without a run

    private static List<RuntimeException> twoOfOneLine() {
        return List.of(new IllegalStateException("1 of 2"), new IllegalArgumentException("1 of 2"));
    }

    @Test
    void failuresOfTwoClasses_areNotTheSame_alsoInOneLine() {
        List<RuntimeException> two = twoOfOneLine();
        assertFalse(Sameness.isSame(two.getFirst(), two.getLast()));
        assertTrue(Sameness.isSame(two.getFirst(), twoOfOneLine().getFirst()));
        assertFalse(Sameness.isSame(two.getFirst(), new IllegalStateException("1 of 2")));
        assertFalse(Sameness.isSame(two.getFirst(), null));
    }

    /** The JVM leaves the stack out of exceptions that it throws often. */
    @Test
    void failureWithoutAStack_isTheSameAsAnyOfItsClass() {
        RuntimeException with = new IllegalStateException();
        RuntimeException without = new IllegalStateException();
        without.setStackTrace(new StackTraceElement[0]);
        assertTrue(Sameness.isSame(with, without));
        assertTrue(Sameness.isSame(without, with));
    }

    private static <T extends Throwable> T madeAt(T failure, String... methods) {
        failure.setStackTrace(Stream.of(methods).map(SamenessTest::inTheProgram).toArray(StackTraceElement[]::new));
        return failure;
    }

    /** It comes of what all goroutines do, wherever one of them is. */
    @Test
    void failureOfTheWholeRun_isTheSameInAnyLine() {
        assertTrue(Sameness.isSame(
                madeAt(new DeadlockException("one", ""), "one"),
                madeAt(new DeadlockException("another", ""), "another")));
        assertTrue(
                Sameness.isSame(madeAt(new LeakException(1, ""), "one"), madeAt(new LeakException(2, ""), "another")));
        assertTrue(Sameness.isSame(
                madeAt(new LivelockException(1, ""), "one"), madeAt(new LivelockException(2, ""), "another")));
        assertFalse(Sameness.isSame(madeAt(new AssertionError(), "one"), madeAt(new AssertionError(), "another")));
    }

    @Test
    void line_isTheInnermostOfTheProgram() {
        assertTrue(Sameness.isSame(
                madeAt(new AssertionError(), "here", "there"), madeAt(new AssertionError(), "here", "elsewhere")));
        assertFalse(Sameness.isSame(
                madeAt(new AssertionError(), "here", "there"), madeAt(new AssertionError(), "elsewhere", "there")));
    }

    /** As with a class loader of the program's. */
    @Test
    void classesThatAreNotFound_areOfTheProgram_unlessTheyHelpWithTests() {
        AssertionError failure = new AssertionError();
        AssertionError again = new AssertionError();
        AssertionError another = new AssertionError();
        StackTraceElement assertion = new StackTraceElement("org.assertj.core.Nothing", "isEqual", "Nothing.java", 1);
        StackTraceElement last = inTheProgram("last");
        StackTraceElement one = new StackTraceElement("plugin.One", "act", "One.java", 1);
        StackTraceElement two = new StackTraceElement("plugin.Two", "act", "Two.java", 1);
        failure.setStackTrace(new StackTraceElement[] {assertion, one, last});
        again.setStackTrace(new StackTraceElement[] {one, last});
        another.setStackTrace(new StackTraceElement[] {assertion, two, last});
        assertTrue(Sameness.isSame(failure, again));
        assertFalse(Sameness.isSame(failure, another));
    }

    @Test
    void numbers_areNoOtherText() {
        assertTrue(Sameness.haveSameText(new AssertionError("goroutine 12"), new AssertionError("goroutine 7")));
        assertFalse(Sameness.haveSameText(new AssertionError("goroutine 12"), new AssertionError("timer 12")));
    }

    // ---------------------------------------------------------------- in the stack of a property

    private static final StackTraceElement JQWIK = new StackTraceElement("net.jqwik.engine.Any", "call", "Any.java", 5);

    private static StackTraceElement inTheProgram(String method) {
        return new StackTraceElement(SamenessTest.class.getName(), method, "SamenessTest.java", 7);
    }

    /** The first frame, which jqwik compares, after this failure has been told apart. */
    private static String told(Throwable cause, StackTraceElement... stack) {
        Interleaving nothing = new Interleaving(Schedule.PLAIN, List.of(), List.of());
        ScheduleFailure failure = new ScheduleFailure("", cause, nothing);
        failure.setStackTrace(stack);
        Sameness.tellApart(failure);
        StackTraceElement[] after = failure.getStackTrace();
        assertEquals(List.of(stack), List.of(after).subList(after.length - stack.length, after.length));
        return after.length == stack.length ? "as it was" : after[0].getMethodName() + " " + after[0].getFileName();
    }

    @Test
    void frameOfTheProperty_isTheOneThatJqwikCalls() {
        Throwable cause = new IllegalStateException();
        cause.setStackTrace(new StackTraceElement[] {inTheProgram("anywhere")});
        assertEquals(
                "property java.lang.IllegalStateException at SamenessTest.java:7",
                told(cause, inTheProgram("helper"), inTheProgram("property"), JQWIK, inTheProgram("main"), JQWIK));
    }

    @Test
    void failureOfTheWholeRun_isToldByItsClassAlone() {
        Throwable cause = new LivelockException(5, "");
        cause.setStackTrace(new StackTraceElement[] {inTheProgram("anywhere")});
        assertEquals("property " + LivelockException.class.getName(), told(cause, inTheProgram("property"), JQWIK));
    }

    @Test
    void stackWithoutAProperty_staysAsItIs() {
        Throwable cause = new IllegalStateException();
        StackTraceElement junit = new StackTraceElement("org.junit.Any", "call", "Any.java", 5);
        assertEquals("as it was", told(cause, inTheProgram("test"), junit));
        assertEquals("as it was", told(cause, JQWIK, JQWIK));
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
