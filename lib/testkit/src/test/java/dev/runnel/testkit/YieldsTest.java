package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.testkit.Decision.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** To whom a goroutine that has asked for others to run gives way, and for how long. */
class YieldsTest {

    private static final Map<Long, Long> NO_CALLS = Map.of();

    private final Yields yields = new Yields();

    private record Asked(Kind kind, long yielded, List<Long> goroutines, Map<Long, Long> counts) implements Decision {

        @Override
        public int options() {
            return goroutines.size();
        }

        @Override
        public long goroutine(int option) {
            return goroutines.get(option);
        }

        @Override
        public long calls(int option) {
            return counts.getOrDefault(goroutine(option), 0L);
        }
    }

    /** Those of the goroutines that would run before others that they have asked to run. */
    private Set<Long> unfair(Kind kind, long yielded, Map<Long, Long> calls, Long... goroutines) {
        Decision decision = new Asked(kind, yielded, List.of(goroutines), calls);
        return yields.unfair(decision).stream().mapToObj(decision::goroutine).collect(Collectors.toSet());
    }

    private Set<Long> next(Long... goroutines) {
        return unfair(Kind.NEXT, 0, NO_CALLS, goroutines);
    }

    @Test
    void whoHasYielded_givesWay_untilEachOfTheOthersHasRun() {
        assertEquals(Set.of(1L), unfair(Kind.NEXT, 1, NO_CALLS, 2L, 3L, 1L));
        yields.runs(2);
        assertEquals(Set.of(1L), next(3L, 1L, 2L));
        assertEquals(Set.of(), next(1L, 2L));
        yields.runs(3);
        assertEquals(Set.of(), next(1L, 2L, 3L));
    }

    @Test
    void whoYieldsAgain_givesWayAgain() {
        unfair(Kind.NEXT, 1, NO_CALLS, 2L, 1L);
        yields.runs(2);
        assertEquals(Set.of(1L), unfair(Kind.NEXT, 1, NO_CALLS, 2L, 1L));
    }

    /** Its calls show that it runs. */
    @Test
    void whoIsAskedWhetherItGoesOn_hasRun() {
        unfair(Kind.NEXT, 1, NO_CALLS, 2L, 1L);
        assertEquals(Set.of(), unfair(Kind.PREEMPT, 0, NO_CALLS, 2L, 1L));
        assertEquals(Set.of(), next(1L, 2L));
    }

    /** It may not have been chosen, since nobody else could run. */
    @Test
    void whoHasMadeACallSince_hasRun() {
        unfair(Kind.NEXT, 1, Map.of(2L, 5L), 2L, 1L);
        assertEquals(Set.of(1L), unfair(Kind.NEXT, 0, Map.of(2L, 5L), 2L, 1L));
        assertEquals(Set.of(), unfair(Kind.NEXT, 0, Map.of(2L, 6L), 2L, 1L));
    }

    @Test
    void whoCouldNotRunThen_isNotGivenWayTo() {
        unfair(Kind.NEXT, 1, NO_CALLS, 2L, 1L);
        assertEquals(Set.of(), next(1L, 3L));
    }

    @Test
    void twoWhoHaveYielded_giveWayToWhoHasNotRunSince() {
        assertEquals(Set.of(1L), unfair(Kind.NEXT, 1, NO_CALLS, 2L, 1L));
        yields.runs(2);
        assertEquals(Set.of(2L), unfair(Kind.NEXT, 2, NO_CALLS, 1L, 2L));
    }

    /** Another's going on first is asked for as a preemption, unless it has asked for that itself. */
    @Test
    void whoGoesOn_givesWayOnlyIfItsTurnIsOver() {
        assertEquals(Set.of(), unfair(Kind.PREEMPT, 0, NO_CALLS, 1L, 2L));
        assertEquals(Set.of(1L), unfair(Kind.PREEMPT, 1, NO_CALLS, 1L, 2L));
    }

    @Test
    void clausesAndTimers_areNobody() {
        assertEquals(Set.of(), unfair(Kind.SELECT, 1, NO_CALLS, 1L, 2L));
        assertEquals(Set.of(), unfair(Kind.TIMER, 1, NO_CALLS, 1L, 2L));
        assertEquals(Set.of(), next(1L, 2L));
    }
}
