package dev.runnel.runtime.scheduler;

import static dev.runnel.runtime.scheduler.GoroutineStatus.DEAD;
import static dev.runnel.runtime.scheduler.GoroutineStatus.IDLE;
import static dev.runnel.runtime.scheduler.GoroutineStatus.LINGERING;
import static dev.runnel.runtime.scheduler.GoroutineStatus.OUTSIDE;
import static dev.runnel.runtime.scheduler.GoroutineStatus.RUNNABLE;
import static dev.runnel.runtime.scheduler.GoroutineStatus.RUNNING;
import static dev.runnel.runtime.scheduler.GoroutineStatus.WAITING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The legal moves of a goroutine: P3, with OUTSIDE for Go's syscall, and a goroutine that is readied twice found out
 * (P104).
 */
class GoroutineStatusTest {

    private static final Map<GoroutineStatus, Set<GoroutineStatus>> LEGAL = Map.of(
            IDLE, Set.of(RUNNABLE),
            RUNNABLE, Set.of(RUNNING),
            RUNNING, Set.of(WAITING, LINGERING, RUNNABLE, OUTSIDE, DEAD),
            WAITING, Set.of(RUNNABLE),
            LINGERING, Set.of(RUNNING, WAITING),
            OUTSIDE, Set.of(RUNNING, RUNNABLE),
            DEAD, Set.of());

    /** How to get to each state from a fresh goroutine. */
    private static final Map<GoroutineStatus, List<GoroutineStatus>> PATHS = Map.of(
            IDLE, List.of(),
            RUNNABLE, List.of(RUNNABLE),
            RUNNING, List.of(RUNNABLE, RUNNING),
            WAITING, List.of(RUNNABLE, RUNNING, WAITING),
            LINGERING, List.of(RUNNABLE, RUNNING, LINGERING),
            OUTSIDE, List.of(RUNNABLE, RUNNING, OUTSIDE),
            DEAD, List.of(RUNNABLE, RUNNING, DEAD));

    private static Goroutine goroutineIn(GoroutineStatus status) {
        Goroutine g = new Goroutine(null, 7, 1, null, () -> {});
        PATHS.get(status).forEach(g::become);
        assertEquals(status, g.status());
        return g;
    }

    @ParameterizedTest
    @EnumSource
    void moves_areThoseOfTheTable(GoroutineStatus from) {
        for (GoroutineStatus to : GoroutineStatus.values()) {
            assertEquals(LEGAL.get(from).contains(to), to.mayFollow(from.number()), from + " -> " + to);
        }
    }

    @ParameterizedTest
    @EnumSource
    void goroutine_makesLegalMovesOnly(GoroutineStatus from) {
        for (GoroutineStatus to : GoroutineStatus.values()) {
            Goroutine g = goroutineIn(from);
            if (LEGAL.get(from).contains(to)) {
                g.become(to);
                assertEquals(to, g.status());
            } else {
                var e = assertThrows(IllegalStateException.class, () -> g.become(to));
                assertEquals("goroutine 7: " + from + " -> " + to + " is no legal move", e.getMessage());
                assertEquals(from, g.status());
            }
        }
    }

    /** P104. */
    @Test
    void goroutineReadiedTwice_isFoundOut() {
        Goroutine g = goroutineIn(WAITING);
        g.become(RUNNABLE);
        assertThrows(IllegalStateException.class, () -> g.become(RUNNABLE));
    }

    @Test
    void everyState_canBeReachedAndLeftButDeath() {
        for (GoroutineStatus status : GoroutineStatus.values()) {
            assertEquals(status == DEAD, LEGAL.get(status).isEmpty());
            assertTrue(status == IDLE || LEGAL.values().stream().anyMatch(next -> next.contains(status)));
        }
        assertTrue(goroutineIn(DEAD).hasEnded());
    }

    @Test
    void body_isTakenOnce() {
        Goroutine g = goroutineIn(RUNNING);
        g.takeBody();
        assertThrows(IllegalStateException.class, g::takeBody);
    }
}
