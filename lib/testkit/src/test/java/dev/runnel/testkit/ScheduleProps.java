package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ScheduleProps {

    @Property
    void whatIsWritten_isReadBack(@ForAll Schedule schedule) {
        assertEquals(schedule, Schedule.parse(schedule.toString()));
        assertTrue(schedule.picks().isEmpty() || schedule.picks().getLast() != 0);
    }

    @Property(tries = 300)
    void whatWasTaken_givesTheSameSteps(@ForAll Schedule schedule) {
        Interleaving first = schedule.replay(KnownBugs::benign);
        Interleaving second = first.schedule().replay(KnownBugs::benign);
        assertEquals(first, second);
    }

    @Property(tries = 300)
    void aRightProgram_isRightUnderEachSchedule(@ForAll Schedule schedule) {
        schedule.run(KnownBugs::benign);
    }
}
