package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    @ParameterizedTest
    @CsvSource({
        "0*5 1 0 2, 0*5 1 0 2",
        "0 0 0 1, 0*3 1",
        "1 0 0, 1",
        "0*7, ''",
        "'', ''",
        "'  3   4*2 ', 3 4*2",
        "2*0 1, 1",
        "1 2*0, 1",
        "3*2 0*0 1*3 0*4, 3*2 1*3",
        "0*10000000, ''"
    })
    void text_isReadAndWritten(String text, String written) {
        assertEquals(written, Schedule.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "1,2",
                "-1",
                "1*",
                "*3",
                "1*-1",
                "1*2*3",
                "99999999999",
                "1*2000000000",
                "0*10000000 1",
                "1 1*2147483647",
                "2147483648"
            })
    void badText_isRejectedWithTheWordAndWhatIsAllowed(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> Schedule.parse(text))
                .getMessage();
        assertTrue(message.contains("'" + text + "'"), message);
        assertTrue(message.contains("allowed:"), message);
    }

    @Test
    void badText_isToldWithWhatItIs() {
        assertEquals(
                "schedule: '1*x' in '0 1*x' is not allowed; allowed: a number from 0 to 2147483647, perhaps followed by '*' and how often it comes, as in 0*5 1 0 2",
                assertThrows(IllegalArgumentException.class, () -> Schedule.parse("0 1*x"))
                        .getMessage());
        assertEquals(
                "schedule: '0*10000001' in '0*10000001' is not allowed; allowed: at most 10000000 picks in all",
                assertThrows(IllegalArgumentException.class, () -> Schedule.parse("0*10000001"))
                        .getMessage());
    }

    @Test
    void longText_isNotRepeatedInFull() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Schedule.parse("1 ".repeat(100_000) + "x".repeat(100_000)))
                .getMessage();
        assertTrue(message.contains("xxx...' in '1 1 1"), message);
        assertTrue(message.length() < 1_000, message);
    }

    @Test
    void negativeAnswer_isRejected() {
        assertEquals(
                "picks: -1 is not allowed; allowed: 0 or more",
                assertThrows(IllegalArgumentException.class, () -> Schedule.of(3, -1))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> Schedule.of(List.of(-2)));
    }

    @Test
    void answers_areCopied() {
        int[] picks = {0, 1};
        Schedule schedule = Schedule.of(picks);
        picks[1] = 7;
        assertEquals("0 1", schedule.toString());
    }

    @Test
    void zerosAtTheEnd_doNotCount() {
        assertEquals(Schedule.of(0, 1), Schedule.of(List.of(0, 1, 0, 0)));
        assertEquals(Schedule.of(0, 1).hashCode(), Schedule.of(0, 1, 0).hashCode());
        assertNotEquals(Schedule.of(0, 1), Schedule.of(1));
        assertEquals(Schedule.PLAIN, Schedule.of(0, 0));
        assertEquals(2, Schedule.of(0, 1, 0).length());
    }

    @Test
    void picks_areTakenModuloTheOptionsAndWrittenDownSo() {
        Interleaving large = Schedule.parse("0*3 101 7").replay(KnownBugs::benign);
        Interleaving small = large.schedule().replay(KnownBugs::benign);
        assertEquals(large, small);
        assertTrue(
                large.schedule().picks().stream().allMatch(pick -> pick < 4),
                large.schedule().toString());
    }
}
