package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.select.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The program of the guide, and that the guide shows what it really prints. */
class GuideTest {

    /** Opens a session once, for all that ask. A channel is the lock. */
    static final class Sessions {

        private final Chan<Boolean> lock = chan(1);
        private String session;
        int opened;

        String get() {
            lock.send(true);
            String known = session;
            lock.recv();
            if (known != null) {
                return known;
            }
            lock.send(true);
            session = "session " + ++opened;
            lock.recv();
            return session;
        }
    }

    static void isOpenedOnce() {
        Sessions sessions = new Sessions();
        Chan<String> used = chan(2);
        go("a", () -> used.send(sessions.get()));
        go("b", () -> used.send(sessions.get()));
        used.recv();
        used.recv();
        assertEquals(1, sessions.opened);
    }

    @Test
    void guide_showsTheRealOutput() throws IOException {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class, () -> Schedules.explore(MixedPolicy.of(1), 500, GuideTest::isOpenedOnce));
        String guide = withoutLines(Files.readString(Path.of("../../docs/guide/testing.md")));
        String message = withoutLines(failure.getMessage()
                .replace("GuideTest$Sessions.get(GuideTest", "Sessions.get(Sessions")
                .replace("GuideTest.isOpenedOnce(GuideTest", "SessionsTest.session_isOpenedOnce(SessionsTest"));
        assertTrue(guide.contains("```text\n" + message + "\n```\n"), message);
    }

    static int below(int n) { // in place of random.nextInt(n)
        Chan<Void> ready = chan();
        ready.close();
        Choice<Integer> draw = choose().recv(ready, () -> 0);
        for (int i = 1; i < n; i++) {
            int drawn = i;
            draw.recv(ready, () -> drawn);
        }
        return draw.get();
    }

    @Test
    void whatAProgramDrawsBySelect_isChosenByTheSchedule() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/runnel/testkit/GuideTest.java"));
        int begin = source.indexOf("    static int below");
        String below =
                source.substring(begin, source.indexOf("\n    }\n", begin) + 6).stripIndent();
        String guide = Files.readString(Path.of("../../docs/guide/testing.md"));
        assertTrue(guide.contains("```java\n" + below + "\n```\n"), below);
        Set<Integer> drawn = new HashSet<>();
        assertTrue(new Explorer(new ExhaustivePolicy(0))
                .explore(() -> drawn.add(below(3)))
                .complete());
        assertEquals(Set.of(0, 1, 2), drawn);
        Schedule.PLAIN.run(() -> assertEquals(0, below(3)));
        assertThrows(ScheduleFailure.class, () -> Schedules.check(() -> assertNotEquals(2, below(3))));
    }

    /** The guide's program stands in files of its own. */
    private static String withoutLines(String text) {
        return text.replaceAll("\\.java:\\d+\\)", ".java)");
    }
}
