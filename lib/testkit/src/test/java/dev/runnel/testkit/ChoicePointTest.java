package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.sync.Mutex;
import dev.runnel.testkit.Decision.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which answers of a decision are tried, in which order. */
class ChoicePointTest {

    private final Footprint.Numbers numbers = new Footprint.Numbers();
    private final BitSet unfair = new BitSet();
    private final Map<Long, Footprint> asleep = new HashMap<>();

    private static Decision among(Long... goroutines) {
        return Asked.among(Kind.NEXT, List.of(goroutines));
    }

    private ChoicePoint point(Decision decision, boolean reduces) {
        return new ChoicePoint(decision, unfair, asleep, reduces, new Footprint(numbers));
    }

    /** The answers that are tried from here on. */
    private static List<Integer> rest(ChoicePoint point) {
        List<Integer> picks = new ArrayList<>();
        while (point.takeNext()) {
            picks.add(point.pick());
        }
        return picks;
    }

    @Test
    void whereNothingIsReduced_allAreTried() {
        ChoicePoint point = point(among(7L, 8L, 9L), false);
        assertTrue(point.takeFirst());
        assertEquals(0, point.pick());
        assertEquals(7, point.goesOn());
        assertEquals(List.of(1, 2), rest(point));
    }

    @Test
    void answersThatAreAboutNoGoroutines_areAllTried() {
        ChoicePoint point = point(new Asked(Kind.SELECT, 3, List.of()), true);
        assertFalse(point.isAboutGoroutines());
        assertTrue(point.takeFirst());
        assertEquals(List.of(1, 2), rest(point));
    }

    @Test
    void otherwise_onlyThoseThatAreWanted() {
        ChoicePoint point = point(among(7L, 8L, 9L), true);
        assertTrue(point.isAboutGoroutines());
        assertTrue(point.takeFirst());
        assertEquals(List.of(), rest(point));
    }

    @Test
    void oneOfSeveral_isTheFirst() {
        ChoicePoint point = point(among(7L, 8L, 9L, 10L), true);
        point.takeFirst();
        point.wantsOneOf(Set.of(9L, 10L, 8L));
        assertEquals(List.of(1), rest(point));
    }

    @Test
    void oneOfSeveral_ofWhomOneIsWanted_isThatOne() {
        ChoicePoint point = point(among(7L, 8L, 9L, 10L), true);
        point.takeFirst();
        point.wantsOneOf(Set.of(9L));
        point.wantsOneOf(Set.of(8L, 9L));
        assertEquals(List.of(2), rest(point));
    }

    /** Its running first has been tried. */
    @Test
    void oneOfSeveral_ofWhomOneSleeps_isNobody() {
        ChoicePoint point = point(among(7L, 8L, 9L), true);
        point.takeFirst();
        point.wantsEachOf(Set.of(9L));
        assertTrue(point.takeNext());
        assertEquals(9, point.goesOn());
        point.wantsOneOf(Set.of(7L, 8L));
        assertEquals(List.of(), rest(point));
    }

    @Test
    void oneOfThoseWhoCannotGoOn_isAnybody() {
        ChoicePoint point = point(among(7L, 8L, 9L), true);
        point.takeFirst();
        point.wantsOneOf(Set.of(11L));
        assertEquals(List.of(1, 2), rest(point));
    }

    @Test
    void eachOfSeveral_areThoseWhoCanGoOn() {
        ChoicePoint point = point(among(7L, 8L, 9L, 10L), true);
        point.takeFirst();
        point.wantsEachOf(Set.of(7L, 8L, 10L, 11L));
        assertEquals(List.of(1, 3), rest(point));
    }

    @Test
    void whoSleeps_andWhoGivesWay_isNotTried() {
        asleep.put(7L, new Footprint(numbers));
        unfair.set(1);
        ChoicePoint point = point(among(7L, 8L, 9L, 10L), false);
        assertTrue(point.takeFirst());
        assertEquals(2, point.pick());
        assertEquals(List.of(3), rest(point));
    }

    @Test
    void whereAllSleep_nothingIsTried() {
        asleep.put(7L, new Footprint(numbers));
        asleep.put(8L, new Footprint(numbers));
        assertFalse(point(among(7L, 8L), true).takeFirst());
    }

    /** With what it has led to itself, and not with what those before it have. */
    @Test
    void whoWasTried_sleeps() {
        Mutex[] mutexes = {new Mutex(), new Mutex()};
        ChoicePoint point = point(among(7L, 8L, 9L), true);
        point.takeFirst();
        point.leadsTo(lock(mutexes[0]));
        point.wantsAll();
        assertEquals(Map.of(), point.asleep());
        assertTrue(point.takeNext());
        assertEquals(Set.of(7L), point.asleep().keySet());
        point.leadsTo(lock(mutexes[1]));
        assertTrue(point.takeNext());
        assertEquals(Set.of(7L, 8L), point.asleep().keySet());
        for (int i = 0; i < 2; i++) {
            Footprint touched = point.asleep().get(7L + i);
            assertTrue(touched.meetsInRun(lock(mutexes[i])));
            assertFalse(touched.meetsInRun(lock(mutexes[1 - i])));
        }
        assertEquals(Map.of(), asleep, "a copy");
    }

    private Footprint lock(Mutex mutex) {
        Footprint footprint = new Footprint(numbers);
        footprint.add(new Object(), Act.LOCK, mutex, numbers);
        return footprint;
    }

    @Test
    void decisionsOfOneKind_amongTheSameGoroutines_areAlike() {
        ChoicePoint point = point(among(7L, 8L), true);
        assertTrue(point.isLike(point(among(7L, 8L), false)));
        assertFalse(point.isLike(point(among(8L, 7L), true)));
        assertFalse(point.isLike(point(among(7L, 8L, 9L), true)));
        assertFalse(point.isLike(point(new Asked(Kind.PREEMPT, 2, List.of(7L, 8L)), true)));
        ChoicePoint select = point(new Asked(Kind.SELECT, 2, List.of()), true);
        assertTrue(select.isLike(point(new Asked(Kind.SELECT, 2, List.of()), true)));
        assertFalse(select.isLike(point(new Asked(Kind.SELECT, 3, List.of()), true)));
        assertFalse(select.isLike(point(new Asked(Kind.TIMER, 2, List.of()), true)));
        assertEquals("SELECT of 2", select.toString());
    }
}
