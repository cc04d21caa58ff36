package dev.runnel.sample.squares;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.sample.Goroutines;
import dev.runnel.sample.Ran;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.Interleavings;
import io.vavr.collection.List;
import org.junit.jupiter.api.Test;

class SquaresTest {

    private static RecvChan<Long> squares(RecvChan<Void> done, int last, int side) {
        Stages stages = new Stages(done);
        RecvChan<Long> numbers = stages.numbers(last);
        return stages.merge(List.fill(side, () -> stages.square(numbers)));
    }

    @Interleavings(100)
    void allSquares_comeOnce() {
        List<Long> squares = List.ofAll(squares(chan(), 6, 3));

        assertEquals(List.of(1L, 4L, 9L, 16L, 25L, 36L), squares.sorted());
    }

    @Interleavings(100)
    void whoLeavesEarly_leavesNobodyBehind() {
        Chan<Void> done = chan();
        RecvChan<Long> squares = squares(done, 1_000_000, 2);
        squares.recv();

        Bubble.await();
        assertEquals(7, Go.numGoroutine()); // all wait, main included: numbers, 2 squares, 2 merges, closer
        done.close();
        Bubble.await();

        assertEquals(1, Go.numGoroutine());
    }

    @Test
    void noSquareStage_endsTheMerge() {
        Go.run(() -> {
            Chan<Void> done = chan();
            assertEquals(List.empty(), List.ofAll(squares(done, 5, 0)));
            done.close();
            Goroutines.awaitNoOthers();
        });
    }

    @Test
    void program_printsTheSum() {
        Ran ran = Ran.program("squares", "10");

        assertEquals("10 of 10 squares, their sum is 385\n", ran.out());
        assertEquals(0, ran.status());
    }

    @Test
    void program_takesNoMoreThanItShould() {
        Ran ran = Ran.program("squares", "1000000", "3");

        assertTrue(ran.out().startsWith("3 of 1000000 squares, their sum is "), ran.out());
        assertEquals(0, ran.status());
    }
}
