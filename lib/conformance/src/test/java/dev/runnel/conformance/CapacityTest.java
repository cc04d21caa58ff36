package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.SizeOutOfRange;
import dev.runnel.channel.TryRecv;
import io.vavr.control.Option;

/** Capacities, and the operations in short: {@code test/chancap.go} and reflect's tests of channels. */
class CapacityTest {

    @GoTest(value = "test/chancap.go", covers = "C3", everySchedule = true)
    void lenCountsValues_capIsFixed() {
        Chan<Integer> c = chan(10);
        assertEquals(0, c.len());
        assertEquals(10, c.cap());
        for (int i = 0; i < 3; i++) {
            c.send(i);
        }
        assertEquals(3, c.len());
        assertEquals(10, c.cap());
        Chan<Integer> unbuffered = chan();
        assertEquals(0, unbuffered.len());
        assertEquals(0, unbuffered.cap());
        assertEquals(0, chan(0).cap());
    }

    @GoTest(
            value = "test/chancap.go",
            covers = {"C2", "C62"},
            everySchedule = true)
    void impossibleCapacity_isRefused() {
        for (int capacity : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            String message =
                    assertThrows(SizeOutOfRange.class, () -> chan(capacity)).getMessage();
            assertTrue(message.contains("makechan: size out of range"), message);
        }
    }

    @GoTest(
            value = "reflect TestChan",
            covers = {"C3", "C36", "C37", "C23"},
            everySchedule = true)
    void operations_onOneSlot() {
        Chan<Integer> c = chan(1);
        c.send(2);
        assertEquals(Option.some(2), c.recv());
        assertEquals(new TryRecv.Empty<>(), c.tryRecv());
        c.send(4);
        assertEquals(new TryRecv.Value<>(4), c.tryRecv());
        c.send(100);
        assertFalse(c.trySend(5));
        assertEquals(Option.some(100), c.recv());
        assertTrue(c.trySend(6));
        assertEquals(Option.some(6), c.recv());
        c.send(123);
        c.close();
        assertEquals(Option.some(123), c.recv());
        assertEquals(Option.none(), c.recv());
        assertEquals(new TryRecv.Closed<>(), c.tryRecv());
    }

    @GoTest(
            value = "reflect TestChan",
            covers = {"C36", "C37", "C38"},
            everySchedule = true)
    void nonBlockingOperations_onUnbufferedChannelWithoutPartner_fail() {
        Chan<Integer> c = chan();
        assertFalse(c.trySend(7));
        assertTrue(c.tryRecv().isEmpty());
    }

    // No schedules: memory is measured.
    @GoTest(value = "reflect TestChanAlloc", covers = "C52", procs = 1, schedules = 0)
    void sendAndReceive_allocateNothing() {
        Chan<Object> c = chan(1);
        Object value = new Object();
        int rounds = 20_000;
        int[] received = {0};
        Runnable all = () -> {
            for (int i = 0; i < rounds; i++) {
                c.send(value);
                received[0] += c.recvOrNull() == value ? 1 : 0;
            }
        };
        all.run();
        long bytes = Memory.allocatedBy(all);
        assertTrue(bytes < 4L * rounds, () -> bytes + " bytes in " + rounds + " rounds");
        assertEquals(0, received[0] % rounds);
    }
}
