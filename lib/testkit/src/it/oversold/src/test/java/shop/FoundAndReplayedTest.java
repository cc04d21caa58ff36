package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.runnel.testkit.Schedule;
import dev.runnel.testkit.ScheduleFailure;
import dev.runnel.testkit.Schedules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the property as its user would, and takes the schedule out of what it says. */
class FoundAndReplayedTest {

    private static final int MOST_PICKS = 10;

    @Test
    void raceIsFound_inFewPicks_andReplayed() {
        ScheduleFailure found = assertInstanceOf(ScheduleFailure.class, failureOf(InventoryProps.class));
        String text = textOf(found);
        Schedule schedule = Schedule.parse(text);
        assertTrue(schedule.length() <= MOST_PICKS, found::getMessage);

        ScheduleFailure again =
                assertThrows(ScheduleFailure.class, () -> Schedules.replay(text, InventoryProps::twoCustomers));
        assertEquals(found.getCause().getMessage(), again.getCause().getMessage());
        assertEquals(found.interleaving().steps(), again.interleaving().steps());
        System.out.println("found: schedule \"" + text + "\", " + schedule.length() + " picks\n" + again.getMessage());
    }

    /** As one would copy it from the screen. */
    private static String textOf(ScheduleFailure failure) {
        String line = failure.getMessage()
                .lines()
                .filter(l -> l.startsWith("To see it again: Schedules.replay(\""))
                .findFirst()
                .orElseThrow();
        return line.split("\"", 3)[1];
    }

    private static Throwable failureOf(Class<?> properties) {
        List<Throwable> failures = new ArrayList<>();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(properties))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
                                outcome.getThrowable().ifPresent(failures::add);
                            }
                        });
        assertEquals(1, failures.size(), failures::toString);
        return failures.getFirst();
    }
}
