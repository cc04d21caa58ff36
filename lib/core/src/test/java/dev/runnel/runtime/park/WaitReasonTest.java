package dev.runnel.runtime.park;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaitReasonTest {

    /** A goroutine keeps a reason beside a bit of its own, in one byte. */
    @ParameterizedTest
    @EnumSource
    void number_standsForIt_andLeavesABitOfAByteFree(WaitReason reason) {
        assertSame(reason, WaitReason.of(reason.number()));
        assertTrue(reason.number() >= 0 && reason.number() < 64, () -> reason + " has number " + reason.number());
    }
}
