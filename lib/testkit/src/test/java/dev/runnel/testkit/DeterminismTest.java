package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same seed gives the same steps, byte for byte. */
@Tag("exploration")
class DeterminismTest {

    private static final int RUNS = 10_000;

    @Test
    void sameSeed_sameSteps() throws Exception {
        Set<Schedule> different = new HashSet<>();
        String first = digest(MixedPolicy.of(99), different);
        String second = digest(MixedPolicy.of(99), different);
        assertEquals(first, second);
        assertTrue(different.size() > RUNS / 2, "only " + different.size() + " different schedules");
    }

    private static String digest(Policy policy, Set<Schedule> different) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Iterator<Picker> pickers = policy.pickers();
        for (int i = 0; i < RUNS; i++) {
            Recorder recorder = new Recorder();
            Run run = new Run(pickers.next(), 10_000, recorder, false);
            Throwable failure = run.execute(KnownBugs::benign);
            assertEquals(null, failure);
            different.add(run.taken());
            digest.update(recorder.of(run.taken()).toString().getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
