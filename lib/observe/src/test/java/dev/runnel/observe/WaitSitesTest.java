package dev.runnel.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.observe.WaitProfile.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Which waits are one site, and what they add up to. */
class WaitSitesTest {

    private final WaitSites sites = new WaitSites();

    private static List<StackTraceElement> stack(int line) {
        return List.of(new StackTraceElement("Some", "method", "Some.java", line));
    }

    @Test
    void waitsOfOneReasonAndStack_areOneSite() {
        sites.add("select", stack(1), 100, 1);
        sites.add("select", stack(1), 200, 1);
        sites.add("sleep", stack(1), 50, 1);
        sites.add("select", stack(2), 10, 1);
        assertEquals(
                List.of(
                        new Site("select", stack(1), 2, Duration.ofNanos(300)),
                        new Site("sleep", stack(1), 1, Duration.ofNanos(50)),
                        new Site("select", stack(2), 1, Duration.ofNanos(10))),
                sites.all());
    }

    /** A wait that stands for others is counted as often, and as long. */
    @Test
    void waitOfWhichOneInSeveralCounts_isCountedSoOften() {
        sites.add("select", stack(1), 100, 2.5);
        sites.add("select", stack(1), 100, 2.5);
        assertEquals(List.of(new Site("select", stack(1), 5, Duration.ofNanos(500))), sites.all());
    }

    /** More than there is room for without a list. */
    @Test
    void manySites_areAllThere() {
        List<Site> expected = new ArrayList<>();
        for (int i = 3000; i > 0; i--) {
            expected.add(new Site("select", stack(i), 2, Duration.ofNanos(2L * i)));
            sites.add("select", stack(i), i, 1);
        }
        for (int i = 1; i <= 3000; i++) {
            sites.add("select", stack(i), i, 1);
        }
        assertEquals(expected, sites.all());
    }

    @Test
    void withoutARate_eachCounts_alsoWhatTookNoTime() {
        RandomGenerator none = () -> {
            throw new AssertionError("asked");
        };
        assertEquals(1, WaitSites.weight(0, 0, none));
        assertEquals(1, WaitSites.weight(7, 0, none));
        assertEquals(1, WaitSites.weight(10, 10, none), "as long as the rate");
        assertEquals(0, WaitSites.weight(0, 10, none), "of no time, with a rate");
    }
}
