package dev.runnel.testkit.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** It counts seconds that were seen to pass, and reads no clock; {@code HangGuardTest} shows what comes of a hang. */
class CountdownTest {

    private final AtomicInteger rings = new AtomicInteger();

    @Test
    void alarm_ringsAtTheLastSecond_once() {
        HangAlarm.Countdown countdown = new HangAlarm.Countdown(3, rings::incrementAndGet);
        countdown.run();
        countdown.run();
        assertEquals(0, rings.get());
        countdown.run();
        assertEquals(1, rings.get());
        countdown.run();
        assertEquals(1, rings.get());
    }
}
