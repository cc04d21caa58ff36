package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The program of the guide, and that the guide shows what it really prints. */
class GuideTest {

    /** Opens a session once, for all who ask. A channel is the lock. */
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

    /** The guide's program stands in files of its own. */
    private static String withoutLines(String text) {
        return text.replaceAll("\\.java:\\d+\\)", ".java)");
    }
}
