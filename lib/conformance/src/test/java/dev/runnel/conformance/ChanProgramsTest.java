package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;
import io.vavr.control.Option;

/** Go's programs in {@code test/chan}. */
class ChanProgramsTest {

    @GoTest(
            value = "test/chan/fifo.go",
            covers = {"C30", "C23"})
    void asynchFifo() {
        Chan<Integer> ch = chan(10);
        for (int i = 0; i < 10; i++) {
            ch.send(i);
        }
        for (int i = 0; i < 10; i++) {
            assertEquals(Option.some(i), ch.recv());
        }
    }

    @GoTest(value = "test/chan/goroutines.go", covers = "C34", schedules = 2)
    void chainOfGoroutines() {
        Chan<Integer> leftmost = chan();
        Chan<Integer> left = leftmost;
        Chan<Integer> right = leftmost;
        for (int i = 0; i < 10_000; i++) {
            right = chan();
            Chan<Integer> to = left;
            Chan<Integer> from = right;
            go(() -> to.send(from.recv().get()));
            left = right;
        }
        Chan<Integer> rightmost = right;
        go(() -> rightmost.send(1));
        assertEquals(1, leftmost.recv().get());
    }
}
