package dev.runnel.runtime.channel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.channel.Buffering;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The check of all runtimes, which is made after each test, looks at all of them, and at the channels that are known
 * through their waiters.
 */
class RuntimeCheckTest {

    private final Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(1));
    private final CountedChan<Integer> channel = CountedChan.of(Buffering.bounded(1), null);

    @AfterEach
    void close() {
        s.ending().close();
    }

    @Test
    void channelThatSomebodyWaitsFor_isChecked() {
        s.go("waits", channel::recv);
        Await.until(() -> s.view().waitedFor().contains(channel));
        RuntimeCheck.openRuntimes();
        channel.buffer.put(1);
        AssertionError found = assertThrows(AssertionError.class, RuntimeCheck::openRuntimes);
        assertTrue(String.valueOf(found.getMessage()).contains("could give"), found::getMessage);
        channel.buffer.take();
    }

    @Test
    void onlyChannelsAreChecked() {
        channel.buffer.put(1);
        assertThrows(AssertionError.class, () -> RuntimeCheck.channels(channel));
        assertDoesNotThrow(() -> RuntimeCheck.channels(List.of(channel)));
        assertDoesNotThrow(() -> RuntimeCheck.channels(null));
    }
}
